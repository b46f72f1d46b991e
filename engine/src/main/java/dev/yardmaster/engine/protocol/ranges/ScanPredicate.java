package dev.yardmaster.engine.protocol.ranges;

import dev.yardmaster.engine.index.OrderedIndex;
import dev.yardmaster.engine.table.Table;

/**
 * The part of one logical range that a transaction has scanned, and the range's version before the
 * scan. The paper's predicate is {@code {range, rd_ts, start, end, cover}} (ICDE 2018, section
 * III-B). A predicate is reused, and one worker owns it.
 */
final class ScanPredicate {

  int table;
  int range;

  /** The number that identifies the range's list of writers. */
  long list;

  /**
   * The paper's {@code rd_ts}: the number of writers that had registered in the list before the
   * scan read the range.
   */
  long version;

  /** The paper's {@code cover}: whether the scan read the whole range. */
  boolean covers;

  private long low;
  private byte[] lowRest;
  private long high;
  private byte[] highRest;

  /** Whether the scanned part includes its upper bound. */
  private boolean highScanned;

  ScanPredicate() {}

  /**
   * Sets the scanned part: from {@code from} inclusive to {@code to} exclusive, or without an upper
   * bound.
   */
  void set(Table ofTable, int ofRange, long from, byte[] fromRest, long to, byte[] toRest) {
    table = ofTable.number();
    range = ofRange;
    low = from;
    lowRest = fromRest;
    high = to;
    highRest = toRest;
    highScanned = false;
  }

  /**
   * Shortens the scanned part, because the scan has stopped at a key and has seen no row beyond
   * this key.
   */
  void stop(long key, byte[] rest, boolean backward) {
    covers = false;
    if (backward) {
      low = key;
      lowRest = rest;
    } else {
      high = key;
      highRest = rest;
      highScanned = true;
    }
  }

  /** Returns whether a write of a writer is in the scanned part. */
  boolean holds(Writer writer, int write) {
    if (writer.table(write) != table) {
      return false;
    }
    long key = writer.key(write);
    if (key < low || (key == low && writer.compareRest(write, lowRest) < 0)) {
      return false;
    }
    if (highRest == OrderedIndex.UNBOUNDED || key < high) {
      return true;
    }
    int order = key > high ? 1 : writer.compareRest(write, highRest);
    return order < 0 || (order == 0 && highScanned);
  }

  /** Clears references that would prevent garbage collection. */
  void clear() {
    lowRest = null;
    highRest = null;
  }
}
