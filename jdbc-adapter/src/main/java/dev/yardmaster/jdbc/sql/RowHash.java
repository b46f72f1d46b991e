package dev.yardmaster.jdbc.sql;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Arrays;

/**
 * The hash of tables and rows. Statement templates and declared rows share one hash, so that the
 * same table and key give the same {@link RowUse}. The key of the hash is secret, so that an
 * attacker cannot choose rows that collide. Instances are immutable and thread-safe.
 */
public final class RowHash {
  private final long key0;
  private final long key1;

  /** Creates a hash with the given secret key. */
  public RowHash(long key0, long key1) {
    this.key0 = key0;
    this.key1 = key1;
  }

  /** Creates a hash with a random key. */
  public static RowHash secret() {
    SecureRandom random = new SecureRandom();
    return new RowHash(random.nextLong(), random.nextLong());
  }

  /**
   * Returns a hash whose key is derived from a name and a secret, so that several processes get the
   * same hashes.
   *
   * @param name the name of the database
   * @param secret a secret of the processes; empty if there is none. If the secret is empty,
   *     everybody who knows the name can compute the key
   */
  public static RowHash shared(String name, String secret) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(secret.getBytes(StandardCharsets.UTF_8));
      digest.update((byte) 0);
      ByteBuffer key = ByteBuffer.wrap(digest.digest(name.getBytes(StandardCharsets.UTF_8)));
      return new RowHash(key.getLong(), key.getLong());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("each JVM has SHA-256", e);
    }
  }

  /**
   * Returns a row that a transaction reads.
   *
   * @param table the table's name; schema, quotes and case are ignored
   * @param key the values of the table's key columns, in the order of {@link KeyColumns}, which is
   *     the order of the declaration or of the primary key. Whole numbers of different types name
   *     the same row, and so do a UUID and its text in lower case
   * @throws IllegalArgumentException if there is no value, or a value is null or cannot be hashed:
   *     a stream, an array other than of bytes, or more than 4,096 characters or bytes
   */
  public RowUse read(String table, Object... key) {
    return use(table, key, false);
  }

  /**
   * Returns a row that a transaction writes. The transaction may also read the row.
   *
   * @param table as for {@link #read}
   * @param key as for {@link #read}
   * @throws IllegalArgumentException in the same cases as {@link #read}
   */
  public RowUse written(String table, Object... key) {
    return use(table, key, true);
  }

  private RowUse use(String table, Object[] key, boolean writes) {
    KeyedHash hash = start();
    boolean complete = key.length > 0;
    for (int i = 0; i < key.length && complete; i++) {
      complete = KeyValue.add(hash, key[i]);
    }
    if (!complete) {
      throw new IllegalArgumentException(
          "the key does not identify a row: table=" + table + " key=" + Arrays.toString(key));
    }
    return new RowUse(table(SqlName.fold(table)), hash.finish(), writes);
  }

  /** Returns the hash of a table. */
  long table(String folded) {
    KeyedHash hash = start();
    hash.add(folded);
    return hash.finish();
  }

  /** Returns a new hash, to which the values of a row's key are added. */
  KeyedHash start() {
    return new KeyedHash(key0, key1);
  }
}
