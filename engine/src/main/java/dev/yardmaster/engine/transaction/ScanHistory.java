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
 * Collects for the history what a worker's scans have read: rows without an access, and missing
 * keys. Owned by the worker's thread.
 */
final class ScanHistory {

  /** Greatest number of keys between two entries that are recorded as read and missing. */
  private static final int MAX_RECORDED_GAP = 64;

  private final AccessSet accesses;
  private final ConcurrencyControl control;
  private final ReadImages images;

  ScanHistory(WorkerContext worker, ConcurrencyControl control, ReadImages images) {
    this.control = control;
    this.images = images;
    accesses = worker.accesses();
  }

  /** Records a row that was read without an access; null stands for an absent row. */
  void row(Table table, long key, byte[] rest, Row row, long version) {
    if (row == null) {
      accesses.addMissing(table, key, rest, version);
    } else {
      Access access = accesses.addScanned(table, key, rest, version);
      images.keep(access, row.image(table.layout()));
    }
  }

  /**
   * Records the missing keys between two entries of a page as read, if the gap is narrow and the
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

  /** Records the missing keys of a whole page as read, under the conditions of {@link #gap}. */
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
    // Unsigned, since a gap may span more than half of all numbers.
    if (begin < end && Long.compareUnsigned(end - begin, MAX_RECORDED_GAP) <= 0) {
      for (long key = begin; key < end; key++) {
        accesses.addMissing(table, key, null, asOf);
      }
    }
  }
}
