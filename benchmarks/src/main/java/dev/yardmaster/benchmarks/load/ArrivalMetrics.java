package dev.yardmaster.benchmarks.load;

import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.Metric.Better;
import dev.yardmaster.benchmarks.measure.Metric.Shown;
import dev.yardmaster.benchmarks.measure.MetricValues;

/** The metrics of an open loop's transactions. */
public final class ArrivalMetrics {

  /** The number of transactions that arrived per second. */
  public static final Metric OFFERED = Metric.fact("offeredPerSecond", "1/s", Shown.WHOLE);

  /** The number of transactions per second that committed or were aborted by their own logic. */
  public static final Metric ANSWERED = Metric.rate("answeredOfOfferedPerSecond");

  /**
   * The number of transactions that were not submitted because the upper bound of outstanding
   * transactions was reached.
   */
  public static final Metric DROPPED =
      Metric.of("droppedPerSecond", "1/s", Better.LOWER, Shown.WHOLE);

  /** The number of transactions that the service refused because it was full. */
  public static final Metric REFUSED =
      Metric.of("refusedPerSecond", "1/s", Better.LOWER, Shown.WHOLE);

  /**
   * 1 if nearly all transactions that arrived were answered; otherwise 0. With several repeats, the
   * value is 1 only if it is 1 in each repeat.
   */
  public static final Metric KEPT_UP = Metric.of("keptUp", "1", Better.HIGHER, Shown.WHOLE).least();

  /**
   * The smallest share of answered transactions for which {@link #KEPT_UP} is 1. It is below 1
   * because transactions are in flight at the beginning and the end of the interval.
   */
  private static final double MIN_ANSWERED = 0.95;

  private static final double NS_PER_SECOND = 1e9;

  private ArrivalMetrics() {}

  /** Returns the metrics of a recorded interval; empty for a closed loop. */
  public static MetricValues of(RecordedInterval recording) {
    ClientCounts counts = recording.counts();
    if (counts.offered() == 0) {
      return new MetricValues();
    }
    double perSecond = NS_PER_SECOND / recording.elapsedNs();
    boolean keptUp =
        counts.dropped() == 0
            && counts.overloaded() == 0
            && counts.answered() >= MIN_ANSWERED * counts.offered();
    return new MetricValues()
        .put(OFFERED, counts.offered() * perSecond)
        .put(ANSWERED, counts.answered() * perSecond)
        .put(DROPPED, counts.dropped() * perSecond)
        .put(REFUSED, counts.overloaded() * perSecond)
        .put(KEPT_UP, keptUp ? 1 : 0);
  }
}
