package dev.yardmaster.engine.schedule;

import dev.yardmaster.engine.table.Table;
import dev.yardmaster.reorder.AccessSets;

/** Turns declared keys into the fingerprints of a batch. Owned by the thread that deals. */
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

  /** Two keys that share a fingerprint cost only an unneeded assignment to the same worker. */
  static long fingerprint(Table table, long key) {
    return (key + table.number()) * 0x9E3779B97F4A7C15L + table.number();
  }
}
