package dev.yardmaster.jdbc.advice;

import dev.yardmaster.jdbc.figures.Advice;
import dev.yardmaster.trials.TrialMetrics;
import java.util.SplittableRandom;

/**
 * A system in virtual time, whose clients run one transaction after another. The test sets how many
 * transactions commit in a second with and without scheduling, and by how much chance changes these
 * numbers.
 */
final class SimulatedSystem implements AdvisedSystem, TrialMetrics {
  static final long MS = 1_000_000;
  private static final int CLIENTS = 16;

  final SplittableRandom random = new SplittableRandom(61);
  double perSecondOn;
  double perSecondOff;
  double conflictsPerCommitOff;

  /** The largest share by which chance changes the rate of a second. */
  double noise;

  double lostShare = 0.4;
  boolean contended = true;
  boolean unprotected;
  boolean scheduling = true;
  boolean comparing;
  Advice.Verdict verdict;
  int switches;

  private double committed;
  private double conflicts;
  private long busyNs;
  private double factor = 1;
  long nowNs;

  /** Runs the system, and lets the advisor look once in each ms in which a transaction ends. */
  void run(long ms, Advisor advisor) {
    for (long i = 0; i < ms; i++) {
      if (nowNs % (1_000 * MS) == 0) {
        factor = 1 + noise * (2 * random.nextDouble() - 1);
      }
      nowNs += MS;
      double more = factor * (scheduling ? perSecondOn : perSecondOff) / 1_000;
      conflicts += scheduling ? 0 : more * conflictsPerCommitOff;
      busyNs += more == 0 ? 0 : CLIENTS * MS;
      long before = (long) committed;
      committed += more;
      if ((long) committed > before) {
        advisor.look(nowNs);
      }
    }
  }

  @Override
  public Totals totals() {
    return new Totals(
        (long) committed,
        (long) conflicts,
        (long) committed + (long) conflicts,
        unprotected ? (long) committed : 0,
        busyNs,
        (long) (busyNs * lostShare));
  }

  @Override
  public TrialMetrics contended() {
    return this;
  }

  @Override
  public boolean isContended() {
    return contended;
  }

  @Override
  public boolean isOn() {
    return scheduling;
  }

  @Override
  public void beginComparison(long atNs) {
    comparing = true;
  }

  @Override
  public void schedule(boolean on) {
    switches += on == scheduling ? 0 : 1;
    scheduling = on;
  }

  @Override
  public void endComparison(boolean on, Advice.Verdict found, long atNs) {
    comparing = false;
    verdict = found;
    scheduling = on;
  }

  @Override
  public void switchTo(boolean on, long atNs) {
    scheduling = on;
  }

  @Override
  public long completed() {
    return (long) committed;
  }

  @Override
  public long fullCycles() {
    return completed();
  }

  @Override
  public long inFlight() {
    return CLIENTS;
  }

  @Override
  public long costNs(long atNs) {
    return busyNs;
  }
}
