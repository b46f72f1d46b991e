package dev.yardmaster.processor.coordinator;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.service.conflicts.sketch.ConflictSketch;
import dev.yardmaster.service.conflicts.sketch.ProcedureNames;
import dev.yardmaster.service.conflicts.sketch.RecentTransactions;
import dev.yardmaster.validator.ValidationRequest;

/** Counts the conflicts of a processor's transactions, by key and by pair of procedures. */
final class ConflictObserver {

  /**
   * The position of the lowest bit of the processor's index in a transaction's id. The lower bits
   * are the transaction's number.
   */
  static final int PROCESSOR_SHIFT = 55;

  private final RecentTransactions recent;
  private final ConflictSketch sketch;

  ConflictObserver(RecentTransactions recent, long beganNs) {
    this.recent = recent;
    this.sketch = new ConflictSketch(beganNs);
  }

  ConflictSketch sketch() {
    return sketch;
  }

  void admitted(TransactionSlot slot) {
    recent.admitted(
        processorOf(slot.transactionId), slot.transactionId, slot.work.procedureNumber());
  }

  /**
   * Counts an abort.
   *
   * @param read the position of the read that had the conflict; negative if the read is unknown
   */
  void aborted(TransactionSlot slot, AbortCause cause, int read) {
    slot.repairedKey = null;
    if (read >= 0) {
      sketch.onKey(cause, slot.run.reads.fingerprint(read), slot.run.reads.key(read));
    }
    sketch.between(slot.work.procedureNumber(), otherProcedure(slot));
  }

  /** Counts a commit that needed a repair. */
  void repaired(TransactionSlot slot) {
    sketch.repaired(slot.repairedFingerprint, slot.repairedKey);
    sketch.between(slot.work.procedureNumber(), otherProcedure(slot));
    slot.repairedKey = null;
  }

  void sweep(long nowNs) {
    sketch.sweep(nowNs);
  }

  private static int processorOf(long transactionId) {
    return (int) (transactionId >>> PROCESSOR_SHIFT);
  }

  private int otherProcedure(TransactionSlot slot) {
    long other = slot.validation.otherTransaction();
    return other == ValidationRequest.NONE
        ? ProcedureNames.UNKNOWN
        : recent.procedureOf(processorOf(other), other);
  }
}
