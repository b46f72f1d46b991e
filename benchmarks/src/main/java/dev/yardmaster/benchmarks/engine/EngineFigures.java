package dev.yardmaster.benchmarks.engine;

import dev.yardmaster.benchmarks.run.Spread;
import dev.yardmaster.benchmarks.wire.LatencyUs;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What one interval came to.
 *
 * @param committedPerSecond by the clock, or by virtual time
 * @param abortsPerCommit attempts that ended in a conflict
 * @param abortRate their share of all attempts
 * @param latency from a transaction's first attempt to its commit
 * @param sinceArrival from its arrival, and so with its time in a worker's queue
 * @param bytesPerCommit allocated by the workers; that of simulated ones has their switches in it
 * @param cpuNsPerCommit processor time of the workers, schedulers included; 0 for simulated ones
 * @param schedulingNs time at scheduling for each transaction, by the clock
 * @param bulk of bulk transactions alone; null if the workload has none
 * @param phases null unless they were timed
 */
public record EngineFigures(
    double committedPerSecond,
    double abortsPerCommit,
    double abortRate,
    LatencyUs latency,
    LatencyUs sinceArrival,
    double bytesPerCommit,
    double cpuNsPerCommit,
    double schedulingNs,
    BulkFigures bulk,
    PhaseFigures phases) {

  static EngineFigures median(List<EngineFigures> repeats) {
    return new EngineFigures(
        median(repeats, EngineFigures::committedPerSecond),
        median(repeats, EngineFigures::abortsPerCommit),
        median(repeats, EngineFigures::abortRate),
        LatencyUs.median(repeats.stream().map(EngineFigures::latency).toList()),
        LatencyUs.median(repeats.stream().map(EngineFigures::sinceArrival).toList()),
        median(repeats, EngineFigures::bytesPerCommit),
        median(repeats, EngineFigures::cpuNsPerCommit),
        median(repeats, EngineFigures::schedulingNs),
        repeats.stream().anyMatch(each -> each.bulk == null)
            ? null
            : BulkFigures.median(repeats.stream().map(EngineFigures::bulk).toList()),
        repeats.stream().anyMatch(each -> each.phases == null)
            ? null
            : PhaseFigures.median(repeats.stream().map(EngineFigures::phases).toList()));
  }

  private static double median(
      List<EngineFigures> repeats, ToDoubleFunction<EngineFigures> figure) {
    return Spread.of(repeats.stream().mapToDouble(figure).toArray()).median();
  }
}
