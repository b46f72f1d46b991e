package dev.yardmaster.engine.table;

import dev.yardmaster.api.Key;
import dev.yardmaster.engine.index.ByteKeys;
import org.jspecify.annotations.Nullable;

/**
 * Converts keys between their form in the API and the log, and their form in a {@link Table}, which
 * is a number and a byte string.
 */
public final class TableKeys {

  private TableKeys() {}

  /** Returns the byte string of a key in its table; null if the key is a number. */
  public static byte @Nullable [] rest(Key key) {
    if (key.kind() == Key.Kind.NUMBER) {
      return null;
    }
    byte[] rest = new byte[key.idLength()];
    for (int i = 0; i < rest.length; i++) {
      rest[i] = key.idByte(i);
    }
    return rest;
  }

  /** Returns the number of a key in its table; for a byte string, its prefix. */
  public static long number(Key key, byte @Nullable [] rest) {
    return rest == null ? key.number() : ByteKeys.prefixOf(rest);
  }

  /**
   * Returns the form that a record's key has in the API and the log.
   *
   * @throws dev.yardmaster.api.YardmasterException {@code BAD_KEY} if the byte string has no bytes
   *     or more than {@link Key#MAX_ID_BYTES}
   */
  public static Key key(Table table, long number, byte @Nullable [] rest) {
    return rest == null ? Key.of(table.name(), number) : Key.of(table.name(), rest);
  }
}
