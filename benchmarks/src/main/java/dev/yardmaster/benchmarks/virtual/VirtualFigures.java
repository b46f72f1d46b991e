package dev.yardmaster.benchmarks.virtual;

import dev.yardmaster.processor.PipelineCounters;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * What a pipeline did on virtual cores in a recorded interval.
 *
 * @param committedPerSecond transactions committed in a virtual second
 * @param refusedPerSecond transactions that it had no room for
 * @param abortsPerCommit runs that did not commit, for each that did
 * @param repairsPerCommit runs repaired at the final validation, for each commit
 * @param reorderBusy time that reorder workers were at work, over the interval's length
 * @param meanUs mean latency, from intended start to outcome, in µs
 * @param percentilesUs latencies at {@link #PERCENTILES}, in µs
 * @param ticks committed in a second, in each tenth of a second
 */
public record VirtualFigures(
    double committedPerSecond,
    double refusedPerSecond,
    double abortsPerCommit,
    double repairsPerCommit,
    double reorderBusy,
    double meanUs,
    List<Double> percentilesUs,
    List<Double> ticks) {

  /** The percentiles of latency that are told. */
  public static final List<Double> PERCENTILES = List.of(50.0, 75.0, 90.0, 95.0, 99.0, 99.9, 100.0);

  private static final double NS_PER_US = 1e3;
  private static final double NS_PER_SECOND = 1e9;

  /** Copies the lists. */
  public VirtualFigures {
    percentilesUs = List.copyOf(percentilesUs);
    ticks = List.copyOf(ticks);
  }

  static VirtualFigures of(
      PipelineCounters counters,
      long committed,
      long refused,
      Histogram latencyNs,
      List<Double> ticks,
      double seconds) {
    double commits = Math.max(1, counters.committed());
    return new VirtualFigures(
        committed / seconds,
        refused / seconds,
        counters.aborts() / commits,
        counters.repaired() / commits,
        counters.reorderBusyNs() / (seconds * NS_PER_SECOND),
        latencyNs.getTotalCount() == 0 ? 0 : latencyNs.getMean() / NS_PER_US,
        PERCENTILES.stream().map(p -> latencyNs.getValueAtPercentile(p) / NS_PER_US).toList(),
        ticks);
  }
}
