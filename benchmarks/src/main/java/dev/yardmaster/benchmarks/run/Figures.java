package dev.yardmaster.benchmarks.run;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.processor.PipelineCounters;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/**
 * What one side did in one recorded interval, or the medians over several.
 *
 * @param committedPerSecond transactions committed per second
 * @param abortsPerCommit runs that did not commit, over all causes, for each that did
 * @param abortsByCause the same for each cause
 * @param restartsPerCommit runs discarded and begun again, for each commit
 * @param repairsPerCommit runs that went stale and were repaired instead of restarted, for each
 *     commit
 * @param mostRestarts how often the unluckiest transaction was begun again; over several intervals
 *     the most of all
 * @param inFlight transactions in the service at once, on average, by Little's law; where it is far
 *     below the concurrency, the clients are the bottleneck
 * @param meanUs mean latency, in µs, from intended start to outcome
 * @param p50Us median latency
 * @param p75Us 75th percentile
 * @param p90Us 90th percentile
 * @param p95Us 95th percentile
 * @param p99Us 99th percentile
 * @param p999Us 99.9th percentile
 * @param maxUs longest; over several intervals the longest of all
 * @param victimsPerBatch transactions sacrificed in each batch of the validator
 * @param edgesPerBatch edges of each batch's conflict graph
 * @param provenShare share of the reordered batches whose victims are known to be the best choice
 * @param reorderBusy time that reorder workers were at work, over the interval's length
 * @param validatorNsPerCommit time that the validator's agents were at work, in ns, for each commit
 * @param cpuNsPerCommit processor time of the service's threads, in ns, for each commit; the
 *     clients of a closed loop act on them, and idle agents spin for a while before they sleep
 * @param log what became of the commit log; null if the side has none
 * @param overloadedPerCommit submissions refused for want of room, for each commit
 * @param arrivals what became of the transactions of an open loop; null for a closed one
 * @param invariantHolds whether the workload's invariant held afterwards
 */
public record Figures(
    double committedPerSecond,
    double abortsPerCommit,
    Map<AbortCause, Double> abortsByCause,
    double restartsPerCommit,
    double repairsPerCommit,
    double mostRestarts,
    double inFlight,
    double meanUs,
    double p50Us,
    double p75Us,
    double p90Us,
    double p95Us,
    double p99Us,
    double p999Us,
    double maxUs,
    double victimsPerBatch,
    double edgesPerBatch,
    double provenShare,
    double reorderBusy,
    double validatorNsPerCommit,
    double cpuNsPerCommit,
    LogFigures log,
    double overloadedPerCommit,
    ArrivalFigures arrivals,
    boolean invariantHolds) {

  private static final double NS_PER_US = 1e3;
  private static final double NS_PER_SECOND = 1e9;

  /** Copies the map, in the order of the causes. */
  public Figures {
    abortsByCause = Collections.unmodifiableMap(new EnumMap<>(abortsByCause));
  }

  static Figures of(Recording recording, boolean durable, boolean invariantHolds) {
    PipelineCounters counters = recording.counters();
    Histogram latencyNs = recording.latencyNs();
    Map<AbortCause, Double> abortsByCause = new EnumMap<>(AbortCause.class);
    for (AbortCause cause : AbortCause.values()) {
      abortsByCause.put(
          cause, per(counters.abortedRuns().getOrDefault(cause, 0L), counters.committed()));
    }
    return new Figures(
        recording.counts().committed() * NS_PER_SECOND / recording.elapsedNs(),
        per(counters.aborts(), counters.committed()),
        abortsByCause,
        per(counters.restarts(), counters.committed()),
        per(counters.repaired(), counters.committed()),
        recording.mostRestarts(),
        latencyNs.getMean() * latencyNs.getTotalCount() / recording.elapsedNs(),
        latencyNs.getMean() / NS_PER_US,
        latencyNs.getValueAtPercentile(50) / NS_PER_US,
        latencyNs.getValueAtPercentile(75) / NS_PER_US,
        latencyNs.getValueAtPercentile(90) / NS_PER_US,
        latencyNs.getValueAtPercentile(95) / NS_PER_US,
        latencyNs.getValueAtPercentile(99) / NS_PER_US,
        latencyNs.getValueAtPercentile(99.9) / NS_PER_US,
        latencyNs.getMaxValue() / NS_PER_US,
        per(counters.victims(), counters.batches()),
        per(counters.edges(), counters.batches()),
        per(counters.proven(), counters.reordered()),
        (double) counters.reorderBusyNs() / recording.elapsedNs(),
        per(counters.validatorBusyNs(), counters.committed()),
        per(recording.cpuNs(), counters.committed()),
        durable ? LogFigures.of(recording) : null,
        per(recording.counts().overloaded(), counters.committed()),
        ArrivalFigures.of(recording),
        invariantHolds);
  }

  /** The median of every figure, but the largest of the maxima; the invariant must hold in all. */
  static Figures median(List<Figures> repeats) {
    Map<AbortCause, Double> abortsByCause = new EnumMap<>(AbortCause.class);
    for (AbortCause cause : AbortCause.values()) {
      abortsByCause.put(cause, median(repeats, figures -> figures.abortsByCause().get(cause)));
    }
    return new Figures(
        median(repeats, Figures::committedPerSecond),
        median(repeats, Figures::abortsPerCommit),
        abortsByCause,
        median(repeats, Figures::restartsPerCommit),
        median(repeats, Figures::repairsPerCommit),
        repeats.stream().mapToDouble(Figures::mostRestarts).max().orElseThrow(),
        median(repeats, Figures::inFlight),
        median(repeats, Figures::meanUs),
        median(repeats, Figures::p50Us),
        median(repeats, Figures::p75Us),
        median(repeats, Figures::p90Us),
        median(repeats, Figures::p95Us),
        median(repeats, Figures::p99Us),
        median(repeats, Figures::p999Us),
        repeats.stream().mapToDouble(Figures::maxUs).max().orElseThrow(),
        median(repeats, Figures::victimsPerBatch),
        median(repeats, Figures::edgesPerBatch),
        median(repeats, Figures::provenShare),
        median(repeats, Figures::reorderBusy),
        median(repeats, Figures::validatorNsPerCommit),
        median(repeats, Figures::cpuNsPerCommit),
        repeats.get(0).log() == null
            ? null
            : LogFigures.median(repeats.stream().map(Figures::log).toList()),
        median(repeats, Figures::overloadedPerCommit),
        ArrivalFigures.median(repeats.stream().map(Figures::arrivals).toList()),
        repeats.stream().allMatch(Figures::invariantHolds));
  }

  private static double median(List<Figures> repeats, ToDoubleFunction<Figures> figure) {
    return Spread.of(repeats.stream().mapToDouble(figure).toArray()).median();
  }

  private static double per(long count, long units) {
    return (double) count / Math.max(1, units);
  }
}
