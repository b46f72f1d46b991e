package dev.yardmaster.validator;

import dev.yardmaster.validator.ValidatedTransaction.Rerun;
import org.agrona.concurrent.NanoClock;

/**
 * Runs stale transactions again at their place in the final order, within a time budget for each
 * batch. A stale transaction beyond the budget restarts the ordinary way. Owned by the final
 * validation's thread.
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
   * @param budgetNs longest that a batch's repairs may take in total, in ns
   */
  Repairs(long budgetNs, CommittedVersions committed, NanoClock clock, ValidatorCounters counters) {
    this.budgetNs = budgetNs;
    this.newest = new NewestValues(committed);
    this.clock = clock;
    this.counters = counters;
  }

  /** Starts a batch, with an unspent budget. */
  void beginBatch() {
    spentNs = 0;
  }

  /** Runs a transaction again; returns true if the request holds a run on the newest values. */
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
