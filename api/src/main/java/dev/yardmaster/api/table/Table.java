package dev.yardmaster.api.table;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Reads;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.SharedValues;
import dev.yardmaster.api.Snapshot;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.ValueCodec;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.codec.RecordCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A table with one Java type for all values: {@code Table<Account> ACCOUNTS = Table.of("accounts",
 * Account.class)}. An id is a number, a text, or a {@link KeyTuple}; the methods with a {@link Key}
 * also take keys with other ids. A method with a transaction or a snapshot as parameter also throws
 * the errors of this parameter's method of the same name. Instances are immutable and do not belong
 * to a service; any thread may use them.
 *
 * @param <V> the values' type
 */
public final class Table<V> {

  private final String name;
  private final ValueCodec<V> codec;

  /** Whether the codec copies: decoded values share no array with the encoded bytes. */
  private final boolean copies;

  private Table(String name, ValueCodec<V> codec) {
    this.name = Key.of(name, 0).table();
    this.codec = codec;
    copies = codec instanceof RecordCodec;
  }

  /**
   * Returns a table whose values are records.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_KEY} if the name is not valid, and the errors
   *     of {@link RecordCodec#of}
   */
  public static <V extends Record> Table<V> of(String name, Class<V> type) {
    return of(name, RecordCodec.of(type));
  }

  /**
   * Returns a table whose values the codec encodes.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_KEY} if the name is not valid
   */
  public static <V> Table<V> of(String name, ValueCodec<V> codec) {
    return new Table<>(name, codec);
  }

  /** Returns the table's name. */
  public String name() {
    return name;
  }

  /** Returns the key with a number as its id. */
  public Key key(long id) {
    return Key.of(name, id);
  }

  /**
   * Returns the key with a text as its id.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_KEY} in the same cases as {@link Key#of}
   */
  public Key key(String id) {
    return Key.of(name, id);
  }

  /** Returns the key with several parts as its id. */
  public Key key(KeyTuple id) {
    return id.key(name);
  }

  /** Returns the value of a key, or null if there is none. */
  public @Nullable V get(Reads reads, long id) {
    return get(reads, key(id));
  }

  /** Returns the value of a key, or null if there is none. */
  public @Nullable V get(Reads reads, String id) {
    return get(reads, key(id));
  }

  /** Returns the value of a key, or null if there is none. */
  public @Nullable V get(Reads reads, KeyTuple id) {
    return get(reads, key(id));
  }

  /**
   * Returns the value of a key, or null if there is none.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_KEY} if the key belongs to another table,
   *     {@link ErrorCode#BAD_VALUE} if the codec cannot decode the value
   */
  public @Nullable V get(Reads reads, Key key) {
    checkTable(key);
    return decode(
        key, copies && reads instanceof SharedValues shared ? shared.shared(key) : reads.get(key));
  }

  /** Sets the value of a key. */
  public void put(Transaction transaction, long id, V value) {
    put(transaction, key(id), value);
  }

  /** Sets the value of a key. */
  public void put(Transaction transaction, String id, V value) {
    put(transaction, key(id), value);
  }

  /** Sets the value of a key. */
  public void put(Transaction transaction, KeyTuple id, V value) {
    put(transaction, key(id), value);
  }

  /**
   * Sets the value of a key.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_KEY} if the key belongs to another table,
   *     {@link ErrorCode#BAD_VALUE} if the value is null, or the codec cannot encode it
   */
  public void put(Transaction transaction, Key key, V value) {
    checkTable(key);
    if (value == null) {
      throw new YardmasterException(ErrorCode.BAD_VALUE, "a value must not be null", "key", key);
    }
    transaction.put(key, encode(value));
  }

  /** Removes the value of a key. */
  public void delete(Transaction transaction, long id) {
    delete(transaction, key(id));
  }

  /** Removes the value of a key. */
  public void delete(Transaction transaction, String id) {
    delete(transaction, key(id));
  }

  /** Removes the value of a key. */
  public void delete(Transaction transaction, KeyTuple id) {
    delete(transaction, key(id));
  }

  /**
   * Removes the value of a key.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_KEY} if the key belongs to another table
   */
  public void delete(Transaction transaction, Key key) {
    checkTable(key);
    transaction.delete(key);
  }

  /**
   * Returns a scan of the whole table, lowest key first.
   *
   * @param limit the maximum number of entries; 1 to {@link Scan#MAX_LIMIT}
   */
  public Scan all(int limit) {
    return Scan.forward(key(Long.MIN_VALUE), null, limit);
  }

  /**
   * Returns a scan of the entries whose ids begin with the parts of a tuple, lowest key first.
   *
   * @param limit the maximum number of entries; 1 to {@link Scan#MAX_LIMIT}
   */
  public Scan prefix(KeyTuple first, int limit) {
    return first.prefix(name, limit);
  }

  /**
   * Returns the entries that a scan of this table finds, in the scan's order.
   *
   * @param scan {@link #all}, {@link #prefix}, or a scan between two keys of this table
   * @throws YardmasterException {@link ErrorCode#BAD_KEY} if the scan belongs to another table,
   *     {@link ErrorCode#BAD_VALUE} if the codec cannot decode a value
   */
  public List<TableEntry<V>> scan(Reads reads, Scan scan) {
    checkTable(scan.from());
    Map<Key, byte[]> found = reads.scan(scan);
    List<TableEntry<V>> entries = new ArrayList<>(found.size());
    found.forEach((key, value) -> entries.add(new TableEntry<>(key, present(key, value))));
    return entries;
  }

  /** Returns a cursor over the whole table, lowest key first. */
  public TableCursor<V> cursor(Snapshot snapshot) {
    return cursor(snapshot, key(Long.MIN_VALUE), null, false);
  }

  /**
   * Returns a cursor over the entries whose ids begin with the parts of a tuple, lowest key first.
   */
  public TableCursor<V> cursor(Snapshot snapshot, KeyTuple first) {
    Scan range = first.prefix(name, 1);
    return cursor(snapshot, range.from(), range.to(), false);
  }

  /**
   * Returns a cursor over the entries of a range of this table.
   *
   * @param from the lowest key of the range
   * @param to the first key after the range; null for the table's end
   * @param backward whether the cursor starts with the highest key
   * @throws YardmasterException {@link ErrorCode#BAD_KEY} if the range belongs to another table,
   *     and the errors of {@link Snapshot#cursor}
   */
  public TableCursor<V> cursor(Snapshot snapshot, Key from, @Nullable Key to, boolean backward) {
    checkTable(from);
    return new TableCursor<>(this, snapshot.cursor(from, to, backward));
  }

  /**
   * Encodes a value, for a one-shot transaction.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_VALUE} if the codec cannot encode it
   */
  public byte[] encode(V value) {
    return codec.encode(value);
  }

  /**
   * Decodes the value of a key, for example a value that a cursor or a one-shot transaction has
   * read. Returns null for null, since null means that the key has no value.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_VALUE} if the codec cannot decode it
   */
  public @Nullable V decode(Key key, byte @Nullable [] value) {
    try {
      return value == null ? null : codec.decode(value);
    } catch (YardmasterException error) {
      throw error.as(ErrorCode.BAD_VALUE, "key", key);
    } catch (RuntimeException thrown) { // A codec of the caller may throw any exception.
      throw new YardmasterException(
          ErrorCode.BAD_VALUE, "the codec cannot decode the value", thrown, "key", key);
    }
  }

  private V present(Key key, byte[] value) {
    return Objects.requireNonNull(decode(key, value));
  }

  private void checkTable(Key key) {
    if (!key.table().equals(name)) {
      throw new YardmasterException(
          ErrorCode.BAD_KEY, "the key belongs to another table", "key", key, "table", name);
    }
  }

  /** Returns a text for messages that names the table. */
  @Override
  public String toString() {
    return "table " + name;
  }
}
