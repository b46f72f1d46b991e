package dev.yardmaster.engine.table;

import dev.yardmaster.engine.index.ByteKeys;
import dev.yardmaster.engine.table.RowLayout.BytesColumn;
import dev.yardmaster.engine.table.RowLayout.LongColumn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A secondary index of a table. The index orders the table's rows by some of their columns. The
 * entries of the index are the records of an ordered table with byte keys; there is one entry for
 * each row. A transaction that writes rows of the table also writes the entries of these rows. So
 * the concurrency control of records and ranges also protects the index, without further rules. The
 * log does not contain the entries. When a database is opened, the entries are rebuilt from the
 * rows.
 *
 * <pre>
 *   key of an entry   | column | column | ... | primary key |
 *   number            8 bytes, big-endian, with the sign inverted
 *   bytes             the bytes, 0 as 0 and 255; then 0
 *   primary key       a number as above, or the byte string itself
 *   row of an entry   the length of the columns' part
 * </pre>
 *
 * <p>Compared as unsigned bytes, the keys are ordered by the columns, and then by the primary key.
 * An instance is immutable, and any thread may use it.
 */
public final class SecondaryIndex {

  /** The maximum length of an entry's key in bytes. */
  public static final int MAX_KEY_BYTES = 1024;

  /** A column of the index. Exactly one of {@code number} and {@code bytes} is null. */
  private record Part(@Nullable LongColumn number, @Nullable BytesColumn bytes) {}

  private final String name;
  private final Table table;
  private final Table entries;
  private final LongColumn length;
  private final List<Part> parts = new ArrayList<>();

  /**
   * Creates an index without entries.
   *
   * @param of the table that the index belongs to
   * @param entries the table for the entries, which {@link #entriesOf} has created
   */
  SecondaryIndex(Table of, IndexDefinition definition, Entries entries) {
    name = definition.name();
    table = of;
    this.entries = entries.table();
    length = entries.length();
    for (String column : definition.columns()) {
      parts.add(part(column));
    }
  }

  /** The table of the entries, and its only column. */
  record Entries(Table table, LongColumn length) {}

  /** Creates the table of an index's entries. */
  static Entries entriesOf(
      Table of, IndexDefinition definition, Function<TableDefinition, Table> tables) {
    RowLayout.Builder columns = RowLayout.columns();
    LongColumn length = columns.number("length");
    String fullName = of.name() + '.' + definition.name();
    TableDefinition entries =
        TableDefinition.orderedBytes(
            fullName.substring(Math.max(0, fullName.length() - TableDefinition.MAX_NAME_LENGTH)),
            columns.build());
    return new Entries(tables.apply(entries), length);
  }

  private Part part(String column) {
    RowLayout layout = table.layout();
    for (RowLayout.Column one : layout.definition()) {
      if (one.name().equals(column)) {
        return one.maxBytes() == 0
            ? new Part(layout.number(column), null)
            : new Part(null, layout.bytes(column));
      }
    }
    throw new IllegalArgumentException(
        "the table has no such column: table="
            + table.name()
            + ", index="
            + name
            + ", column="
            + column
            + ", columns="
            + layout);
  }

  /** Returns the name of the index. */
  public String name() {
    return name;
  }

  /** Returns the table that the index belongs to. */
  public Table table() {
    return table;
  }

  /** Returns the table of the entries. */
  public Table entries() {
    return entries;
  }

  /**
   * Returns a bound for scans: the lowest key that an entry can have if the index's first columns
   * have the given values.
   *
   * @param values for each column, a {@link Long} if it is a column of numbers, or a {@code byte[]}
   *     if it is a column of byte strings; at most as many values as the index has columns
   */
  public byte[] key(Object... values) {
    if (values.length > parts.size()) {
      throw new IllegalArgumentException(
          "an index has a value for each column at most: index="
              + name
              + ", columns="
              + parts.size()
              + ", values="
              + values.length);
    }
    KeyBytes key = new KeyBytes();
    for (int i = 0; i < values.length; i++) {
      boolean isNumber = parts.get(i).number() != null;
      if (isNumber && values[i] instanceof Long number) {
        key.number(number);
      } else if (!isNumber && values[i] instanceof byte[] bytes) {
        key.bytes(bytes, bytes.length);
      } else {
        throw new IllegalArgumentException(
            "the value is not of the column's kind: index="
                + name
                + ", column="
                + i
                + ", value="
                + values[i]);
      }
    }
    return key.toArray();
  }

  /**
   * Returns the lowest key above all keys that begin with the given bytes. Returns null if there is
   * no such key; as the upper bound of a scan, null means a range without an upper bound.
   */
  public static byte @Nullable [] after(byte[] beginning) {
    int last = beginning.length - 1;
    while (last >= 0 && beginning[last] == (byte) 0xFF) {
      last--;
    }
    if (last < 0) {
      return null;
    }
    byte[] after = Arrays.copyOf(beginning, last + 1);
    after[last]++;
    return after;
  }

  /**
   * Returns the key of the entry for a row.
   *
   * @throws IllegalArgumentException if the key is longer than {@link #MAX_KEY_BYTES}
   */
  public byte[] entryKey(Row row, long primary, byte @Nullable [] primaryRest) {
    KeyBytes key = columns(row);
    if (primaryRest == null) {
      key.number(primary);
    } else {
      key.raw(primaryRest);
    }
    if (key.size() > MAX_KEY_BYTES) {
      throw new IllegalArgumentException(
          "an entry of an index has a key of at most "
              + MAX_KEY_BYTES
              + " bytes: index="
              + name
              + ", bytes="
              + key.size());
    }
    return key.toArray();
  }

  private KeyBytes columns(Row row) {
    KeyBytes key = new KeyBytes();
    for (Part part : parts) {
      if (part.number() != null) {
        key.number(row.getLong(part.number()));
      } else {
        byte[] bytes = row.getBytes(Objects.requireNonNull(part.bytes()));
        key.bytes(bytes, bytes.length);
      }
    }
    return key;
  }

  /** Fills the row of the entry with the key {@code entryKey}. */
  public void fillEntry(Row entry, byte[] entryKey, byte @Nullable [] primaryRest) {
    entry.setLong(
        length, entryKey.length - (primaryRest == null ? Long.BYTES : primaryRest.length));
  }

  /** Returns the byte string of the primary key in an entry; null if primary keys are numbers. */
  public byte @Nullable [] primaryRest(byte[] entryKey, Row entry) {
    return table.definition().keys() == TableDefinition.Keys.NUMBERS
        ? null
        : Arrays.copyOfRange(entryKey, (int) entry.getLong(length), entryKey.length);
  }

  /** Returns the number of the primary key in an entry. */
  public long primary(byte[] entryKey, byte @Nullable [] primaryRest) {
    return primaryRest == null
        ? ByteKeys.prefixOf(
            Arrays.copyOfRange(entryKey, entryKey.length - Long.BYTES, entryKey.length))
        : ByteKeys.prefixOf(primaryRest);
  }

  @Override
  public String toString() {
    return entries.name();
  }

  /** Builds the bytes of an entry's key. */
  private static final class KeyBytes {

    private byte[] bytes = new byte[64];
    private int size;

    private void ensureRoom(int more) {
      if (bytes.length - size < more) {
        bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + more));
      }
    }

    void number(long number) {
      ensureRoom(Long.BYTES);
      long ordered = number ^ Long.MIN_VALUE;
      for (int shift = Long.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
        bytes[size++] = (byte) (ordered >>> shift);
      }
    }

    void bytes(byte[] from, int count) {
      ensureRoom(2 * count + 1);
      for (int i = 0; i < count; i++) {
        bytes[size++] = from[i];
        if (from[i] == 0) {
          bytes[size++] = (byte) 0xFF;
        }
      }
      bytes[size++] = 0;
    }

    void raw(byte[] from) {
      ensureRoom(from.length);
      System.arraycopy(from, 0, bytes, size, from.length);
      size += from.length;
    }

    int size() {
      return size;
    }

    byte[] toArray() {
      return Arrays.copyOf(bytes, size);
    }
  }
}
