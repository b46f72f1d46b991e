package dev.yardmaster.engine.table;

import dev.yardmaster.api.Key;
import dev.yardmaster.engine.index.ByteKeys;
import org.jspecify.annotations.Nullable;

/**
 * Converts keys between two forms: the {@link Key} of the API and the log, and the pair of a number
 * and a byte string of a {@link Table}.
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

  /**
   * Returns the number of a key in its table. For a byte string, the number is the string's prefix.
   */
  public static long number(Key key, byte @Nullable [] rest) {
    return rest == null ? key.number() : ByteKeys.prefixOf(rest);
  }

  /**
   * Returns a record's key as a {@link Key} of the API and the log.
   *
   * @throws dev.yardmaster.api.YardmasterException {@code BAD_KEY} if the byte string is empty or
   *     has more than {@link Key#MAX_ID_BYTES} bytes
   */
  public static Key key(Table table, long number, byte @Nullable [] rest) {
    return rest == null ? Key.of(table.name(), number) : Key.of(table.name(), rest);
  }
}
