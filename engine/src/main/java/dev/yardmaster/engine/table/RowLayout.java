package dev.yardmaster.engine.table;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.List;

/**
 * The layout of a table's rows. Either a row has columns, which are numbers and short byte strings
 * at fixed positions in an array of longs, or the row is a single value of any length. A layout is
 * immutable.
 *
 * <pre>
 *   row     | column | column | ...                     each begins at a whole long
 *   number  | 64 bits |
 *   bytes   | length in the lower 32 bits | 8 bytes | 8 bytes | ...   up to the column's maximum
 * </pre>
 */
public final class RowLayout {

  /**
   * The maximum length of a byte string in a column, in bytes. For longer byte strings, the rows of
   * a table must be single values.
   */
  public static final int MAX_COLUMN_BYTES = 4096;

  private static final RowLayout VALUE = new RowLayout(new Object(), List.of(), 0, true);

  private final Object owner;
  private final List<Column> columns;
  private final int longs;
  private final boolean value;

  private RowLayout(Object owner, List<Column> columns, int longs, boolean value) {
    this.owner = owner;
    this.columns = List.copyOf(columns);
    this.longs = longs;
    this.value = value;
  }

  /**
   * The definition of one column.
   *
   * @param maxBytes the maximum number of bytes in the column; 0 for a column of numbers
   */
  public record Column(String name, int maxBytes) {

    /**
     * Returns the name. For a column of byte strings, the maximum number of bytes follows the name.
     */
    @Override
    public String toString() {
      return maxBytes == 0 ? name : name + '(' + maxBytes + ')';
    }
  }

  /** A column that holds a number. */
  public static final class LongColumn {

    final Object owner;
    private final String name;
    private final int at;

    LongColumn(Object owner, String name, int at) {
      this.owner = owner;
      this.name = name;
      this.at = at;
    }

    /** Returns the column's name. */
    public String name() {
      return name;
    }

    /** Returns the column's position in the row, in longs. */
    public int at() {
      return at;
    }

    @Override
    public String toString() {
      return name;
    }
  }

  /** A column that holds a byte string. */
  public static final class BytesColumn {

    final Object owner;
    private final String name;
    private final int at;
    private final int maxBytes;

    BytesColumn(Object owner, String name, int at, int maxBytes) {
      this.owner = owner;
      this.name = name;
      this.at = at;
      this.maxBytes = maxBytes;
    }

    /** Returns the column's name. */
    public String name() {
      return name;
    }

    /** Returns the column's position in the row, in longs. */
    public int at() {
      return at;
    }

    /** Returns the maximum number of bytes in the column. */
    public int maxBytes() {
      return maxBytes;
    }

    @Override
    public String toString() {
      return name + '(' + maxBytes + ')';
    }
  }

  /** Returns the length of a column in longs; {@code maxBytes} is 0 for a column of numbers. */
  static int longsOf(int maxBytes) {
    return 1 + (maxBytes + Long.BYTES - 1) / Long.BYTES;
  }

  /**
   * Returns the layout of rows that are single values; a value is a byte array that is never
   * changed.
   */
  public static RowLayout value() {
    return VALUE;
  }

  /** Returns a builder for a layout with columns. */
  public static Builder columns() {
    return new Builder();
  }

  /** Returns the length of a row in longs; 0 if a row is a single value. */
  public int longs() {
    return longs;
  }

  /** Returns the object that identifies this layout's columns. */
  Object owner() {
    return owner;
  }

  /** Returns whether a row is a single value. */
  public boolean isValue() {
    return value;
  }

  /** Returns the columns in their order; an empty list if a row is a single value. */
  public List<Column> definition() {
    return columns;
  }

  /**
   * Returns the number column with the given name.
   *
   * @throws IllegalArgumentException if the layout has no such column
   */
  public LongColumn number(String name) {
    return new LongColumn(owner, name, at(find(name, false)));
  }

  /**
   * Returns the byte-string column with the given name.
   *
   * @throws IllegalArgumentException if the layout has no such column
   */
  public BytesColumn bytes(String name) {
    int index = find(name, true);
    return new BytesColumn(owner, name, at(index), columns.get(index).maxBytes());
  }

  private int find(String name, boolean isBytes) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).name().equals(name) && columns.get(i).maxBytes() > 0 == isBytes) {
        return i;
      }
    }
    throw new IllegalArgumentException(
        "the layout has no column of "
            + (isBytes ? "byte strings" : "numbers")
            + " with this name: column="
            + name
            + ", columns="
            + this);
  }

  /** Returns the position of a column in the row, in longs. */
  private int at(int index) {
    int at = 0;
    for (Column column : columns.subList(0, index)) {
      at += column.maxBytes() == 0 ? 1 : longsOf(column.maxBytes());
    }
    return at;
  }

  @Override
  public String toString() {
    return value ? "value" : columns.stream().map(Column::toString).collect(joining(", "));
  }

  /** Builds a layout column by column. Each method that adds a column returns the new column. */
  public static final class Builder {

    private final List<Column> columns = new ArrayList<>();
    private int longs;
    private boolean built;

    private Builder() {}

    private void requireOpen(String name) {
      if (built) {
        throw new IllegalStateException("columns cannot be added after build: column=" + name);
      }
    }

    /** Adds a column of numbers. */
    public LongColumn number(String name) {
      requireOpen(name);
      LongColumn column = new LongColumn(this, name, longs);
      columns.add(new Column(name, 0));
      longs++;
      return column;
    }

    /**
     * Adds a column of byte strings.
     *
     * @param maxBytes the maximum number of bytes in the column, 1 to {@link #MAX_COLUMN_BYTES}
     */
    public BytesColumn bytes(String name, int maxBytes) {
      if (maxBytes < 1 || maxBytes > MAX_COLUMN_BYTES) {
        throw new IllegalArgumentException(
            "a column has 1 to "
                + MAX_COLUMN_BYTES
                + " bytes: column="
                + name
                + ", maxBytes="
                + maxBytes);
      }
      requireOpen(name);
      BytesColumn column = new BytesColumn(this, name, longs, maxBytes);
      columns.add(new Column(name, maxBytes));
      longs += longsOf(maxBytes);
      return column;
    }

    /**
     * Returns the layout with the columns that were added. All layouts that one builder returns
     * have the same column objects, so they are interchangeable.
     */
    public RowLayout build() {
      if (longs == 0) {
        throw new IllegalArgumentException("a row has at least one column");
      }
      built = true;
      return new RowLayout(this, columns, longs, false);
    }
  }
}
