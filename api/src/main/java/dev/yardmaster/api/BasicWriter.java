package dev.yardmaster.api;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes a value in the format of {@link ValueCodec#basic}. A codec uses a writer to write a value
 * as numbers, texts, bytes and lists. To write a list, call {@link #beginList}, write the elements,
 * and call {@link #endList}.
 *
 * <p>All methods throw {@link ErrorCode#BAD_VALUE} if lists are nested more than 8 deep, if all
 * lists together have more than 131,072 elements, or if the encoded value is longer than 1 GiB. The
 * error's details name the limit and the value that exceeds it. A writer writes one value, on one
 * thread.
 */
public final class BasicWriter {

  private static final VarHandle INT_VIEW =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG_VIEW =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final int maxBytes;
  private byte[] bytes;
  private int size;
  private int depth;
  private int elements;

  /** Creates a writer without bytes. */
  public BasicWriter() {
    this(64, BasicFormat.MAX_BYTES);
  }

  /** Creates a writer that expects this number of bytes, and accepts at most {@code maxBytes}. */
  BasicWriter(int expectedBytes, int maxBytes) {
    this.maxBytes = maxBytes;
    bytes = new byte[expectedBytes];
  }

  /** Returns the bytes that were written. The caller owns the array. */
  public byte[] toBytes() {
    return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
  }

  /** Writes null. */
  public void writeNull() {
    writeTag(BasicFormat.NULL, 0);
  }

  /** Writes true or false. */
  public void writeBoolean(boolean value) {
    writeTag(value ? BasicFormat.TRUE : BasicFormat.FALSE, 0);
  }

  /** Writes a 32-bit number. */
  public void writeInt(int value) {
    writeTag(BasicFormat.INT, Integer.BYTES);
    append(value);
  }

  /** Writes a 64-bit number. */
  public void writeLong(long value) {
    writeTag(BasicFormat.LONG, Long.BYTES);
    LONG_VIEW.set(bytes, size, value);
    size += Long.BYTES;
  }

  /** Writes a floating-point number. */
  public void writeDouble(double value) {
    writeTag(BasicFormat.DOUBLE, Double.BYTES);
    LONG_VIEW.set(bytes, size, Double.doubleToLongBits(value));
    size += Double.BYTES;
  }

  /** Writes a text. */
  public void writeText(String value) {
    byte[] encoded = value.getBytes(StandardCharsets.UTF_8);
    // The check rejects an unpaired surrogate, because encoding would replace it by another
    // character.
    if (!new String(encoded, StandardCharsets.UTF_8).equals(value)) {
      throw new YardmasterException(
          ErrorCode.BAD_VALUE, "a text must be valid Unicode", "characters", value.length());
    }
    writeBlock(BasicFormat.TEXT, encoded);
  }

  /** Writes a string of bytes. */
  public void writeBytes(byte[] value) {
    writeBlock(BasicFormat.BYTES, value);
  }

  /** Begins a list with this number of elements. */
  public void beginList(int count) {
    if (depth == BasicFormat.MAX_DEPTH) {
      throw new YardmasterException(
          ErrorCode.BAD_VALUE,
          "lists and records are nested at most " + BasicFormat.MAX_DEPTH + " deep",
          "depth",
          depth + 1);
    }
    if (count > BasicFormat.MAX_ELEMENTS - elements) {
      throw new YardmasterException(
          ErrorCode.BAD_VALUE,
          "a value's lists have at most " + BasicFormat.MAX_ELEMENTS + " elements in total",
          "elements",
          (long) elements + count);
    }
    depth++;
    elements += count;
    writeTag(BasicFormat.LIST, Integer.BYTES);
    append(count);
  }

  /** Ends the innermost open list, after its last element was written. */
  public void endList() {
    depth--;
  }

  /**
   * Writes a value of one of the types of {@link ValueCodec#basic}.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_VALUE} if the value has another type
   */
  public void writeValue(@Nullable Object value) {
    if (value == null) {
      writeNull();
    } else if (value instanceof Long number) {
      writeLong(number);
    } else if (value instanceof Integer number) {
      writeInt(number);
    } else if (value instanceof Boolean truth) {
      writeBoolean(truth);
    } else if (value instanceof String text) {
      writeText(text);
    } else if (value instanceof Double number) {
      writeDouble(number);
    } else if (value instanceof byte[] block) {
      writeBytes(block);
    } else if (value instanceof List<?> list) {
      beginList(list.size());
      for (Object element : list) {
        writeValue(element);
      }
      endList();
    } else {
      throw new YardmasterException(
          ErrorCode.BAD_VALUE,
          "the basic codec encodes booleans, numbers, texts, bytes and lists only",
          "type",
          value.getClass().getName());
    }
  }

  private void writeBlock(byte tag, byte[] block) {
    writeTag(tag, (long) Integer.BYTES + block.length);
    append(block.length);
    System.arraycopy(block, 0, bytes, size, block.length);
    size += block.length;
  }

  /** Writes a tag, and makes room for the bytes that follow. */
  private void writeTag(byte tag, long following) {
    long needed = size + 1 + following;
    if (needed > bytes.length) {
      grow(needed);
    }
    bytes[size++] = tag;
  }

  private void append(int number) {
    INT_VIEW.set(bytes, size, number);
    size += Integer.BYTES;
  }

  private void grow(long needed) {
    if (needed > maxBytes) {
      throw new YardmasterException(
          ErrorCode.BAD_VALUE,
          "an encoded value has at most " + maxBytes + " bytes",
          "length",
          needed + " bytes");
    }
    bytes = Arrays.copyOf(bytes, (int) Math.min(maxBytes, Math.max(needed, 2L * bytes.length)));
  }
}
