package dev.yardmaster.processor.coordinator;

import dev.yardmaster.api.logic.UserAbort;
import dev.yardmaster.service.TransactionLimits;
import dev.yardmaster.storage.WriteSet;
import dev.yardmaster.validator.NewestValues;
import dev.yardmaster.validator.ValidatedTransaction.Rerun;
import org.agrona.concurrent.NanoClock;

/**
 * Runs stale procedures again at the final validation, on the newest values. Owned by that stage's
 * thread, for the transactions of all processors.
 *
 * <p>The run goes into a buffer of this class, which is exchanged with the transaction's buffer if
 * the run succeeds; until then the transaction is unchanged. The procedure sees exactly what an
 * ordinary run at this moment would see. The keys of its first round are those of the earlier run,
 * the keys of later rounds are asked for again, and each value is the one that the transaction has
 * read if the key was not written since, otherwise the newest value.
 */
public final class ProcedureRepair {

  private final RunBuffer buffer;
  private final NanoClock clock;
  private final int maxValueBytes;
  private final long slowNs;

  /**
   * Creates a repairer.
   *
   * @param shards number of storage shards
   * @param budgetNs how long the repairs of one batch may take in total
   * @param fingerprints used by this object only, and equal to those of the processors
   */
  public ProcedureRepair(
      TransactionLimits limits,
      int shards,
      long budgetNs,
      Fingerprints fingerprints,
      NanoClock clock) {
    this.buffer = new RunBuffer(new WriteSet(), fingerprints, limits, shards);
    this.clock = clock;
    this.maxValueBytes = limits.maxValueBytes();
    this.slowNs = budgetNs / 2;
  }

  /**
   * Runs a procedure again.
   *
   * @param run the reads and the result of the earlier run; holds the new run if the answer is DONE
   * @param budgetNs what the other repairs of the batch have left of the batch's budget. A repair
   *     is slow if it takes more than half of the batch's budget
   */
  Rerun runAgain(
      ProcedureCall call, RunBuffer run, NewestValues newest, long nowNs, long budgetNs) {
    RepairRecord record = call.registered().repairs();
    if (record.isSuspended(nowNs)) {
      record.ended(Rerun.SUSPENDED, nowNs, 0);
      return Rerun.SUSPENDED;
    }
    BoundedTransaction transaction =
        new BoundedTransaction(
            buffer, call.registered().name(), maxValueBytes, clock, nowNs, budgetNs);
    Rerun rerun = run(call, run, newest, transaction);
    transaction.end();
    if (rerun == Rerun.DONE) {
      run.exchange(buffer);
    }
    buffer.clear();
    record.ended(rerun, nowNs, (clock.nanoTime() - nowNs) / slowNs);
    return rerun;
  }

  private Rerun run(
      ProcedureCall call, RunBuffer run, NewestValues newest, BoundedTransaction transaction) {
    buffer.beginLike(run);
    do {
      // The result of a scan at this moment is not known here.
      if (buffer.scans.size() > 0 || !findValues(run, newest)) {
        return Rerun.UNKNOWN_KEY;
      }
    } while (call.declareNext(buffer, transaction));
    call.execute(buffer, transaction);
    if (transaction.isOverdue()) {
      return Rerun.OVERDUE;
    }
    return buffer.failure() == null || buffer.failure() instanceof UserAbort
        ? Rerun.DONE
        : Rerun.THREW;
  }

  /** Finds the newest values of the keys declared last; returns false if one is not known. */
  private boolean findValues(RunBuffer run, NewestValues newest) {
    for (int i = buffer.readsSent; i < buffer.reads.size(); i++) {
      int before = run.reads.find(buffer.reads.key(i), i);
      boolean wasRead = before >= 0 && before < run.readsSent;
      long freshThrough = wasRead ? run.reads.freshThrough(before) : NewestValues.NOT_READ;
      switch (newest.find(buffer.reads.fingerprint(i), buffer.reads.key(i), freshThrough)) {
        case UNCHANGED ->
            buffer.reads.found(i, run.reads.value(before), run.reads.version(before), freshThrough);
        case NEWER -> buffer.reads.found(i, newest.value(), newest.version(), newest.version());
        case UNKNOWN -> {
          return false;
        }
      }
    }
    buffer.readsSent = buffer.reads.size();
    return true;
  }
}
