package dev.yardmaster.processor.coordinator;

import dev.yardmaster.api.logic.UserAbort;
import dev.yardmaster.service.TransactionLimits;
import dev.yardmaster.storage.WriteSet;
import dev.yardmaster.validator.NewestValues;
import dev.yardmaster.validator.ValidatedTransaction.Rerun;
import org.agrona.concurrent.NanoClock;

/**
 * Repeats the runs of stale procedures at the final validation, with the newest values. The thread
 * of the final validation owns this object, which serves the transactions of all processors.
 *
 * <p>The new run uses a buffer of this class. If the run succeeds, the buffer is exchanged with the
 * transaction's buffer; until then the transaction is unchanged. The procedure sees exactly the
 * values that a new run at this moment would see. The keys of the first round are the same as in
 * the earlier run; the procedure declares the keys of later rounds again. If no commit has written
 * a key since the transaction read it, the run uses the value that was read; otherwise it uses the
 * newest value.
 */
public final class ProcedureRepair {

  private final RunBuffer buffer;
  private final NanoClock clock;
  private final int maxValueBytes;
  private final long slowNs;

  /**
   * Creates a repairer.
   *
   * @param shards the number of storage shards
   * @param budgetNs the maximum total time of the repairs in one batch, in ns
   * @param fingerprints a fingerprint function that only this object uses, and that gives the same
   *     fingerprints as the functions of the processors
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
   * Repeats the run of a procedure.
   *
   * @param run the reads and the result of the earlier run; contains the new run if the method
   *     returns DONE
   * @param budgetNs the part of the batch's budget that the earlier repairs in the batch have left,
   *     in ns. A repair counts as slow if it takes more than half of the batch's budget
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
      // The final validation does not know the current result of a scan, so a run with a scan is
      // not repaired.
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

  /**
   * Finds the newest values of the keys that the last round has declared. Returns false if the
   * newest value of a key is not known.
   */
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
