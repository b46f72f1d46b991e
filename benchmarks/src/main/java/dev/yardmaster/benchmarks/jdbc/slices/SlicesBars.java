package dev.yardmaster.benchmarks.jdbc.slices;

import dev.yardmaster.benchmarks.jdbc.JdbcMetrics;
import dev.yardmaster.benchmarks.measure.Claim;
import dev.yardmaster.benchmarks.measure.Latency;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.MetricRef;
import dev.yardmaster.benchmarks.measure.Results;
import java.util.List;
import java.util.Locale;

/**
 * The bars (required ratios) that the drop-in driver must reach in a cell. The drop-in driver may
 * lose at most 3% of the plain driver's throughput. If the plain driver aborts more than 0.3
 * attempts for each commit, the drop-in driver must gain throughput. The p99 of the drop-in driver
 * may be at most 5% above the p99 of the plain driver. In a cell with several client processes, the
 * bars are those of the coordinator. If the plain driver aborts often, the processes must reach 80%
 * of the throughput of one process. Otherwise, they must reach 97% of the plain driver's
 * throughput. If the coordinator is killed, the processes must still reach 97% of the throughput of
 * processes without a coordinator.
 */
final class SlicesBars {

  /**
   * If the plain driver has more aborts per commit than this number, the drop-in driver must gain
   * throughput.
   */
  static final double MANY_ABORTS = 0.3;

  private static final double MIN_WITHOUT_LOSS = 0.97;
  private static final double MIN_OF_ONE_PROCESS = 0.8;
  private static final double MIN_GAIN = 1.5;
  private static final double MIN_GAIN_MANY_CONNECTIONS = 2.5;
  private static final int MANY_CONNECTIONS = 64;
  private static final double MAX_P99 = 1.05;

  private SlicesBars() {}

  /** Returns the bars of a cell. */
  static List<Claim> of(Results cell) {
    Results.Row plain = cell.base();
    double aborts = plain.value(JdbcMetrics.ABORTS);
    if (cell.row(SlicesComparison.COORDINATED).isPresent()) {
      return ofProcesses(cell.at(), aborts);
    }
    MetricRef committed = new MetricRef(cell.at(), SlicesComparison.DROP_IN, Metric.COMMITTED);
    MetricRef p99 = new MetricRef(cell.at(), SlicesComparison.DROP_IN, Latency.P99);
    return List.of(
        Claim.atLeast(
            "committed/s, "
                + cell.at()
                + (aborts > MANY_ABORTS
                    ? String.format(Locale.ROOT, "; plain aborts %.2f per commit", aborts)
                    : ""),
            least(aborts, connections(plain)),
            committed,
            committed.of(SlicesComparison.PLAIN)),
        Claim.atMost("p99, " + cell.at(), MAX_P99, p99, p99.of(SlicesComparison.PLAIN)));
  }

  private static List<Claim> ofProcesses(String at, double aborts) {
    MetricRef coordinated = new MetricRef(at, SlicesComparison.COORDINATED, Metric.COMMITTED);
    MetricRef killed = new MetricRef(at, SlicesComparison.KILLED, Metric.COMMITTED);
    return List.of(
        aborts > MANY_ABORTS
            ? Claim.atLeast(
                "coordinated processes to one process, " + at,
                MIN_OF_ONE_PROCESS,
                coordinated,
                coordinated.of(SlicesComparison.DROP_IN))
            : Claim.atLeast(
                "coordinated processes to plain, " + at,
                MIN_WITHOUT_LOSS,
                coordinated,
                coordinated.of(SlicesComparison.PLAIN)),
        Claim.atLeast(
            "a killed coordinator to none, " + at,
            MIN_WITHOUT_LOSS,
            killed,
            killed.of(SlicesComparison.ALONE)));
  }

  private static double least(double aborts, int connections) {
    if (aborts > MANY_ABORTS) {
      return connections >= MANY_CONNECTIONS ? MIN_GAIN_MANY_CONNECTIONS : MIN_GAIN;
    }
    return MIN_WITHOUT_LOSS;
  }

  private static int connections(Results.Row row) {
    return (Integer) row.settings().get("connections");
  }
}
