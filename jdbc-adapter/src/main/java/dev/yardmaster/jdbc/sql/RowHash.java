package dev.yardmaster.jdbc.sql;

import java.security.SecureRandom;
import java.util.Arrays;

/**
 * The hash of tables and rows that statements' templates and callers who name their rows share: the
 * same table and the same key give the same {@link RowUse}. Keyed by a seed, so that nobody outside
 * can choose rows that collide. Immutable; any thread.
 */
public final class RowHash {
  private final long key0;
  private final long key1;

  /** A hash with the given secret key. */
  public RowHash(long key0, long key1) {
    this.key0 = key0;
    this.key1 = key1;
  }

  /** A hash with a key that nobody knows. */
  public static RowHash secret() {
    SecureRandom random = new SecureRandom();
    return new RowHash(random.nextLong(), random.nextLong());
  }

  /**
   * The row of a table that a transaction reads.
   *
   * @param table the table's name; its schema, its quotes and its case are passed over
   * @param key the values of the table's key columns, in the order in which {@link KeyColumns} has
   *     them: that of the declaration, or that of the primary key. A whole number is the same row
   *     whatever its type, a UUID the same as its text in lower case
   * @throws IllegalArgumentException when there is no value, or one that is null or has no content
   *     to be hashed: a stream, an array but of bytes, or more than 4,096 characters or bytes
   */
  public RowUse read(String table, Object... key) {
    return use(table, key, false);
  }

  /**
   * The row of a table that a transaction writes, whether or not it also reads it.
   *
   * @param table as for {@link #read}
   * @param key as for {@link #read}
   * @throws IllegalArgumentException as for {@link #read}
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
          "the key names no row: table=" + table + " key=" + Arrays.toString(key));
    }
    return new RowUse(table(SqlName.fold(table)), hash.finish(), writes);
  }

  /** The hash of a table. */
  long table(String folded) {
    KeyedHash hash = start();
    hash.add(folded);
    return hash.finish();
  }

  /** A hash to which the values of a row's key are added. */
  KeyedHash start() {
    return new KeyedHash(key0, key1);
  }
}
