package dev.yardmaster.benchmarks.jdbc.keyvalue;

import dev.yardmaster.api.Key;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The bytes that represent the id of a key in the column {@code id}. The order of the bytes is the
 * order of the keys.
 *
 * <pre>
 * kind    1 byte: 0 a number, 1 a text, 2 a byte string
 * id      a number: 8 bytes, most significant first, with the sign bit inverted;
 *         a text: UTF-8; a byte string: its bytes
 * </pre>
 */
final class SqlId {

  private static final Key.Kind[] KINDS = Key.Kind.values();

  private SqlId() {}

  static byte[] of(Key key) {
    ByteBuffer id = ByteBuffer.allocate(1 + key.idLength());
    id.put((byte) key.kind().ordinal());
    if (key.kind() == Key.Kind.NUMBER) {
      id.putLong(key.number() ^ Long.MIN_VALUE);
    } else {
      for (int i = 0; i < key.idLength(); i++) {
        id.put(key.idByte(i));
      }
    }
    return id.array();
  }

  static Key keyOf(String table, byte[] id) {
    ByteBuffer from = ByteBuffer.wrap(id);
    Key.Kind kind = KINDS[from.get()];
    if (kind == Key.Kind.NUMBER) {
      return Key.of(table, from.getLong() ^ Long.MIN_VALUE);
    }
    byte[] rest = new byte[from.remaining()];
    from.get(rest);
    return kind == Key.Kind.TEXT
        ? Key.of(table, new String(rest, StandardCharsets.UTF_8))
        : Key.of(table, rest);
  }
}
