package dev.yardmaster.engine.transaction;

import dev.yardmaster.engine.index.IndexPage;
import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.AccessSet;
import dev.yardmaster.engine.protocol.ConcurrencyControl;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;

/**
 * Notes what a worker's scans have read, for the history: rows that got no access, and keys that
 * were missing. Owned by the worker's thread.
 */
final class ScanHistory {

  /** Most keys between two entries that a history has as read when it was scanned. */
  private static final int MAX_RECORDED_GAP = 64;

  private final AccessSet accesses;
  private final ConcurrencyControl control;
  private final ReadImages images;

  ScanHistory(WorkerContext worker, ConcurrencyControl control, ReadImages images) {
    this.control = control;
    this.images = images;
    accesses = worker.accesses();
  }

  /** Notes a row that was read without an access; null if there was none. */
  void row(Table table, long key, byte[] rest, Row row, long version) {
    if (row == null) {
      accesses.addMissing(table, key, rest, version);
    } else {
      Access access = accesses.addScanned(table, key, rest, version);
      images.keep(access, row.image(table.layout()));
    }
  }

  /**
   * Notes the missing keys between two of a page's entries as read; of narrow gaps only, and where
   * keys are numbers.
   */
  void gap(Table table, IndexPage page, long begin, long end) {
    if (hasNumbers(table)) {
      gap(table, begin, end, asOf(page));
    }
  }

  private static boolean hasNumbers(Table table) {
    return table.definition().keys() == TableDefinition.Keys.NUMBERS;
  }

  private long asOf(IndexPage page) {
    return Math.max(control.readStamp(), page.observed().stamp());
  }

  /** Notes the missing keys of a whole page as read; as {@link #gap}. */
  void gaps(Table table, IndexPage page, long from, long to, boolean backward) {
    if (!hasNumbers(table)) {
      return;
    }
    long asOf = asOf(page);
    long begin = backward && page.goesOn() ? page.nextKey() : from;
    int count = page.count();
    for (int i = 0; i < count; i++) {
      long key = page.key(backward ? count - 1 - i : i);
      gap(table, begin, key, asOf);
      if (key == Long.MAX_VALUE) {
        return;
      }
      begin = key + 1;
    }
    gap(table, begin, backward || !page.goesOn() ? to : page.nextKey(), asOf);
  }

  private void gap(Table table, long begin, long end, long asOf) {
    // Unsigned: a gap may be wider than half of all numbers.
    if (begin < end && Long.compareUnsigned(end - begin, MAX_RECORDED_GAP) <= 0) {
      for (long key = begin; key < end; key++) {
        accesses.addMissing(table, key, null, asOf);
      }
    }
  }
}
