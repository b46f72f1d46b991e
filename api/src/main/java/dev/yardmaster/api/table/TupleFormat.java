package dev.yardmaster.api.table;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * The bytes of a {@link KeyTuple}. The unsigned order of the bytes is the order of the tuples. Each
 * part is a tag of 1 byte, followed by the part's bytes. Numbers are big-endian.
 *
 * <pre>
 *   number 10 | 8 bytes, the sign bit inverted
 *   double 20 | 8 bytes: the sign bit of a positive number, all bits of a negative number inverted
 *   text   30 | UTF-8, each 00 as 00 ff | 00
 *   bytes  40 | the bytes, each 00 as 00 ff | 00
 *   UUID   50 | 16 bytes
 *   time   60 | seconds: 8 bytes, the sign bit inverted | nanoseconds: 4 bytes
 * </pre>
 *
 * <p>All tags are less than ff. So a tuple is less than every longer tuple that extends it. The
 * bytes of the tuple followed by ff are greater than all these longer tuples.
 */
final class TupleFormat {

  static final byte NUMBER = 0x10;
  static final byte DOUBLE = 0x20;
  static final byte TEXT = 0x30;
  static final byte BYTES = 0x40;
  static final byte ID = 0x50;
  static final byte TIME = 0x60;

  /** The end of the range of all tuples with a given prefix is the prefix followed by this byte. */
  static final byte AFTER = (byte) 0xff;

  private static final byte END = 0;
  private static final byte ESCAPED = (byte) 0xff;

  private TupleFormat() {}

  /**
   * Returns whether a text is valid Unicode, so that encoding it in UTF-8 and decoding it returns
   * the same text.
   */
  static boolean isUnicode(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8).equals(text);
  }

  /** Encodes a part; returns false if its type is not in the table. */
  static boolean write(Object part, ByteArrayOutputStream to) {
    if (part instanceof Long number) {
      to.write(NUMBER);
      write(number ^ Long.MIN_VALUE, Long.BYTES, to);
    } else if (part instanceof Double number) {
      long bits = Double.doubleToLongBits(number);
      to.write(DOUBLE);
      write(bits < 0 ? ~bits : bits ^ Long.MIN_VALUE, Long.BYTES, to);
    } else if (part instanceof String text) {
      to.write(TEXT);
      escape(text.getBytes(StandardCharsets.UTF_8), to);
    } else if (part instanceof byte[] bytes) {
      to.write(BYTES);
      escape(bytes, to);
    } else if (part instanceof UUID uuid) {
      to.write(ID);
      write(uuid.getMostSignificantBits(), Long.BYTES, to);
      write(uuid.getLeastSignificantBits(), Long.BYTES, to);
    } else if (part instanceof Instant time) {
      to.write(TIME);
      write(time.getEpochSecond() ^ Long.MIN_VALUE, Long.BYTES, to);
      write(time.getNano(), Integer.BYTES, to);
    } else {
      return false;
    }
    return true;
  }

  private static void write(long number, int bytes, ByteArrayOutputStream to) {
    for (int shift = (bytes - 1) * Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
      to.write((int) (number >>> shift));
    }
  }

  private static void escape(byte[] bytes, ByteArrayOutputStream to) {
    for (byte each : bytes) {
      to.write(each);
      if (each == END) {
        to.write(ESCAPED);
      }
    }
    to.write(END);
  }

  /**
   * Decodes the parts.
   *
   * @throws RuntimeException if the bytes are not the encoding of a tuple. Some byte strings that
   *     are not encodings of a tuple are decoded without an error. Encoding the result then yields
   *     different bytes
   */
  static List<Object> read(byte[] encoded) {
    ByteBuffer from = ByteBuffer.wrap(encoded);
    List<Object> parts = new ArrayList<>();
    while (from.hasRemaining()) {
      byte tag = from.get();
      parts.add(
          switch (tag) {
            case NUMBER -> from.getLong() ^ Long.MIN_VALUE;
            case DOUBLE -> toDouble(from.getLong());
            case TEXT -> new String(unescape(from), StandardCharsets.UTF_8);
            case BYTES -> unescape(from);
            case ID -> new UUID(from.getLong(), from.getLong());
            case TIME -> Instant.ofEpochSecond(from.getLong() ^ Long.MIN_VALUE, from.getInt());
            default -> throw new IllegalArgumentException("unknown tag " + tag);
          });
    }
    return parts;
  }

  private static double toDouble(long bits) {
    return Double.longBitsToDouble(bits < 0 ? bits ^ Long.MIN_VALUE : ~bits);
  }

  private static byte[] unescape(ByteBuffer from) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    byte each = from.get();
    while (each != END || isEscaped(from)) {
      bytes.write(each);
      each = from.get();
    }
    return bytes.toByteArray();
  }

  /**
   * Returns whether the byte after a 00 marks the 00 as a byte of the part, not as the part's end.
   * If so, skips the marker byte.
   */
  private static boolean isEscaped(ByteBuffer from) {
    if (!from.hasRemaining() || from.get(from.position()) != ESCAPED) {
      return false;
    }
    from.get();
    return true;
  }
}
