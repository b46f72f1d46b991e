package dev.yardmaster.benchmarks.shards;

import dev.yardmaster.validator.Decision;
import java.util.Arrays;

/**
 * Decides on the transactions of one batch after the other, and assigns the commit versions. Only
 * one thread may use an instance.
 *
 * <p>A condition of a vote names an undecided transaction that writes the key of a read. The
 * decider can resolve every condition, because it keeps the outcomes of the last batches. If the
 * named transaction has committed, the read is stale only if the commit version is above the read's
 * last fresh version. If the commit version is not above it, the read may have seen this write. For
 * reads of transactions that have no order, the orderer also names the writers in the same batch.
 */
public class BatchDecider {

  private final long[][] versions;
  private final ShardMeter meter;
  private long lastVersion;

  /**
   * Creates a decider.
   *
   * @param batches the number of batches whose outcomes are kept, a power of two; a shard's vote
   *     names only transactions of these batches
   */
  public BatchDecider(int batches, ShardMeter meter) {
    versions = new long[batches][0];
    this.meter = meter;
  }

  /** Decides on the next batch. Returns the outcome for the shards. */
  public final BatchOutcome decide(ShardedBatch batch) {
    long lastBefore = lastVersion;
    long[] own = outcomes(batch);
    int[] committed = new int[batch.toDecide()];
    int commits = 0;
    for (int i = 0; i < batch.toDecide(); i++) {
      int place = batch.inOrder(i);
      ShardedTransaction transaction = batch.transaction(place);
      boolean fresh = isFresh(batch, transaction);
      if (fresh && i >= batch.ordered()) {
        fresh = isFreshInBatch(batch, transaction, own);
      }
      if (!fresh && !transaction.isRepairable()) {
        transaction.abort(Decision.VALIDATION);
        continue;
      }
      if (!fresh) {
        repair(batch, transaction, own);
      }
      if (transaction.writes() == 0) {
        transaction.commit(0);
        continue;
      }
      transaction.commit(++lastVersion);
      own[place] = lastVersion;
      committed[commits++] = place;
    }
    meter.decided(batch.size());
    return new BatchOutcome(batch.number(), lastBefore + 1, Arrays.copyOf(committed, commits));
  }

  private long[] outcomes(ShardedBatch batch) {
    int at = (int) batch.number() & (versions.length - 1);
    if (versions[at].length < batch.size()) {
      versions[at] = new long[batch.size()];
    } else {
      Arrays.fill(versions[at], 0);
    }
    return versions[at];
  }

  private boolean isFresh(ShardedBatch batch, ShardedTransaction transaction) {
    if (transaction.isStale()) {
      return false;
    }
    for (int remark = transaction.firstRemark();
        remark != ShardedTransaction.NONE;
        remark = batch.nextRemark(remark)) {
      Votes votes = batch.remarkVotes(remark);
      int index = batch.remarkIndex(remark);
      if (newestOf(votes, index) > transaction.freshThrough(votes.readNumber(index))) {
        return false;
      }
    }
    return true;
  }

  /** Returns the highest version of the transactions that a remark's conditions name. */
  private long newestOf(Votes votes, int remark) {
    int end = votes.conditionEnd(remark);
    int resolved = 0;
    long newest = 0;
    for (int i = votes.conditionBegin(remark); i < end; i++) {
      newest = Math.max(newest, versionOf(votes.conditionBatch(i), votes.conditionPlace(i)));
      resolved++;
    }
    meter.resolved(resolved);
    return newest;
  }

  /**
   * Returns the commit version of a transaction of an earlier batch; 0 if the transaction has
   * committed no write.
   */
  protected long versionOf(long batch, int place) {
    return versions[(int) batch & (versions.length - 1)][place];
  }

  private boolean isFreshInBatch(ShardedBatch batch, ShardedTransaction transaction, long[] own) {
    for (int writer = transaction.firstWriter();
        writer != ShardedTransaction.NONE;
        writer = batch.nextWriter(writer)) {
      meter.resolved(1);
      if (own[batch.writerPlace(writer)] > transaction.freshThrough(batch.writerRead(writer))) {
        return false;
      }
    }
    return true;
  }

  private void repair(ShardedBatch batch, ShardedTransaction transaction, long[] own) {
    for (int remark = transaction.firstRemark();
        remark != ShardedTransaction.NONE;
        remark = batch.nextRemark(remark)) {
      Votes votes = batch.remarkVotes(remark);
      int index = batch.remarkIndex(remark);
      long newest = Math.max(votes.newest(index), newestOf(votes, index));
      transaction.readAgain(votes.readNumber(index), newest);
    }
    for (int writer = transaction.firstWriter();
        writer != ShardedTransaction.NONE;
        writer = batch.nextWriter(writer)) {
      meter.resolved(1);
      transaction.readAgain(batch.writerRead(writer), own[batch.writerPlace(writer)]);
    }
    transaction.repaired();
    meter.repaired();
  }
}
