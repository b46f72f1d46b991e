package dev.yardmaster.api;

/**
 * What a scan asks for: the keys of a range that have a value, as many as the limit allows.
 * Immutable.
 *
 * @param from the lowest key of the range
 * @param to the first key behind the range, of the same table; null for the table's end, for which
 *     it then gives a key that no table has
 * @param limit how many keys it gives at most; 1 to {@link #MAX_LIMIT}
 * @param backward whether it begins with the highest key
 */
public record Scan(Key from, Key to, int limit, boolean backward) {

  /** Most keys that one scan gives. */
  public static final int MAX_LIMIT = 10_000;

  /** Most scans of one transaction. */
  public static final int MAX_PER_TRANSACTION = 64;

  /**
   * Checks the range and the limit.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_KEY} for a key that logic may not touch,
   *     {@link ErrorCode#BAD_SCAN} for a range over several tables, one that ends before it begins,
   *     or a limit out of its bounds
   */
  public Scan {
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
  }

  private static YardmasterException bad(String text, Key from, Key to) {
    return new YardmasterException(ErrorCode.BAD_SCAN, text, "from", from, "to", to);
  }

  /** A scan that begins with the lowest key. */
  public static Scan forward(Key from, Key to, int limit) {
    return new Scan(from, to, limit, false);
  }

  /** A scan that begins with the highest key. */
  public static Scan backward(Key from, Key to, int limit) {
    return new Scan(from, to, limit, true);
  }

  /** Whether its range ends with its table. */
  public boolean isToTableEnd() {
    return !to.table().equals(from.table());
  }

  /** Whether a key is in its range. */
  public boolean covers(Key key) {
    return from.compareTo(key) <= 0 && key.compareTo(to) < 0;
  }

  /** For people. */
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
