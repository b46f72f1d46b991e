package dev.yardmaster.engine.protocol.ranges;

import dev.yardmaster.engine.index.OrderedIndex;
import dev.yardmaster.engine.table.Table;

/**
 * What a transaction has scanned of one logical range, and the range's version before it did (ICDE
 * 2018, section III-B): {@code {range, rd_ts, start, end, cover}}. Reused; owned by one worker.
 */
final class ScanPredicate {

  int table;
  int range;

  /** Tells the range's list of writers from all others. */
  long list;

  /** {@code rd_ts}: how many writers had registered before anything of the range was read. */
  long version;

  /** {@code cover}: all of the range was scanned. */
  boolean covers;

  private long low;
  private byte[] lowRest;
  private long high;
  private byte[] highRest;

  /** Whether the upper end itself was scanned, too. */
  private boolean highScanned;

  ScanPredicate() {}

  /** Covers from a key to before another, or without end. */
  void set(Table ofTable, int ofRange, long from, byte[] fromRest, long to, byte[] toRest) {
    table = ofTable.number();
    range = ofRange;
    low = from;
    lowRest = fromRest;
    high = to;
    highRest = toRest;
    highScanned = false;
  }

  /** The scan has seen nothing beyond a key. */
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

  /** Whether a write of a writer's is in what was scanned. */
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

  /** Forgets what could keep memory alive. */
  void clear() {
    lowRest = null;
    highRest = null;
  }
}
