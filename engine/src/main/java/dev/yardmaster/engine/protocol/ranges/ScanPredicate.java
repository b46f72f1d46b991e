package dev.yardmaster.engine.protocol.ranges;

import dev.yardmaster.engine.index.OrderedIndex;
import dev.yardmaster.engine.table.Table;

/**
 * The part of one logical range that a transaction has scanned, and the range's version before the
 * scan (ICDE 2018, section III-B): {@code {range, rd_ts, start, end, cover}}. Reused; owned by one
 * worker.
 */
final class ScanPredicate {

  int table;
  int range;

  /** Identifies the range's list of writers. */
  long list;

  /**
   * {@code rd_ts}: the number of writers that had registered before anything of the range was read.
   */
  long version;

  /** {@code cover}: the whole range was scanned. */
  boolean covers;

  private long low;
  private byte[] lowRest;
  private long high;
  private byte[] highRest;

  /** Whether the upper bound itself was scanned. */
  private boolean highScanned;

  ScanPredicate() {}

  /**
   * Sets the part from {@code from} inclusive to {@code to} exclusive, or without an upper bound.
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

  /** Shortens the part: the scan has seen nothing beyond a key. */
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

  /** Returns whether a write is in the scanned part. */
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

  /** Drops references that could keep memory alive. */
  void clear() {
    lowRest = null;
    highRest = null;
  }
}
