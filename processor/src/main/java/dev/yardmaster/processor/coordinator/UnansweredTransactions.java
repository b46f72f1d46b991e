package dev.yardmaster.processor.coordinator;

import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.history.HistoryRecorder;
import dev.yardmaster.processor.coordinator.TransactionSlot.Phase;
import dev.yardmaster.service.ServiceOutcomes;
import dev.yardmaster.validator.Decision;
import java.util.function.LongPredicate;

/**
 * Finds the transactions of a {@link Processor} whose callers have not been answered when the
 * agents have stopped. The thread that ends the service uses this object.
 */
public final class UnansweredTransactions {

  private final SlotPool slots;
  private final Submissions submissions;
  private final HistoryRecorder recorder;
  private final boolean durable;

  UnansweredTransactions(
      SlotPool slots, Submissions submissions, HistoryRecorder recorder, boolean durable) {
    this.slots = slots;
    this.submissions = submissions;
    this.recorder = recorder;
    this.durable = durable;
  }

  /**
   * Records in the history the transactions that were logged but not answered.
   *
   * @param survived returns whether the log contains a commit version
   */
  public void record(LongPredicate survived) {
    for (TransactionSlot slot : slots) {
      if (isCommitted(slot) && survived.test(slot.validation.commitVersion())) {
        slot.record(recorder, HistoryRecorder.UNKNOWN_END);
      }
    }
  }

  /**
   * Returns whether the slot's transaction has committed. The process may have ended after the
   * slot's writes were sent to storage and before the caller was answered.
   */
  private static boolean isCommitted(TransactionSlot slot) {
    return (slot.phase == Phase.VALIDATING || (slot.phase == Phase.INSTALLING && slot.work != null))
        && slot.validation.decision() == Decision.COMMIT
        && slot.validation.commitVersion() > 0;
  }

  /**
   * Ends all unanswered transactions with an error. If the service has a log, a transaction that
   * was sent to the validator has an unknown outcome, because its log record may already be on
   * disk.
   */
  public void reject(YardmasterException error) {
    for (TransactionSlot slot : slots) {
      if (slot.work != null) {
        slot.work.ended(
            (slot.phase == Phase.VALIDATING || slot.phase == Phase.INSTALLING) && durable
                ? ServiceOutcomes.unknownSince(error)
                : new Outcome.Rejected<>(error));
        slot.work = null;
      }
    }
    submissions.reject(error);
  }
}
