package dev.yardmaster.benchmarks.jdbc;

import dev.yardmaster.benchmarks.run.Spread;
import dev.yardmaster.benchmarks.wire.LatencyUs;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/**
 * What one side did in one recorded interval, or the medians over several.
 *
 * @param committedPerSecond transactions that committed, without the refused, per second
 * @param refusedPerCommit those that were refused for want of money, for each committed one
 * @param abortsPerCommit runs that a conflict ended, for each committed transaction
 * @param deadlocksPerCommit those of them that were a deadlock
 * @param mostAborts the most of one transaction
 * @param latency from the begin of a transaction's first attempt to its commit
 * @param clientCpuNsPerCommit processor time of this process, in ns, for each committed transaction
 * @param serverCpuNsPerCommit that of the server; 0 of one that is not the command's own
 * @param invariantHolds whether the bank's money was all there afterwards
 */
public record JdbcFigures(
    double committedPerSecond,
    double refusedPerCommit,
    double abortsPerCommit,
    double deadlocksPerCommit,
    int mostAborts,
    LatencyUs latency,
    double clientCpuNsPerCommit,
    double serverCpuNsPerCommit,
    boolean invariantHolds) {

  private static final double NS_PER_SECOND = 1e9;

  static JdbcFigures of(
      BankCounts counts, Histogram latencyNs, Spent spent, boolean invariantHolds) {
    double committed = Math.max(1, counts.committed());
    return new JdbcFigures(
        counts.committed() / (Math.max(1, spent.elapsedNs()) / NS_PER_SECOND),
        counts.refused() / committed,
        counts.aborts() / committed,
        counts.deadlocks() / committed,
        counts.mostAborts(),
        LatencyUs.of(latencyNs),
        spent.clientCpuNs() / committed,
        spent.serverCpuNs() / committed,
        invariantHolds);
  }

  /** The median of every figure, but the most of all extremes; the invariant must hold in all. */
  public static JdbcFigures median(List<JdbcFigures> repeats) {
    return new JdbcFigures(
        median(repeats, JdbcFigures::committedPerSecond),
        median(repeats, JdbcFigures::refusedPerCommit),
        median(repeats, JdbcFigures::abortsPerCommit),
        median(repeats, JdbcFigures::deadlocksPerCommit),
        repeats.stream().mapToInt(JdbcFigures::mostAborts).max().orElseThrow(),
        LatencyUs.median(repeats.stream().map(JdbcFigures::latency).toList()),
        median(repeats, JdbcFigures::clientCpuNsPerCommit),
        median(repeats, JdbcFigures::serverCpuNsPerCommit),
        repeats.stream().allMatch(JdbcFigures::invariantHolds));
  }

  private static double median(List<JdbcFigures> repeats, ToDoubleFunction<JdbcFigures> figure) {
    return Spread.of(repeats.stream().mapToDouble(figure).toArray()).median();
  }
}
