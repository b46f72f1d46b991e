package dev.yardmaster.engine.service.keys;

import dev.yardmaster.api.Key;
import dev.yardmaster.engine.table.Table;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A table of the database. The table contains the keys of one kind and of one table name of the
 * API. The order of tables is the order of their keys.
 *
 * @param name the table name of the keys
 * @param kind the kind of the keys
 */
public record NamedTable(String name, Key.Kind kind, Table table)
    implements Comparable<NamedTable> {

  /** A lower bound of all keys of the table. The bound itself is not a key. */
  private static final byte[] LOWEST = {};

  /** An upper bound of all keys of the table: it is longer than the longest key. */
  private static final byte[] HIGHEST = new byte[Key.MAX_ID_BYTES + 1];

  static {
    Arrays.fill(HIGHEST, (byte) 0xFF);
  }

  @Override
  public int compareTo(NamedTable other) {
    return compareTo(other.name, other.kind);
  }

  private int compareTo(String otherName, Key.Kind otherKind) {
    int byName = name.compareTo(otherName);
    return byName != 0 ? byName : kind.compareTo(otherKind);
  }

  /** Returns whether a key is in this table. */
  public boolean holds(Key key) {
    return compareTo(key.table(), key.kind()) == 0;
  }

  /** Returns whether all keys of this table are lower than the given key of another table. */
  public boolean isBefore(Key key) {
    return compareTo(key.table(), key.kind()) < 0;
  }

  /** Returns a lower bound of all byte strings; null in a table of numbers. */
  public byte[] lowest() {
    return kind == Key.Kind.NUMBER ? null : LOWEST;
  }

  /** Returns a byte string above all keys of the table; null in a table of numbers. */
  public byte[] highest() {
    return kind == Key.Kind.NUMBER ? null : HIGHEST;
  }

  /** Returns the key of a row, as the API represents it. */
  public Key key(long number, byte[] rest) {
    return switch (kind) {
      case NUMBER -> Key.of(name, number);
      case TEXT -> Key.of(name, new String(rest, StandardCharsets.UTF_8));
      case BYTES -> Key.restored(name, rest);
    };
  }
}
