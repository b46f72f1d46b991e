package dev.yardmaster.benchmarks.shards;

/**
 * The outcome of a batch, which every shard gets. It has the places of the transactions that commit
 * writes, in the order of their versions, and the lowest version. A network message would need a
 * bitmap of the batch, and the order, because the leader has reordered the batch. Instances are
 * immutable.
 */
public final class BatchOutcome {

  private final long batch;
  private final long firstVersion;
  private final int[] places;

  /** Takes ownership of the array. */
  BatchOutcome(long batch, long firstVersion, int[] places) {
    this.batch = batch;
    this.firstVersion = firstVersion;
    this.places = places;
  }

  long batch() {
    return batch;
  }

  int commits() {
    return places.length;
  }

  int place(int commit) {
    return places[commit];
  }

  long version(int commit) {
    return firstVersion + commit;
  }
}
