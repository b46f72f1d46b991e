package dev.yardmaster.api;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a value that a {@link BasicWriter} has written. The bytes may come from an untrusted
 * source: if they are not the encoding of a value, the methods throw {@link ErrorCode#DAMAGED}. The
 * methods allocate memory at most in proportion to the number of bytes. A reader reads one value,
 * on one thread.
 */
public final class BasicReader {

  private final ByteBuffer from;
  private int depth;
  private int elements;

  /** Creates a reader of these bytes. The bytes must not change. */
  public BasicReader(byte[] bytes) {
    from = ByteBuffer.wrap(bytes);
  }

  /** Returns whether the next value is null. If so, skips this value. */
  public boolean skipNull() {
    if (from.hasRemaining() && from.get(from.position()) == BasicFormat.NULL) {
      from.get();
      return true;
    }
    return false;
  }

  /** Reads true or false. */
  public boolean readBoolean() {
    byte tag = tag();
    if (tag != BasicFormat.TRUE && tag != BasicFormat.FALSE) {
      throw unexpected("a boolean", tag);
    }
    return tag == BasicFormat.TRUE;
  }

  /** Reads a number of 32 or 64 bits that is within the given range. */
  public int readInt(int min, int max) {
    long number = readLong();
    if (number < min || number > max) {
      throw KeptBytes.damaged("a number is out of range", "number", number);
    }
    return (int) number;
  }

  /** Reads a number of 32 or 64 bits. */
  public long readLong() {
    byte tag = tag();
    return switch (tag) {
      case BasicFormat.INT -> need(Integer.BYTES).getInt();
      case BasicFormat.LONG -> need(Long.BYTES).getLong();
      default -> throw unexpected("a number", tag);
    };
  }

  /** Reads a floating-point number. */
  public double readDouble() {
    expect(BasicFormat.DOUBLE, "a double");
    return need(Double.BYTES).getDouble();
  }

  /** Reads a text. */
  public String readText() {
    expect(BasicFormat.TEXT, "a text");
    return new String(block(), StandardCharsets.UTF_8);
  }

  /** Reads a string of bytes. The caller owns the array. */
  public byte[] readBytes() {
    expect(BasicFormat.BYTES, "bytes");
    return block();
  }

  /** Begins to read a list, and returns the number of its elements. */
  public int beginList() {
    expect(BasicFormat.LIST, "a list");
    return enterList();
  }

  /** Ends the innermost open list, after its last element was read. */
  public void endList() {
    depth--;
  }

  /** Reads a value of any type of {@link ValueCodec#basic}. */
  public @Nullable Object readValue() {
    byte tag = tag();
    return switch (tag) {
      case BasicFormat.NULL -> null;
      case BasicFormat.FALSE -> false;
      case BasicFormat.TRUE -> true;
      case BasicFormat.INT -> need(Integer.BYTES).getInt();
      case BasicFormat.LONG -> need(Long.BYTES).getLong();
      case BasicFormat.DOUBLE -> need(Double.BYTES).getDouble();
      case BasicFormat.TEXT -> new String(block(), StandardCharsets.UTF_8);
      case BasicFormat.BYTES -> block();
      case BasicFormat.LIST -> readElements();
      default -> throw KeptBytes.damaged("unknown tag", "tag", tag);
    };
  }

  private List<@Nullable Object> readElements() {
    int count = enterList();
    List<@Nullable Object> list = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      list.add(readValue());
    }
    endList();
    return Collections.unmodifiableList(list);
  }

  /**
   * Checks that the value has ended.
   *
   * @throws YardmasterException {@link ErrorCode#DAMAGED} if bytes follow
   */
  public void end() {
    if (from.hasRemaining()) {
      throw KeptBytes.damaged("extra bytes follow the data", "bytes", from.remaining());
    }
  }

  private int enterList() {
    if (depth == BasicFormat.MAX_DEPTH) {
      throw KeptBytes.damaged("lists are nested too deep", "depth", depth + 1);
    }
    int count = KeptBytes.count(from, need(Integer.BYTES).getInt());
    if (count > BasicFormat.MAX_ELEMENTS - elements) {
      throw KeptBytes.damaged(
          "lists have more than " + BasicFormat.MAX_ELEMENTS + " elements", "count", count);
    }
    depth++;
    elements += count;
    return count;
  }

  private byte[] block() {
    return KeptBytes.bytes(from, need(Integer.BYTES).getInt());
  }

  private byte tag() {
    return need(1).get();
  }

  private void expect(byte expected, String what) {
    byte tag = tag();
    if (tag != expected) {
      throw unexpected(what, tag);
    }
  }

  private static YardmasterException unexpected(String what, byte tag) {
    return KeptBytes.damaged("it has another type than " + what, "tag", tag);
  }

  private ByteBuffer need(int bytes) {
    if (from.remaining() < bytes) {
      throw KeptBytes.damaged("the data ends too early", "length", from.limit() + " bytes");
    }
    return from;
  }
}
