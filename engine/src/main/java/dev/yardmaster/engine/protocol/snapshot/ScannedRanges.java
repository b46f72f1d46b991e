package dev.yardmaster.engine.protocol.snapshot;

import dev.yardmaster.engine.index.IndexPage;
import dev.yardmaster.engine.index.OrderedIndex;
import dev.yardmaster.engine.table.Table;
import java.util.Arrays;

/**
 * The ranges that a transaction has scanned. A certified transaction stores no other data about its
 * scans, because the rows of a scan are exactly the rows that are visible as of the transaction's
 * start. A list is reused, and one worker owns it.
 */
final class ScannedRanges {

  /** The maximum number of ranges for which a list keeps memory after a transaction. */
  static final int MAX_KEPT = 4096;

  private static final int FIRST_RANGES = 16;

  /** A range of the keys of a table. */
  static final class Range {
    private Table table;
    private long low;
    private byte[] lowRest;
    private long high;
    private byte[] highRest;

    /** Whether the scan has stopped early, at the key {@code last}, which is below {@code high}. */
    private boolean isCut;

    private long last;
    private byte[] lastRest;

    private Range() {}

    Table table() {
      return table;
    }

    /** Returns the first key of the range. */
    long low() {
      return low;
    }

    byte[] lowRest() {
      return lowRest;
    }

    /**
     * Returns the first key beyond the range. A scan that has stopped early has not reached this
     * key.
     */
    long high() {
      return high;
    }

    /** Returns the byte string of {@link #high}, or {@link OrderedIndex#UNBOUNDED}. */
    byte[] highRest() {
      return highRest;
    }

    /**
     * Returns the number of entries of a page that the scan has seen; they are the first entries of
     * the page.
     */
    int seen(IndexPage page) {
      int seen = page.count();
      if (isCut) {
        seen = 0;
        while (seen < page.count() && !endsBefore(page.key(seen), page.rest(seen))) {
          seen++;
        }
      }
      return seen;
    }

    /** Returns whether the scan stopped before a key. */
    boolean endsBefore(long key, byte[] rest) {
      return isCut && OrderedIndex.compareBound(key, rest, last, lastRest) > 0;
    }
  }

  private Range[] ranges = new Range[FIRST_RANGES];
  private int size;

  /**
   * Adds the range from {@code low} inclusive to {@code high} exclusive.
   *
   * @param highRest the byte string of {@code high}, or {@link OrderedIndex#UNBOUNDED}
   * @return the number of the range
   */
  int add(Table table, long low, byte[] lowRest, long high, byte[] highRest) {
    if (size == ranges.length) {
      ranges = Arrays.copyOf(ranges, 2 * size);
    }
    Range range = ranges[size];
    if (range == null) {
      range = new Range();
      ranges[size] = range;
    }
    range.table = table;
    range.low = low;
    range.lowRest = lowRest;
    range.high = high;
    range.highRest = highRest;
    range.isCut = false;
    return size++;
  }

  /**
   * Shortens a range, because its scan has stopped at a key and has seen no row beyond this key.
   */
  void stop(int number, long key, byte[] rest, boolean backward) {
    Range range = ranges[number];
    if (backward) {
      range.low = key;
      range.lowRest = rest;
    } else {
      range.isCut = true;
      range.last = key;
      range.lastRest = rest;
    }
  }

  int size() {
    return size;
  }

  Range get(int number) {
    return ranges[number];
  }

  /** Removes all ranges. */
  void clear() {
    for (int i = 0; i < size; i++) {
      Range range = ranges[i];
      range.table = null;
      range.lowRest = null;
      range.highRest = null;
      range.lastRest = null;
    }
    size = 0;
    if (ranges.length > MAX_KEPT) {
      ranges = Arrays.copyOf(ranges, MAX_KEPT);
    }
  }
}
