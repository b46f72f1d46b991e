package dev.yardmaster.storage.table;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.YardmasterException;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * The layout of a key in a table on disk. The unsigned order of the bytes is the order of the keys.
 * Integers are big-endian.
 *
 * <pre>
 *   +---------------------+-------------+------+--------------------------------+
 *   | characters          | end of name | kind | id                             |
 *   +---------------------+-------------+------+--------------------------------+
 *   1 to 3 bytes each       00 00         1      number: 8, its sign bit flipped
 *                                                else: the bytes of the id
 * </pre>
 *
 * <p>A character is a UTF-16 code unit. Each unit, even a surrogate, is encoded as UTF-8 encodes
 * the code point with the same number. The reason is that keys are ordered by UTF-16 units, and the
 * order of code points differs from that order. The character 0 is encoded as {@code 00 01}, so the
 * end of the name is less than each character.
 *
 * <p>An instance decodes keys. Successive keys of the same table share the string of the table's
 * name. One thread uses an instance; any thread may call the static methods.
 */
public final class KeyFormat {

  /** The key of the table's {@link DiskTable.State}, which is below the keys of all entries. */
  private static final byte[] STATE = {0, 0};

  /**
   * A lower bound of the keys of entries: no table name is empty, so no key of an entry begins with
   * 00 00.
   */
  private static final byte[] LOWEST = {0, 1};

  /** An upper bound of all keys: no character's encoding begins with this byte. */
  private static final byte[] END = {(byte) 0xFF};

  private static final int NAME_END_BYTES = 2;
  private static final int KIND_BYTES = 1;
  private static final Key.Kind[] KINDS = Key.Kind.values();

  private static final int ONE_BYTE = 0x80;
  private static final int TWO_BYTES = 0x800;
  private static final int LEAD_OF_TWO = 0xC0;
  private static final int LEAD_OF_THREE = 0xE0;
  private static final int LEAD_MASK = 0xF0;
  private static final int MARK_MASK = 0xC0;
  private static final int MARK = 0x80;
  private static final int TAIL = 0x3F;
  private static final int TAIL_BITS = 6;

  private String name = "";

  /** The encoded {@link #name}, including its end. */
  private byte[] encodedName = {0, 0};

  /** Creates an instance that has decoded no key. */
  public KeyFormat() {}

  /**
   * Returns the key under which a table may keep its state. This key is below the keys of all
   * entries.
   */
  public static byte[] state() {
    return STATE.clone();
  }

  /** Returns a lower bound of the keys of entries, which is above {@link #state()}. */
  public static byte[] lowest() {
    return LOWEST.clone();
  }

  /** Returns an upper bound of all keys. */
  public static byte[] end() {
    return END.clone();
  }

  /** Encodes a key, which may also be a bound of a scan. */
  public static byte[] encode(Key key) {
    String table = key.table();
    byte[] bytes = new byte[nameBytes(table) + NAME_END_BYTES + KIND_BYTES + key.idLength()];
    int at = putName(table, bytes) + NAME_END_BYTES;
    bytes[at++] = (byte) key.kind().ordinal();
    if (key.kind() == Key.Kind.NUMBER) {
      ByteBuffer.wrap(bytes).putLong(at, key.number() ^ Long.MIN_VALUE);
    } else {
      for (int i = 0; i < key.idLength(); i++) {
        bytes[at + i] = key.idByte(i);
      }
    }
    return bytes;
  }

  private static int nameBytes(String table) {
    int bytes = 0;
    for (int i = 0; i < table.length(); i++) {
      char unit = table.charAt(i);
      bytes += unit == 0 ? 2 : unit < ONE_BYTE ? 1 : unit < TWO_BYTES ? 2 : 3;
    }
    return bytes;
  }

  /** Writes the characters of a name, and returns the position after them. */
  private static int putName(String table, byte[] bytes) {
    int at = 0;
    for (int i = 0; i < table.length(); i++) {
      char unit = table.charAt(i);
      if (unit == 0) {
        at++;
        bytes[at++] = 1;
      } else if (unit < ONE_BYTE) {
        bytes[at++] = (byte) unit;
      } else {
        if (unit < TWO_BYTES) {
          bytes[at++] = (byte) (LEAD_OF_TWO | unit >> TAIL_BITS);
        } else {
          bytes[at++] = (byte) (LEAD_OF_THREE | unit >> (2 * TAIL_BITS));
          bytes[at++] = (byte) (MARK | (unit >> TAIL_BITS & TAIL));
        }
        bytes[at++] = (byte) (MARK | (unit & TAIL));
      }
    }
    return at;
  }

  /**
   * Decodes the key of an entry.
   *
   * @throws IOException if the bytes are not the key of an entry
   */
  public Key decode(byte[] bytes) throws IOException {
    try {
      ByteBuffer source = ByteBuffer.wrap(bytes);
      if (startsWithLastName(bytes)) {
        source.position(encodedName.length);
      } else {
        name = readName(source);
        encodedName = Arrays.copyOf(bytes, source.position());
      }
      int kind = source.get();
      if (kind < 0 || kind >= KINDS.length) {
        throw new IllegalArgumentException("no such kind");
      }
      return decodeId(KINDS[kind], source);
    } catch (BufferUnderflowException | IllegalArgumentException | YardmasterException e) {
      throw new IOException("these bytes are not a key: 0x" + HexFormat.of().formatHex(bytes), e);
    }
  }

  private boolean startsWithLastName(byte[] bytes) {
    int length = encodedName.length;
    return length <= bytes.length && Arrays.equals(bytes, 0, length, encodedName, 0, length);
  }

  private Key decodeId(Key.Kind kind, ByteBuffer source) {
    if (kind == Key.Kind.NUMBER) {
      long number = source.getLong() ^ Long.MIN_VALUE;
      if (source.hasRemaining()) {
        throw new IllegalArgumentException("a number has 8 bytes");
      }
      return Key.of(name, number);
    }
    byte[] id = new byte[source.remaining()];
    source.get(id);
    return kind == Key.Kind.TEXT
        ? Key.of(name, new String(id, StandardCharsets.UTF_8))
        : Key.restored(name, id);
  }

  private static String readName(ByteBuffer source) {
    StringBuilder name = new StringBuilder();
    while (true) {
      int lead = source.get() & 0xFF;
      if (lead == 0) {
        int next = source.get();
        if (next == 0) {
          return name.toString();
        }
        if (next != 1) {
          throw new IllegalArgumentException("neither a character nor the end");
        }
        name.append('\0');
      } else if (lead < ONE_BYTE) {
        name.append((char) lead);
      } else if ((lead & LEAD_MASK) == LEAD_OF_THREE) {
        int high = (lead & ~LEAD_MASK) << TAIL_BITS | tail(source);
        name.append((char) (high << TAIL_BITS | tail(source)));
      } else if ((lead & LEAD_MASK) < LEAD_OF_THREE && lead >= LEAD_OF_TWO) {
        name.append((char) ((lead & ~LEAD_OF_TWO) << TAIL_BITS | tail(source)));
      } else {
        throw new IllegalArgumentException("no character begins like this");
      }
    }
  }

  private static int tail(ByteBuffer source) {
    int tail = source.get();
    if ((tail & MARK_MASK) != MARK) {
      throw new IllegalArgumentException("not a later byte of a character");
    }
    return tail & TAIL;
  }
}
