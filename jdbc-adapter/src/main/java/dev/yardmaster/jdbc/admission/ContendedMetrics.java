package dev.yardmaster.jdbc.admission;

import dev.yardmaster.trials.TrialMetrics;
import java.util.function.ToLongFunction;

/**
 * The metrics of the contended classes, for trials and for the advisor. The metrics exclude all
 * other transactions, because a single long transaction, such as a report, would hide the effect of
 * scheduling. This class is thread-safe.
 */
final class ContendedMetrics implements TrialMetrics {
  private final TransactionClasses classes;

  ContendedMetrics(TransactionClasses classes) {
    this.classes = classes;
  }

  private long sum(ToLongFunction<TransactionClass> value) {
    long sum = 0;
    for (TransactionClass each : classes.all()) {
      sum += each.isContended() ? value.applyAsLong(each) : 0;
    }
    return sum;
  }

  boolean isEmpty() {
    return classes.all().stream().noneMatch(TransactionClass::isContended);
  }

  @Override
  public long completed() {
    return sum(each -> each.completed.sum());
  }

  /**
   * Returns the number of completed transactions. The time of a transaction is meaningful at any
   * load, so each transaction counts as a full cycle.
   */
  @Override
  public long fullCycles() {
    return completed();
  }

  @Override
  public long inFlight() {
    return sum(each -> each.running.sum());
  }

  @Override
  public long costNs(long nowNs) {
    return sum(each -> each.busyNs.sum());
  }
}
