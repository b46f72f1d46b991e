package dev.yardmaster.engine.table;

import dev.yardmaster.api.Key;
import dev.yardmaster.engine.index.ByteKeys;

/**
 * Converts keys between the form of the API, which the log also has, and the form of a {@link
 * Table}: a number and a byte string.
 */
public final class TableKeys {

  private TableKeys() {}

  /** Returns a key's byte string in its table; null for a number. */
  public static byte[] rest(Key key) {
    if (key.kind() == Key.Kind.NUMBER) {
      return null;
    }
    byte[] rest = new byte[key.idLength()];
    for (int i = 0; i < rest.length; i++) {
      rest[i] = key.idByte(i);
    }
    return rest;
  }

  /** Returns a key's number in its table. */
  public static long number(Key key, byte[] rest) {
    return rest == null ? key.number() : ByteKeys.prefixOf(rest);
  }

  /**
   * Returns the key of a record in the log.
   *
   * @throws dev.yardmaster.api.YardmasterException {@code BAD_KEY} if the byte string has no bytes
   *     or more than {@link Key#MAX_ID_BYTES}
   */
  public static Key key(Table table, long number, byte[] rest) {
    return rest == null ? Key.of(table.name(), number) : Key.of(table.name(), rest);
  }
}
