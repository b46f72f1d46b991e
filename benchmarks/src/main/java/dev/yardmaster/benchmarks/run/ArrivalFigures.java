package dev.yardmaster.benchmarks.run;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What became of the transactions of an open loop.
 *
 * @param offeredPerSecond how many were due
 * @param answeredPerSecond how many committed or were ended by their own logic
 * @param droppedPerSecond how many were not submitted, because too many were outstanding
 * @param refusedPerSecond how many the service had no room for
 * @param keptUp whether as good as all that were due were answered; over several intervals whether
 *     that was so in all
 */
public record ArrivalFigures(
    double offeredPerSecond,
    double answeredPerSecond,
    double droppedPerSecond,
    double refusedPerSecond,
    boolean keptUp) {

  /** Leaves room for what was under way when the interval began and when it ended. */
  private static final double LEAST_ANSWERED = 0.95;

  private static final double NS_PER_SECOND = 1e9;

  /** Null for a closed loop. */
  public static ArrivalFigures of(Recording recording) {
    Counts counts = recording.counts();
    double perSecond = NS_PER_SECOND / recording.elapsedNs();
    return counts.offered() == 0
        ? null
        : new ArrivalFigures(
            counts.offered() * perSecond,
            counts.answered() * perSecond,
            counts.dropped() * perSecond,
            counts.overloaded() * perSecond,
            counts.dropped() == 0
                && counts.overloaded() == 0
                && counts.answered() >= LEAST_ANSWERED * counts.offered());
  }

  /** Medians; null if there are none. */
  public static ArrivalFigures median(List<ArrivalFigures> repeats) {
    return repeats.isEmpty() || repeats.get(0) == null
        ? null
        : new ArrivalFigures(
            median(repeats, ArrivalFigures::offeredPerSecond),
            median(repeats, ArrivalFigures::answeredPerSecond),
            median(repeats, ArrivalFigures::droppedPerSecond),
            median(repeats, ArrivalFigures::refusedPerSecond),
            repeats.stream().allMatch(ArrivalFigures::keptUp));
  }

  private static double median(
      List<ArrivalFigures> repeats, ToDoubleFunction<ArrivalFigures> figure) {
    return Spread.of(repeats.stream().mapToDouble(figure).toArray()).median();
  }
}
