package dev.yardmaster.api;

import org.jspecify.annotations.Nullable;

/**
 * A request for the keys of a range that have a value, up to a limit. Instances are immutable.
 *
 * @param from the lowest key of the range
 * @param to the first key after the range, in the same table. Null means the table's end; the
 *     record then stores a key that is greater than all keys of the table
 * @param limit the maximum number of keys to return; 1 to {@link #MAX_LIMIT}
 * @param backward whether to start with the highest key
 */
public record Scan(Key from, Key to, int limit, boolean backward) {

  /** The maximum number of keys that one scan returns. */
  public static final int MAX_LIMIT = 10_000;

  /** The maximum number of scans of one transaction. */
  public static final int MAX_PER_TRANSACTION = 64;

  /**
   * Checks the range and the limit.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_KEY} for a null or reserved key; {@link
   *     ErrorCode#BAD_SCAN} for a range over several tables, a range with its end before its
   *     beginning, or a limit out of bounds
   */
  public Scan(Key from, @Nullable Key to, int limit, boolean backward) {
    Values.check(from);
    Key end = Key.endOf(from.table());
    to = to == null ? end : to;
    if (!to.table().equals(from.table()) && !to.equals(end)) {
      throw bad("a scan stays within one table", from, to);
    }
    if (to.compareTo(from) < 0) {
      throw bad("a scan's range does not end before it begins", from, to);
    }
    if (limit < 1 || limit > MAX_LIMIT) {
      throw new YardmasterException(
          ErrorCode.BAD_SCAN, "a scan gives 1 to " + MAX_LIMIT + " keys", "limit", limit);
    }
    this.from = from;
    this.to = to;
    this.limit = limit;
    this.backward = backward;
  }

  private static YardmasterException bad(String text, Key from, Key to) {
    return new YardmasterException(ErrorCode.BAD_SCAN, text, "from", from, "to", to);
  }

  /** Returns a scan that starts with the lowest key. */
  public static Scan forward(Key from, @Nullable Key to, int limit) {
    return new Scan(from, to, limit, false);
  }

  /** Returns a scan that starts with the highest key. */
  public static Scan backward(Key from, @Nullable Key to, int limit) {
    return new Scan(from, to, limit, true);
  }

  /** Returns whether the range ends at the table's end. */
  public boolean isToTableEnd() {
    return !to.table().equals(from.table());
  }

  /** Returns whether a key is in the range. */
  public boolean covers(Key key) {
    return from.compareTo(key) <= 0 && key.compareTo(to) < 0;
  }

  /** Returns a description of the scan for messages. */
  @Override
  public String toString() {
    return (backward ? "backward " : "")
        + from
        + " to "
        + (isToTableEnd() ? "the table's end" : to)
        + ", limit "
        + limit;
  }
}
