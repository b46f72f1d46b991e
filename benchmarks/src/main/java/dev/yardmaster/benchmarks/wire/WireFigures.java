package dev.yardmaster.benchmarks.wire;

import dev.yardmaster.benchmarks.run.ArrivalFigures;
import dev.yardmaster.benchmarks.run.Counts;
import dev.yardmaster.benchmarks.run.Recording;
import dev.yardmaster.benchmarks.run.Spread;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What one side did in one recorded interval, as its client saw it, or the medians over several.
 *
 * @param answeredPerSecond transactions that committed or that their own logic ended, per second;
 *     of the echo messages that were answered
 * @param committedPerSecond those of them that committed
 * @param restartsPerAnswer runs that a conflict discarded, for each answered transaction
 * @param overloadedPerAnswer submissions refused for want of room, for each answered transaction
 * @param latency null where it was not taken
 * @param arrivals what became of the transactions of an open loop; null for a closed one
 * @param invariantHolds whether the bank's money was all there afterwards
 */
public record WireFigures(
    double answeredPerSecond,
    double committedPerSecond,
    double restartsPerAnswer,
    double overloadedPerAnswer,
    LatencyUs latency,
    ArrivalFigures arrivals,
    boolean invariantHolds) {

  private static final double NS_PER_SECOND = 1e9;

  static WireFigures of(Recording recording, boolean invariantHolds) {
    Counts counts = recording.counts();
    double seconds = recording.elapsedNs() / NS_PER_SECOND;
    double answered = Math.max(1, counts.answered());
    return new WireFigures(
        counts.answered() / seconds,
        counts.committed() / seconds,
        counts.restarts() / answered,
        counts.overloaded() / answered,
        LatencyUs.of(recording.latencyNs()),
        ArrivalFigures.of(recording),
        invariantHolds);
  }

  /** The median of every figure, but the longest latency; the invariant must hold in all. */
  public static WireFigures median(List<WireFigures> repeats) {
    boolean timed = repeats.stream().allMatch(figures -> figures.latency() != null);
    return new WireFigures(
        median(repeats, WireFigures::answeredPerSecond),
        median(repeats, WireFigures::committedPerSecond),
        median(repeats, WireFigures::restartsPerAnswer),
        median(repeats, WireFigures::overloadedPerAnswer),
        timed ? LatencyUs.median(repeats.stream().map(WireFigures::latency).toList()) : null,
        ArrivalFigures.median(repeats.stream().map(WireFigures::arrivals).toList()),
        repeats.stream().allMatch(WireFigures::invariantHolds));
  }

  private static double median(List<WireFigures> repeats, ToDoubleFunction<WireFigures> figure) {
    return Spread.of(repeats.stream().mapToDouble(figure).toArray()).median();
  }
}
