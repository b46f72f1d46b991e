package dev.yardmaster.storage.log.format;

import dev.yardmaster.api.Key;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.Map;

/**
 * The layout of one written key with its value, in records and in checkpoints. Integers are
 * little-endian. An instance writes this layout; a {@link StoredWrite} reads it.
 *
 * <pre>
 *   +-----+--------------+------------+---------------------+----------------------+
 *   | tag | table length | characters | id                  | value                |
 *   +-----+--------------+------------+---------------------+----------------------+
 *   1     1              1 or 2 each  number: 8             absent if deleted; else
 *                                     else: length 2, bytes length 4, bytes
 *
 *   tag: bits 0-1 the key's kind, bit 2 deleted, bit 3 characters of two bytes
 * </pre>
 *
 * <p>A table's name is stored in UTF-16 units, because two different names with unpaired surrogates
 * may have the same UTF-8 encoding.
 */
final class WriteFormat {

  private static final int KIND_MASK = 3;
  private static final int DELETED = 4;
  private static final int WIDE = 8;
  private static final int MAX_NARROW = 0xFF;

  /** The maximum length of an encoded key in bytes, including its tag. */
  static final int MAX_KEY_BYTES = 2 + 2 * Key.MAX_TABLE_LENGTH + 2 + Key.MAX_ID_BYTES;

  private static final int MAX_KEPT_TABLES = 1024;

  /** For each table name, the encoded beginning of a write to this table, without the tag. */
  private final Map<String, byte[]> tables = new HashMap<>();

  /** Creates a format for one thread. */
  WriteFormat() {}

  /** The number that is passed in place of a value's length if the key is deleted. */
  static final int NO_VALUE = -1;

  /** The number that is passed in place of an id's length if the id is a number. */
  static final int NUMBER = -1;

  /**
   * Returns the length of a write, in bytes.
   *
   * @param idBytes the length of the key's id, or {@link #NUMBER}
   * @param valueBytes the length of the value, or {@link #NO_VALUE}
   */
  int length(String table, int idBytes, int valueBytes) {
    return 1
        + table(table).length
        + (idBytes == NUMBER ? Long.BYTES : Short.BYTES + idBytes)
        + (valueBytes == NO_VALUE ? 0 : Integer.BYTES + valueBytes);
  }

  /** Returns the maximum length, in bytes, of a write whose value has the given length. */
  static int room(int valueBytes) {
    return MAX_KEY_BYTES + Integer.BYTES + valueBytes;
  }

  /** Writes a key with its value. A null value deletes the key. */
  void put(ByteBuffer target, Key key, byte[] value) {
    putTable(target, key.kind(), value == null, key.table());
    putId(target, key);
    if (value != null) {
      target.putInt(value.length);
      target.put(value);
    }
  }

  /**
   * Writes a key and, unless the key is deleted, the length of its value. The caller must then
   * write the bytes of the value directly after the length.
   *
   * @param id the key's byte string; null for a number
   * @param valueBytes the length of the value, or {@link #NO_VALUE}
   */
  void put(ByteBuffer target, String table, long number, byte[] id, int valueBytes) {
    boolean deleted = valueBytes == NO_VALUE;
    putTable(target, id == null ? Key.Kind.NUMBER : Key.Kind.BYTES, deleted, table);
    if (id == null) {
      target.putLong(number);
    } else {
      target.putShort((short) id.length).put(id);
    }
    if (!deleted) {
      target.putInt(valueBytes);
    }
  }

  private void putTable(ByteBuffer target, Key.Kind kind, boolean deleted, String name) {
    byte[] table = table(name);
    boolean wide = table.length > 1 + name.length();
    target.put((byte) (kind.ordinal() | (deleted ? DELETED : 0) | (wide ? WIDE : 0)));
    target.put(table);
  }

  private byte[] table(String name) {
    byte[] known = tables.get(name);
    if (known != null) {
      return known;
    }
    if (tables.size() == MAX_KEPT_TABLES) {
      tables.clear();
    }
    byte[] encoded = encode(name);
    tables.put(name, encoded);
    return encoded;
  }

  private static byte[] encode(String table) {
    boolean wide = isWide(table);
    ByteBuffer bytes =
        ByteBuffer.allocate(1 + (wide ? 2 : 1) * table.length()).order(ByteOrder.LITTLE_ENDIAN);
    bytes.put((byte) table.length());
    for (int i = 0; i < table.length(); i++) {
      if (wide) {
        bytes.putChar(table.charAt(i));
      } else {
        bytes.put((byte) table.charAt(i));
      }
    }
    return bytes.array();
  }

  private static boolean isWide(String table) {
    for (int i = 0; i < table.length(); i++) {
      if (table.charAt(i) > MAX_NARROW) {
        return true;
      }
    }
    return false;
  }

  private static void putId(ByteBuffer target, Key key) {
    if (key.kind() == Key.Kind.NUMBER) {
      target.putLong(key.number());
      return;
    }
    int length = key.idLength();
    target.putShort((short) length);
    for (int i = 0; i < length; i++) {
      target.put(key.idByte(i));
    }
  }

  /** Returns whether a tag marks a deletion. */
  static boolean isDeleted(int tag) {
    return (tag & DELETED) != 0;
  }

  /** Returns the number of the key's kind in a tag. */
  static int kind(int tag) {
    return tag & KIND_MASK;
  }

  /**
   * Returns whether, according to a tag, the characters of the table's name have two bytes each.
   */
  static boolean hasWideTable(int tag) {
    return (tag & WIDE) != 0;
  }
}
