package dev.yardmaster.benchmarks.load;

import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.Metric.Better;
import dev.yardmaster.benchmarks.measure.Metric.Shown;
import dev.yardmaster.benchmarks.measure.MetricValues;

/** What became of the transactions of an open loop. */
public final class ArrivalMetrics {

  /** How many were due. */
  public static final Metric OFFERED = Metric.fact("offeredPerSecond", "1/s", Shown.WHOLE);

  /** How many of them committed or were ended by their own logic. */
  public static final Metric ANSWERED = Metric.rate("answeredOfOfferedPerSecond");

  /** How many were not submitted, because too many were outstanding. */
  public static final Metric DROPPED =
      Metric.of("droppedPerSecond", "1/s", Better.LOWER, Shown.WHOLE);

  /** How many the service had no room for. */
  public static final Metric REFUSED =
      Metric.of("refusedPerSecond", "1/s", Better.LOWER, Shown.WHOLE);

  /** Whether as good as all that were due were answered: 1, or 0; over repeats, whether in all. */
  public static final Metric KEPT_UP = Metric.of("keptUp", "1", Better.HIGHER, Shown.WHOLE).least();

  /** Leaves room for what was under way when the interval began and when it ended. */
  private static final double MIN_ANSWERED = 0.95;

  private static final double NS_PER_SECOND = 1e9;

  private ArrivalMetrics() {}

  /** All of a recorded interval; none of a closed loop. */
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
