package dev.yardmaster.api;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Encodes the basic types as a tag of 1 byte, followed by the value. Numbers are big-endian.
 * Lengths and counts have 4 bytes.
 *
 * <pre>
 *   null 0 | false 1 | true 2 | int 3, 4 bytes | long 4, 8 bytes | double 5, 8 bytes
 *   text 6, length, UTF-8 | bytes 7, length, bytes | list 8, count, elements
 * </pre>
 */
final class BasicCodec implements ValueCodec<@Nullable Object> {

  static final BasicCodec INSTANCE = new BasicCodec();

  static final int MAX_DEPTH = 8;

  /** The maximum total number of elements of all lists in a value. */
  static final int MAX_ELEMENTS = 1 << 17;

  private static final byte NULL = 0;
  private static final byte FALSE = 1;
  private static final byte TRUE = 2;
  private static final byte INT = 3;
  private static final byte LONG = 4;
  private static final byte DOUBLE = 5;
  private static final byte TEXT = 6;
  private static final byte BYTES = 7;
  private static final byte LIST = 8;

  private BasicCodec() {}

  @Override
  public byte[] encode(@Nullable Object result) {
    // The most common results have a fast path.
    if (result == null) {
      return new byte[] {NULL};
    }
    if (result instanceof Long number) {
      return ByteBuffer.allocate(1 + Long.BYTES).put(LONG).putLong(number).array();
    }
    if (result instanceof Integer number) {
      return ByteBuffer.allocate(1 + Integer.BYTES).put(INT).putInt(number).array();
    }
    if (result instanceof Boolean truth) {
      return new byte[] {truth ? TRUE : FALSE};
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(16);
    var unused = checkElements(result, 0, 0);
    try {
      write(result, new DataOutputStream(bytes), 0);
    } catch (IOException e) {
      throw new UncheckedIOException("writing to an array cannot fail", e);
    }
    return bytes.toByteArray();
  }

  /** Returns {@code before} plus the number of elements of all lists in a value. */
  private static int checkElements(@Nullable Object value, int depth, int before) {
    if (!(value instanceof List<?> list) || depth == MAX_DEPTH) {
      return before;
    }
    int elements = before + list.size();
    if (elements > MAX_ELEMENTS) {
      throw new YardmasterException(
          ErrorCode.RESULT_NOT_KEPT,
          "lists with more than " + MAX_ELEMENTS + " elements in total cannot be kept",
          "elements",
          elements);
    }
    for (Object element : list) {
      elements = checkElements(element, depth + 1, elements);
    }
    return elements;
  }

  private static void write(@Nullable Object value, DataOutputStream out, int depth)
      throws IOException {
    if (value == null) {
      out.writeByte(NULL);
    } else if (value instanceof Boolean truth) {
      out.writeByte(truth ? TRUE : FALSE);
    } else if (value instanceof Integer number) {
      out.writeByte(INT);
      out.writeInt(number);
    } else if (value instanceof Long number) {
      out.writeByte(LONG);
      out.writeLong(number);
    } else if (value instanceof Double number) {
      out.writeByte(DOUBLE);
      out.writeDouble(number);
    } else if (value instanceof String text) {
      writeText(text, out);
    } else if (value instanceof byte[] bytes) {
      out.writeByte(BYTES);
      out.writeInt(bytes.length);
      out.write(bytes);
    } else if (value instanceof List<?> list && depth < MAX_DEPTH) {
      out.writeByte(LIST);
      out.writeInt(list.size());
      for (Object element : list) {
        write(element, out, depth + 1);
      }
    } else {
      throw new YardmasterException(
          ErrorCode.RESULT_NOT_KEPT,
          "only basic values and lists of them, up to " + MAX_DEPTH + " deep, can be kept",
          "type",
          value.getClass().getName());
    }
  }

  private static void writeText(String text, DataOutputStream out) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    // The check rejects an unpaired surrogate, because encoding would replace it by another
    // character.
    if (!new String(bytes, StandardCharsets.UTF_8).equals(text)) {
      throw new YardmasterException(
          ErrorCode.RESULT_NOT_KEPT,
          "a text without a UTF-8 encoding cannot be kept",
          "type",
          "String");
    }
    out.writeByte(TEXT);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  @Override
  public @Nullable Object decode(byte[] bytes) {
    return KeptBytes.decode(bytes, from -> new Reader(from).read(0));
  }

  /**
   * Reads one value. The bytes may come from a client, so their counts of elements may be wrong.
   */
  private static final class Reader {
    private final ByteBuffer from;
    private int elements;

    Reader(ByteBuffer from) {
      this.from = from;
    }

    @Nullable Object read(int depth) {
      byte tag = from.get();
      return switch (tag) {
        case NULL -> null;
        case FALSE -> false;
        case TRUE -> true;
        case INT -> from.getInt();
        case LONG -> from.getLong();
        case DOUBLE -> from.getDouble();
        case TEXT -> new String(KeptBytes.bytes(from, from.getInt()), StandardCharsets.UTF_8);
        case BYTES -> KeptBytes.bytes(from, from.getInt());
        case LIST -> readList(depth);
        default -> throw KeptBytes.damaged("unknown tag", "tag", tag);
      };
    }

    private List<@Nullable Object> readList(int depth) {
      if (depth == MAX_DEPTH) {
        throw KeptBytes.damaged("lists are nested too deep", "depth", depth);
      }
      int count = KeptBytes.count(from, from.getInt());
      if (count > MAX_ELEMENTS - elements) {
        throw KeptBytes.damaged(
            "lists have more than " + MAX_ELEMENTS + " elements", "count", count);
      }
      elements += count;
      List<@Nullable Object> list = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        list.add(read(depth + 1));
      }
      return Collections.unmodifiableList(list);
    }
  }
}
