package dev.yardmaster.engine.table;

import dev.yardmaster.engine.table.RowLayout.BytesColumn;
import dev.yardmaster.engine.table.RowLayout.LongColumn;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A transaction's private copy of a record's row. The commit of the transaction copies the changes
 * into the record. Only the thread that runs the transaction may use the row, and only until the
 * transaction ends, because rows are reused.
 *
 * <p>A column must belong to the row's layout. An attempt to set a column of another layout throws
 * an exception. If a column of another layout is read, the result is unrelated data.
 */
public class Row {

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long[] NO_WORDS = {};
  private static final byte[] NO_BYTES = {};

  /**
   * The columns. The array may be longer than the row, because this object may have been used for a
   * longer row before.
   */
  protected long[] words = NO_WORDS;

  /** The value, if the table's rows are single values. The contents of this array never change. */
  protected byte @Nullable [] value;

  /**
   * The identity of the layout whose columns the transaction may change; valid only if {@code
   * writable} is set.
   */
  private @Nullable Object owner;

  private boolean writable;

  /** Creates an empty row. */
  protected Row() {}

  /** Creates a row for loading a table. All columns of the row can be set. */
  public static Row of(RowLayout layout) {
    Row row = new Row();
    row.reset(layout);
    return row;
  }

  /**
   * Makes this row empty, and allows changes to its columns. If the row is a single value, the
   * value becomes an empty array.
   */
  protected final void reset(RowLayout layout) {
    ensureRoom(layout.longs());
    Arrays.fill(words, 0, layout.longs(), 0);
    value = layout.isValue() ? NO_BYTES : null;
    allowChanges(layout);
  }

  /** Allows changes to the columns of the given layout. */
  protected final void allowChanges(RowLayout layout) {
    writable = true;
    Object ofLayout = layout.owner();
    if (owner != ofLayout) {
      owner = ofLayout;
    }
  }

  /** Forbids changes to the row. */
  protected final void forbidChanges() {
    writable = false;
  }

  /** Makes room for a row of the given length. */
  final void ensureRoom(int longs) {
    if (words.length < longs) {
      words = new long[longs];
    }
  }

  /** Returns a column's number. */
  public final long getLong(LongColumn column) {
    return words[column.at()];
  }

  /**
   * Sets a column's number.
   *
   * @throws IllegalStateException if the row is read-only, or the column belongs to another layout
   */
  public final void setLong(LongColumn column, long number) {
    requireWritable(column.owner);
    words[column.at()] = number;
  }

  /** Adds a number to a column. */
  public final void addLong(LongColumn column, long difference) {
    setLong(column, getLong(column) + difference);
  }

  /** Returns the number of bytes in a column. */
  public final int length(BytesColumn column) {
    return (int) words[column.at()];
  }

  /**
   * Copies a column's bytes.
   *
   * @param into receives the bytes, starting at index 0; at least {@link #length} bytes long
   * @return the number of bytes
   */
  public final int getBytes(BytesColumn column, byte[] into) {
    int length = length(column);
    int at = column.at() + 1;
    int copied = 0;
    for (; copied + Long.BYTES <= length; copied += Long.BYTES) {
      LONG.set(into, copied, words[at++]);
    }
    if (copied < length) {
      long rest = words[at];
      for (; copied < length; copied++) {
        into[copied] = (byte) rest;
        rest >>>= Byte.SIZE;
      }
    }
    return length;
  }

  /** Returns a copy of a column's bytes. */
  public final byte[] getBytes(BytesColumn column) {
    byte[] bytes = new byte[length(column)];
    getBytes(column, bytes);
    return bytes;
  }

  /**
   * Sets a column's bytes.
   *
   * @throws IllegalArgumentException if the array is longer than the column's maximum
   * @throws IllegalStateException if the row is read-only, or the column belongs to another layout
   */
  public final void setBytes(BytesColumn column, byte[] bytes) {
    setBytes(column, bytes, bytes.length);
  }

  /**
   * Sets a column's bytes to the first {@code length} bytes of an array.
   *
   * @throws IllegalArgumentException if {@code length} exceeds the column's maximum or the array's
   *     length
   * @throws IllegalStateException if the row is read-only, or the column belongs to another layout
   */
  public final void setBytes(BytesColumn column, byte[] bytes, int length) {
    requireWritable(column.owner);
    if (length < 0 || length > column.maxBytes() || length > bytes.length) {
      throw wrongLength(column, bytes, length);
    }
    words[column.at()] = length;
    int at = column.at() + 1;
    int copied = 0;
    for (; copied + Long.BYTES <= length; copied += Long.BYTES) {
      words[at++] = (long) LONG.get(bytes, copied);
    }
    if (copied < length) {
      long rest = 0;
      for (int i = length - 1; i >= copied; i--) {
        rest = (rest << Byte.SIZE) | (bytes[i] & 0xFF);
      }
      words[at] = rest;
    }
  }

  private static IllegalArgumentException wrongLength(
      BytesColumn column, byte[] bytes, int length) {
    return new IllegalArgumentException(
        "the length is at most the column's maximum and the array's length: maximum="
            + column.maxBytes()
            + ", column="
            + column.name()
            + ", length="
            + length
            + ", given="
            + bytes.length);
  }

  /**
   * Returns the value of a row that is a single value. The result is not a copy, and the caller
   * must not change the array.
   */
  @SuppressWarnings("NullAway") // A single value is not null.
  public final byte[] value() {
    return value;
  }

  /**
   * Sets the value of a row that is a single value. The table keeps the array, so the caller must
   * not change the array afterwards.
   *
   * @throws IllegalStateException if the row is read-only, or has columns
   */
  public final void setValue(byte[] newValue) {
    requireWritable(RowLayout.value().owner());
    value = Objects.requireNonNull(newValue, "newValue");
  }

  /** Returns the whole row as bytes: the value itself, or all columns in order. */
  @SuppressWarnings("NullAway") // A single value is not null.
  public final byte[] image(RowLayout layout) {
    if (layout.isValue()) {
      return value;
    }
    byte[] image = new byte[layout.longs() * Long.BYTES];
    for (int i = 0; i < layout.longs(); i++) {
      LONG.set(image, i * Long.BYTES, words[i]);
    }
    return image;
  }

  /** Returns the length of {@link #image}, in bytes. */
  public final int imageBytes(RowLayout layout) {
    return layout.isValue() ? value().length : layout.longs() * Long.BYTES;
  }

  /** Puts the bytes of {@link #image} into a little-endian buffer. */
  public final void putImage(RowLayout layout, ByteBuffer into) {
    if (layout.isValue()) {
      into.put(value());
      return;
    }
    for (int i = 0; i < layout.longs(); i++) {
      into.putLong(words[i]);
    }
  }

  /** Sets the whole row from an array that {@link #image} returned. */
  public final void setImage(RowLayout layout, byte[] image) {
    requireWritable(layout.owner());
    if (layout.isValue()) {
      value = image;
      return;
    }
    setColumns(layout, image, 0);
  }

  /**
   * Sets all columns of a row from bytes that {@link #image} returned.
   *
   * @param from the array with the bytes, which begin at the index {@code at}
   */
  public final void setColumns(RowLayout layout, byte[] from, int at) {
    requireWritable(layout.owner());
    long[] into = words;
    for (int i = 0; i < layout.longs(); i++) {
      into[i] = (long) LONG.get(from, at + i * Long.BYTES);
    }
  }

  /** Returns whether the row may be changed and has this layout. */
  public final boolean isOf(RowLayout layout) {
    return writable && owner == layout.owner();
  }

  private void requireWritable(Object ofColumn) {
    if (!writable || owner != ofColumn) {
      throw notWritable();
    }
  }

  private IllegalStateException notWritable() {
    return new IllegalStateException(
        writable
            ? "the column belongs to another layout than the row"
            : "a row returned by a read cannot be changed; use update");
  }
}
