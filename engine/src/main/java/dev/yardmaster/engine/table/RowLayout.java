package dev.yardmaster.engine.table;

import java.util.ArrayList;
import java.util.List;

/**
 * What a table's rows are made of: numbers and short byte strings at fixed places in an array of
 * longs, or one value of any length. Immutable.
 *
 * <pre>
 *   row     | column | column | ...                     each from a whole long on
 *   number  | 64 bits |
 *   bytes   | length in the lower 32 bits | 8 bytes | 8 bytes | ...   up to the column's most
 * </pre>
 */
public final class RowLayout {

  /** Most bytes of a column of bytes; longer ones belong into a table of values. */
  public static final int MAX_COLUMN_BYTES = 4096;

  private static final RowLayout VALUE = new RowLayout(new Object(), List.of(), 0, true);

  private final Object owner;
  private final List<String> columns;
  private final int longs;
  private final boolean value;

  private RowLayout(Object owner, List<String> columns, int longs, boolean value) {
    this.owner = owner;
    this.columns = List.copyOf(columns);
    this.longs = longs;
    this.value = value;
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

    /** What people call it. */
    public String name() {
      return name;
    }

    /** Where it stands in the row, in longs. */
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

    /** What people call it. */
    public String name() {
      return name;
    }

    /** Where it stands in the row, in longs. */
    public int at() {
      return at;
    }

    /** Its most bytes. */
    public int maxBytes() {
      return maxBytes;
    }

    @Override
    public String toString() {
      return name + '(' + maxBytes + ')';
    }
  }

  /** Rows of one value each, which is an array of bytes that nobody changes. */
  public static RowLayout value() {
    return VALUE;
  }

  /** Starts a layout of columns. */
  public static Builder columns() {
    return new Builder();
  }

  /** Length of a row in longs; 0 for a table of values. */
  public int longs() {
    return longs;
  }

  /** What tells its columns from those of other layouts. */
  Object owner() {
    return owner;
  }

  /** Whether a row is one value. */
  public boolean isValue() {
    return value;
  }

  @Override
  public String toString() {
    return value ? "value" : String.join(", ", columns);
  }

  /** Collects the columns of a layout; each is given out as it is added. */
  public static final class Builder {

    private final List<String> columns = new ArrayList<>();
    private int longs;
    private boolean built;

    private Builder() {}

    private void requireOpen(String name) {
      if (built) {
        throw new IllegalStateException(
            "a layout that was built gets no further columns: column=" + name);
      }
    }

    /** Adds a number. */
    public LongColumn number(String name) {
      requireOpen(name);
      LongColumn column = new LongColumn(this, name, longs);
      columns.add(name);
      longs++;
      return column;
    }

    /**
     * Adds a byte string.
     *
     * @param maxBytes 1 to {@link #MAX_COLUMN_BYTES}
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
      columns.add(name + '(' + maxBytes + ')');
      longs += 1 + (maxBytes + Long.BYTES - 1) / Long.BYTES;
      return column;
    }

    /** The layout of the columns; several are of one kind, and each other's columns serve. */
    public RowLayout build() {
      if (longs == 0) {
        throw new IllegalArgumentException("a row has at least one column");
      }
      built = true;
      return new RowLayout(this, columns, longs, false);
    }
  }
}
