package dev.yardmaster.engine.schedule;

import dev.yardmaster.engine.table.KeyHints;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.reorder.AccessSets;

/**
 * Converts declared keys into the fingerprints of a batch. Only the thread that deals the batch
 * uses this object.
 */
final class KeyFingerprints implements KeyHints {

  private final AccessSets batch;

  KeyFingerprints(AccessSets batch) {
    this.batch = batch;
  }

  @Override
  public void read(Table table, long key) {
    batch.read(fingerprint(table, key));
  }

  @Override
  public void write(Table table, long key) {
    batch.write(fingerprint(table, key));
  }

  /**
   * Returns the fingerprint of a key, which is a hash. If two keys have the same fingerprint, the
   * scheduler assumes a conflict that does not exist. So it may assign their transactions to the
   * same worker, or hold one of them back.
   */
  static long fingerprint(Table table, long key) {
    return (key + table.number()) * 0x9E3779B97F4A7C15L + table.number();
  }
}
