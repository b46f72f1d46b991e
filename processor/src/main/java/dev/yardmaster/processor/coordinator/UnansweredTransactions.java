package dev.yardmaster.processor.coordinator;

import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.history.HistoryRecorder;
import dev.yardmaster.processor.coordinator.TransactionSlot.Phase;
import dev.yardmaster.service.ServiceOutcomes;
import dev.yardmaster.validator.Decision;
import java.util.function.LongPredicate;

/**
 * The transactions of a {@link Processor} whose callers have no answer when its agents no longer
 * run. For the thread that ends the service.
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
   * Records the transactions that were logged and not answered.
   *
   * @param survived whether a commit version was found in the log
   */
  public void record(LongPredicate survived) {
    for (TransactionSlot slot : slots) {
      if (isCommitted(slot) && survived.test(slot.validation.commitVersion())) {
        slot.record(recorder, HistoryRecorder.UNKNOWN_END);
      }
    }
  }

  /** The process may also have ended after the slot's writes were sent and before its answer. */
  private static boolean isCommitted(TransactionSlot slot) {
    return (slot.phase == Phase.VALIDATING || (slot.phase == Phase.INSTALLING && slot.work != null))
        && slot.validation.decision() == Decision.COMMIT
        && slot.validation.commitVersion() > 0;
  }

  /**
   * Ends all of them with an error. With a log, the outcome of a transaction that was sent to the
   * validator is unknown: its record may be on disk.
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
