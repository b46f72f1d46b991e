package dev.yardmaster.jdbc.admission;

import dev.yardmaster.jdbc.advice.AdvisedSystem;
import dev.yardmaster.jdbc.counting.TransactionCounters;
import dev.yardmaster.jdbc.figures.Advice;
import dev.yardmaster.jdbc.figures.PassReason;
import dev.yardmaster.trials.TrialMetrics;

/**
 * Connects the advisor to a database's admission. During a comparison, all contended classes are
 * scheduled while scheduling is on. The thread that advances the advisor uses the object.
 */
final class AdvisedAdmission implements AdvisedSystem {
  private final DatabaseAdmission database;
  private final ContendedMetrics contended;

  AdvisedAdmission(DatabaseAdmission database) {
    this.database = database;
    contended = new ContendedMetrics(database.classes());
  }

  @Override
  public Totals totals() {
    TransactionCounters counters = database.counters();
    return new Totals(
        counters.committed(),
        counters.conflicts(),
        counters.committed() + counters.rolledBack() + counters.aborted(),
        counters.passed(PassReason.ISOLATION),
        counters.busyNs(),
        counters.lostNs());
  }

  @Override
  public TrialMetrics contended() {
    return contended;
  }

  @Override
  public boolean isContended() {
    return !contended.isEmpty();
  }

  @Override
  public boolean isOn() {
    return database.gate().isOn();
  }

  @Override
  public void beginComparison(long nowNs) {
    if (database.trials() != null) {
      database.trials().freeze(nowNs);
    }
  }

  @Override
  public void schedule(boolean on) {
    database.gate().switchTo(on);
  }

  @Override
  public void endComparison(boolean on, Advice.Verdict verdict, long nowNs) {
    if (database.trials() != null && verdict != null) {
      switch (verdict) {
        case ON_GAINS, ON_SAVES_ABORTS -> database.trials().startFrom(true, nowNs);
        case OFF_GAINS, NOTHING_TO_GAIN -> database.trials().startFrom(false, nowNs);
        case UNCLEAR, TOO_LITTLE_TRAFFIC -> {}
      }
    }
    switchTo(on, nowNs);
  }

  @Override
  public void switchTo(boolean on, long nowNs) {
    database.gate().switchTo(on);
    if (database.trials() != null) {
      database.trials().goOn(on, nowNs);
    }
  }
}
