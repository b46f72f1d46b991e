package dev.yardmaster.validator;

import dev.yardmaster.validator.ValidatedTransaction.Rerun;
import org.agrona.concurrent.NanoClock;

/**
 * Repairs stale transactions: runs a stale transaction again at its position in the final order.
 * Each batch has a time budget for repairs. When the budget is spent, stale transactions are
 * aborted instead of repaired. The thread of the final validation owns this object.
 */
final class Repairs {

  private final long budgetNs;
  private final NewestValues newest;
  private final NanoClock clock;
  private final ValidatorCounters counters;
  private long spentNs;

  /**
   * Creates the repairs.
   *
   * @param budgetNs the maximum total time of the repairs in a batch, in ns
   */
  Repairs(long budgetNs, CommittedVersions committed, NanoClock clock, ValidatorCounters counters) {
    this.budgetNs = budgetNs;
    this.newest = new NewestValues(committed);
    this.clock = clock;
    this.counters = counters;
  }

  /** Starts a batch and gives it the full time budget. */
  void beginBatch() {
    spentNs = 0;
  }

  /**
   * Runs a transaction again. Returns true if the run has succeeded; the request then contains the
   * reads and writes of this run.
   */
  boolean repair(ValidationRequest request) {
    if (spentNs >= budgetNs) {
      counters.count(ValidatorCounter.REPAIRS_OVER_BUDGET, 1);
      return false;
    }
    long beganNs = clock.nanoTime();
    Rerun rerun = request.runAgain(newest, beganNs, budgetNs - spentNs);
    long tookNs = clock.nanoTime() - beganNs;
    spentNs += tookNs;
    counters.count(ValidatorCounter.REPAIR_NS, tookNs);
    counters.count(counterOf(rerun), 1);
    return rerun == Rerun.DONE;
  }

  private static ValidatorCounter counterOf(Rerun rerun) {
    return switch (rerun) {
      case DONE -> ValidatorCounter.REPAIRED;
      case UNKNOWN_KEY -> ValidatorCounter.REPAIRS_WITH_UNKNOWN_KEY;
      case THREW -> ValidatorCounter.REPAIRS_THAT_THREW;
      case OVERDUE -> ValidatorCounter.REPAIRS_OVERDUE;
      case SUSPENDED -> ValidatorCounter.REPAIRS_SUSPENDED;
    };
  }
}
