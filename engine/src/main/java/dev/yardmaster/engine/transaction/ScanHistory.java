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
 * Collects the reads of a worker's scans for the recorded history: rows that have no access, and
 * missing keys. Only the worker's thread calls the methods.
 */
final class ScanHistory {

  /**
   * The maximum length of a gap between two entries. The missing keys of a longer gap are not
   * recorded.
   */
  private static final int MAX_RECORDED_GAP = 64;

  private final AccessSet accesses;
  private final ConcurrencyControl control;
  private final ReadImages images;

  ScanHistory(WorkerContext worker, ConcurrencyControl control, ReadImages images) {
    this.control = control;
    this.images = images;
    accesses = worker.accesses();
  }

  /** Records a row that was read without an access. The row is null if the record is absent. */
  void row(Table table, long key, byte[] rest, Row row, long version) {
    if (row == null) {
      accesses.addMissing(table, key, rest, version);
    } else {
      Access access = accesses.addScanned(table, key, rest, version);
      images.keep(access, row.image(table.layout()));
    }
  }

  /**
   * Records the missing keys between two entries of a page as read, if the keys are numbers and
   * there are at most {@link #MAX_RECORDED_GAP} missing keys.
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
    long asOf = control.readAsOf();
    return asOf == 0 ? page.observed().stamp() : asOf;
  }

  /**
   * Records the missing keys between the first {@code count} entries of a page as read, under the
   * conditions of {@link #gap}.
   *
   * @param count the number of entries
   * @param from the lowest key that was read
   * @param to the first key above the keys that were read
   */
  void gaps(Table table, IndexPage page, int count, long from, long to, boolean backward) {
    if (!hasNumbers(table)) {
      return;
    }
    long asOf = asOf(page);
    long begin = from;
    for (int i = 0; i < count; i++) {
      long key = page.key(backward ? count - 1 - i : i);
      gap(table, begin, key, asOf);
      if (key == Long.MAX_VALUE) {
        return;
      }
      begin = key + 1;
    }
    gap(table, begin, to, asOf);
  }

  private void gap(Table table, long begin, long end, long asOf) {
    // The comparison is unsigned, because a gap may span more than half of all numbers.
    if (begin < end && Long.compareUnsigned(end - begin, MAX_RECORDED_GAP) <= 0) {
      for (long key = begin; key < end; key++) {
        accesses.addMissing(table, key, null, asOf);
      }
    }
  }
}
