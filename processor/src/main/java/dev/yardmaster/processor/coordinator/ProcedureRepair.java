package dev.yardmaster.processor.coordinator;

import dev.yardmaster.api.logic.UserAbort;
import dev.yardmaster.service.TransactionLimits;
import dev.yardmaster.storage.WriteSet;
import dev.yardmaster.validator.NewestValues;
import dev.yardmaster.validator.ValidatedTransaction.Rerun;
import org.agrona.concurrent.NanoClock;

/**
 * Repairs procedures: if a procedure's reads are stale at the final validation, this class runs the
 * procedure again with the newest values. The object belongs to the thread of the final validation,
 * and repairs the transactions of all processors.
 *
 * <p>The new run uses a buffer of this class. If the run succeeds, this class exchanges its buffer
 * with the transaction's buffer; until then the transaction is unchanged. The procedure sees
 * exactly the values that a new run would read at this moment. The keys of the first round stay the
 * same; the procedure declares the keys of later rounds again. For each key, the new run uses the
 * value that the transaction read if no later commit has written the key, and otherwise the newest
 * value.
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
   * @param fingerprints a fingerprint function for this object alone, with the same results as the
   *     functions of the processors
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
   * @param run the reads and the result of the earlier run; replaced by the new run if the method
   *     returns DONE
   * @param budgetNs the time that is left for repairs in this batch, in ns. A repair counts as slow
   *     if it takes more than half of the batch's budget
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
      // A run with a scan is not repaired, because the final validation does not know what the
      // scan would find now.
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
   * Finds the newest values of the keys that the latest round has declared. Returns false if the
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
