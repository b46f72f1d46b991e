package dev.yardmaster.processor.coordinator;

import dev.yardmaster.api.logic.UserAbort;
import dev.yardmaster.service.TransactionLimits;
import dev.yardmaster.storage.WriteSet;
import dev.yardmaster.validator.NewestValues;
import dev.yardmaster.validator.ValidatedTransaction.Rerun;
import org.agrona.concurrent.NanoClock;

/**
 * Runs procedures again at the final validation, on the newest values. Owned by that stage's
 * thread, whichever processor the transaction came from.
 *
 * <p>The run goes into a buffer of its own, which is exchanged with the transaction's when all has
 * gone well; until then the transaction is as it was. A procedure sees in it just what an ordinary
 * run at this moment would see: the keys of its first round are known from before, those of later
 * rounds are asked for again, and each value is the one that the transaction has read if nothing
 * was written since, else the newest.
 */
public final class ProcedureRepair {

  private final RunBuffer buffer;
  private final NanoClock clock;
  private final int maxValueBytes;
  private final long slowNs;

  /**
   * A repairer.
   *
   * @param shards parts that storage has
   * @param budgetNs how long the runs of one batch may take
   * @param fingerprints its own, equal to those of the processors
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
   * @param run what it has read and come to before; holds the new run if the answer is DONE
   * @param budgetNs how long it may take: what others of its batch have left of the budget. It is
   *     slow when it takes more than half of a whole one
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
      // What a scan would find now is not known here.
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

  /** Finds the newest values of the keys declared last; false if one is not known. */
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
