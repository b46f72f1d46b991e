package dev.yardmaster.benchmarks.shards;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Numbers the leader's batches, and divides each batch into slices. Several slicers can share the
 * numbers. Only one thread may use an instance. The cost of a batch is O(accesses).
 */
public final class Slicer {

  private final AtomicLong numbers;
  private List<BatchOutcome> decided = new ArrayList<>();

  /**
   * Creates a slicer.
   *
   * @param numbers the number of the next batch; the first batch has number 0
   */
  public Slicer(AtomicLong numbers) {
    this.numbers = numbers;
  }

  /** Adds the outcome of a batch, which the next slices will carry. */
  public void decided(BatchOutcome outcome) {
    decided.add(outcome);
  }

  /** Fills the slices of a batch. */
  public void slice(ShardedBatch batch) {
    batch.sliced(numbers.getAndIncrement());
    for (int shard = 0; shard < batch.shards(); shard++) {
      batch.slice(shard).clear();
      batch.slice(shard).carry(decided);
    }
    decided = new ArrayList<>();
    for (int place = 0; place < batch.size(); place++) {
      ShardedTransaction transaction = batch.transaction(place);
      for (int read = 0; read < transaction.reads(); read++) {
        batch
            .slice(transaction.readShard(read))
            .read(place, transaction.readFingerprint(read), transaction.freshThrough(read), read);
      }
      for (int write = 0; write < transaction.writes(); write++) {
        batch
            .slice(transaction.writeShard(write))
            .write(place, transaction.writeFingerprint(write));
      }
    }
  }
}
