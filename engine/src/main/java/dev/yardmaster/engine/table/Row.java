package dev.yardmaster.engine.table;

import dev.yardmaster.engine.table.RowLayout.BytesColumn;
import dev.yardmaster.engine.table.RowLayout.LongColumn;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Objects;

/**
 * A transaction's own copy of a record's row. What is set in it becomes the record's when the
 * transaction commits. For the thread that runs the transaction, and until that has ended: rows are
 * reused.
 *
 * <p>A column is one of the row's layout. Whoever sets another is told so; whoever reads another
 * reads something else.
 */
public class Row {

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long[] NO_WORDS = {};
  private static final byte[] NO_BYTES = {};

  /** The columns; longer than the row where an earlier one was. */
  protected long[] words = NO_WORDS;

  /** The value of a row that is one; its bytes are never changed. */
  protected byte[] value;

  /** Whose columns the transaction may change, if it may. */
  private Object owner;

  private boolean writable;

  /** An empty row. */
  protected Row() {}

  /** A row of a table that can be filled, to load it. */
  public static Row of(RowLayout layout) {
    Row row = new Row();
    row.reset(layout);
    return row;
  }

  /** Makes it an empty row that can be filled; the value of one that is a value has no bytes. */
  protected final void reset(RowLayout layout) {
    ensureRoom(layout.longs());
    Arrays.fill(words, 0, layout.longs(), 0);
    value = layout.isValue() ? NO_BYTES : null;
    allowChanges(layout);
  }

  /** From now on the columns of a layout may be changed. */
  protected final void allowChanges(RowLayout layout) {
    writable = true;
    Object ofLayout = layout.owner();
    if (owner != ofLayout) {
      owner = ofLayout;
    }
  }

  /** From now on nothing may be changed. */
  protected final void forbidChanges() {
    writable = false;
  }

  /** Makes room for a row of so many longs. */
  final void ensureRoom(int longs) {
    if (words.length < longs) {
      words = new long[longs];
    }
  }

  /** A column's number. */
  public final long getLong(LongColumn column) {
    return words[column.at()];
  }

  /**
   * Sets a column's number.
   *
   * @throws IllegalStateException if the row was only read, or the column is another layout's
   */
  public final void setLong(LongColumn column, long number) {
    requireWritable(column.owner);
    words[column.at()] = number;
  }

  /** Adds to a column's number. */
  public final void addLong(LongColumn column, long difference) {
    setLong(column, getLong(column) + difference);
  }

  /** How many bytes a column has. */
  public final int length(BytesColumn column) {
    return (int) words[column.at()];
  }

  /**
   * Copies a column's bytes.
   *
   * @param into takes them from its start; at least {@link #length} long
   * @return how many they are
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

  /** A copy of a column's bytes. */
  public final byte[] getBytes(BytesColumn column) {
    byte[] bytes = new byte[length(column)];
    getBytes(column, bytes);
    return bytes;
  }

  /**
   * Sets a column's bytes.
   *
   * @throws IllegalArgumentException if they are more than the column takes
   * @throws IllegalStateException as {@link #setLong}
   */
  public final void setBytes(BytesColumn column, byte[] bytes) {
    setBytes(column, bytes, bytes.length);
  }

  /**
   * Sets a column's bytes to the first of an array.
   *
   * @throws IllegalArgumentException if they are more than the column takes or the array has
   * @throws IllegalStateException as {@link #setLong}
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
        "the column has at most "
            + column.maxBytes()
            + " bytes, all of them given: column="
            + column.name()
            + ", length="
            + length
            + ", given="
            + bytes.length);
  }

  /** The value of a row that is one; not a copy, and not to be changed. */
  public final byte[] value() {
    return value;
  }

  /**
   * Sets the value of a row that is one; the array becomes the table's and stays as it is.
   *
   * @throws IllegalStateException if the row was only read, or has columns
   */
  public final void setValue(byte[] newValue) {
    requireWritable(RowLayout.value().owner());
    value = Objects.requireNonNull(newValue, "newValue");
  }

  /** The whole row as bytes: the value itself, or the columns one after the other. */
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

  /** Sets the whole row from its {@link #image}. */
  public final void setImage(RowLayout layout, byte[] image) {
    requireWritable(layout.owner());
    if (layout.isValue()) {
      value = image;
      return;
    }
    for (int i = 0; i < layout.longs(); i++) {
      words[i] = (long) LONG.get(image, i * Long.BYTES);
    }
  }

  /** Whether it is a row to be filled of this layout. */
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
            ? "the column is another layout's than the row's"
            : "a row that was only read is not changed; update gives one");
  }
}
