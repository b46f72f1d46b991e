package dev.yardmaster.engine.service.keys;

import dev.yardmaster.api.Key;
import dev.yardmaster.engine.table.Table;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A table of the database's with the keys that it holds. In the order of these keys.
 *
 * @param name the keys' table
 * @param kind the keys' kind
 */
public record NamedTable(String name, Key.Kind kind, Table table)
    implements Comparable<NamedTable> {

  /** Nothing is lower than this, and no key is this. */
  private static final byte[] LOWEST = {};

  /** Behind the longest of keys. */
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

  /** Whether a key lies in this table. */
  public boolean holds(Key key) {
    return compareTo(key.table(), key.kind()) == 0;
  }

  /** Whether the keys of this table are lower than a key of another. */
  public boolean isBefore(Key key) {
    return compareTo(key.table(), key.kind()) < 0;
  }

  /** The byte string that no key is lower than; null in a table of numbers. */
  public byte[] lowest() {
    return kind == Key.Kind.NUMBER ? null : LOWEST;
  }

  /** A byte string behind all keys; null in a table of numbers. */
  public byte[] highest() {
    return kind == Key.Kind.NUMBER ? null : HIGHEST;
  }

  /** The key of a record. */
  public Key key(long number, byte[] rest) {
    return switch (kind) {
      case NUMBER -> Key.of(name, number);
      case TEXT -> Key.of(name, new String(rest, StandardCharsets.UTF_8));
      case BYTES -> Key.restored(name, rest);
    };
  }
}
