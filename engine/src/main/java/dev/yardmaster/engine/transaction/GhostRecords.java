package dev.yardmaster.engine.transaction;

import dev.yardmaster.engine.index.Observation;
import dev.yardmaster.engine.protocol.ConcurrencyControl;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.table.Table;
import java.util.Arrays;

/**
 * A first-in, first-out queue of records that may be permanently absent (ghost records), with their
 * keys: deleted records, and records of inserts that did not commit. One worker owns the queue.
 */
final class GhostRecords {

  /**
   * One call of {@link #reclaim} stops after this number of busy records. The remaining records
   * stay in the queue for the next call.
   */
  private static final int MAX_BUSY = 64;

  /**
   * The number of records that one call of {@link #reclaim} tries in addition to twice the number
   * of records that were added since the last call.
   */
  private static final int STEP = 1_024;

  private Table[] tables = new Table[16];
  private long[] keys = new long[16];
  private byte[][] rests = new byte[16][];
  private int[] records = new int[16];
  private final Observation observed = new Observation();
  private int first;
  private int count;
  private int added;

  void add(Table table, long key, byte[] rest, int record) {
    if (count == tables.length) {
      grow();
    }
    int at = (first + count++) & (tables.length - 1);
    added++;
    tables[at] = table;
    keys[at] = key;
    rests[at] = rest;
    records[at] = record;
  }

  void addAll(GhostRecords others) {
    for (int i = 0; i < others.count; i++) {
      int at = (others.first + i) & (others.tables.length - 1);
      add(others.tables[at], others.keys[at], others.rests[at], others.records[at]);
    }
  }

  private void grow() {
    GhostRecords all = new GhostRecords(2 * tables.length);
    all.addAll(this);
    tables = all.tables;
    keys = all.keys;
    rests = all.rests;
    records = all.records;
    first = 0;
  }

  GhostRecords() {}

  private GhostRecords(int length) {
    tables = new Table[length];
    keys = new long[length];
    rests = new byte[length][];
    records = new int[length];
  }

  int size() {
    return count;
  }

  void clear() {
    while (count > 0) {
      dropFirst();
    }
  }

  private void dropFirst() {
    tables[first] = null;
    rests[first] = null;
    first = (first + 1) & (tables.length - 1);
    count--;
  }

  /**
   * Removes the index entries of the records that are permanently absent, and retires the slots of
   * these records. The method tries at most twice as many records as were added since the last
   * call, plus {@link #STEP}. A call tries each record at most once. A busy record moves to the end
   * of the queue. After {@link #MAX_BUSY} busy records, the method leaves the remaining records for
   * the next call. The worker calls this method inside an epoch and between transactions.
   */
  void reclaim(ConcurrencyControl control, WorkerContext worker) {
    int busy = 0;
    int most = Math.min(count, STEP + 2 * added);
    added = 0;
    for (int left = most; left > 0 && busy < MAX_BUSY; left--) {
      Table table = tables[first];
      long key = keys[first];
      byte[] rest = rests[first];
      int record = records[first];
      dropFirst();
      if (table.index().find(key, rest, observed) != record) {
        continue; // Another worker removed the entry.
      }
      long stamp = control.reclaim(table, record, key, rest);
      if (stamp == ConcurrencyControl.BUSY) {
        add(table, key, rest, record);
        busy++;
      } else if (stamp != ConcurrencyControl.IN_USE
          && table.index().remove(key, rest, record, stamp)) {
        table.removed(rest);
        worker.retire(table.records(), record);
      }
    }
  }

  @Override
  public String toString() {
    return count + " of " + Arrays.stream(tables).distinct().count() + " tables";
  }
}
