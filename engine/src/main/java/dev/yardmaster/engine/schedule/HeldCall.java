package dev.yardmaster.engine.schedule;

import dev.yardmaster.engine.table.KeyHints;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.transaction.RecordLogic;
import java.util.Arrays;

/**
 * A transaction that waits or runs, with its declared keys. The object is reused, and only the
 * thread that holds the scheduler's lock may use it.
 */
final class HeldCall<T extends RecordLogic> implements KeyHints {

  T transaction;

  /** The number of younger transactions that have started while this transaction waited. */
  int passedOver;

  private long[] keys = new long[32];
  private boolean[] writes = new boolean[32];
  private int count;
  private int lastConflict;

  void begin(T ofTransaction) {
    transaction = ofTransaction;
    passedOver = 0;
    count = 0;
    lastConflict = 0;
    ofTransaction.declare(this);
  }

  @Override
  public void read(Table table, long key) {
    add(KeyFingerprints.fingerprint(table, key), false);
  }

  @Override
  public void write(Table table, long key) {
    add(KeyFingerprints.fingerprint(table, key), true);
  }

  private void add(long key, boolean isWritten) {
    if (count == keys.length) {
      keys = Arrays.copyOf(keys, 2 * count);
      writes = Arrays.copyOf(writes, 2 * count);
    }
    keys[count] = key;
    writes[count++] = isWritten;
  }

  /**
   * Returns whether this transaction conflicts with a running transaction. The method first checks
   * the key that caused the last conflict.
   */
  boolean conflicts(RunningKeys running) {
    for (int i = 0; i < count; i++) {
      int at = lastConflict + i;
      at = at < count ? at : at - count;
      if (running.conflicts(keys[at], writes[at])) {
        lastConflict = at;
        return true;
      }
    }
    return false;
  }

  void claim(RunningKeys running) {
    for (int i = 0; i < count; i++) {
      running.add(keys[i], writes[i]);
    }
  }

  void release(RunningKeys running) {
    for (int i = 0; i < count; i++) {
      running.remove(keys[i], writes[i]);
    }
  }
}
