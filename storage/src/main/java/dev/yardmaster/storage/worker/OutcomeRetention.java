package dev.yardmaster.storage.worker;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.outcome.OutcomeHorizon;
import dev.yardmaster.storage.VersionedStore;

/**
 * Decides which outcomes of transactions with an id a shard keeps. A shard keeps the outcomes of
 * ids at or above the horizon, and at most {@code most} outcomes. If a shard has more than {@code
 * most} outcomes, it first raises the horizon and then discards the oldest outcomes.
 *
 * @param horizon the horizon, which all shards share
 * @param most the maximum number of outcomes that the shard keeps
 */
public record OutcomeRetention(OutcomeHorizon horizon, int most) {

  /**
   * The maximum number of outcomes that one call discards. The number is small, so that requests do
   * not have to wait long.
   */
  static final int BATCH = 256;

  private static final Key LOWEST = firstKeyOf(0);

  private static Key firstKeyOf(long createdMs) {
    return new TransactionId(createdMs, 0, 0).outcomeKey();
  }

  /**
   * Discards at most {@link #BATCH} outcomes that the shard need not keep. Returns the number of
   * discarded outcomes.
   */
  int forget(VersionedStore store) {
    long horizonMs = horizon.advance();
    int excess = Math.min(BATCH, store.reservedSize() - most);
    if (excess > 0) {
      horizon.raise(createdMs(store, excess) + 1);
      horizonMs = horizon.get();
    }
    return store.forget(LOWEST, firstKeyOf(horizonMs), BATCH);
  }

  /** Returns the creation time of the {@code nth} oldest outcome's id. */
  private static long createdMs(VersionedStore store, int nth) {
    NthKey found = new NthKey(nth);
    store.scan(LOWEST, null, found);
    return TransactionId.ofOutcomeKey(found.key).createdMs();
  }

  private static final class NthKey implements VersionedStore.Visitor {
    private int left;
    private Key key;

    NthKey(int nth) {
      left = nth;
    }

    @Override
    public boolean visit(VersionedStore.Entry entry) {
      key = entry.key();
      return --left > 0;
    }
  }
}
