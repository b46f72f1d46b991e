package dev.yardmaster.benchmarks.experiment.batching;

import static dev.yardmaster.benchmarks.measure.Latency.MEAN;
import static dev.yardmaster.benchmarks.measure.Latency.P95;
import static dev.yardmaster.benchmarks.measure.Metric.COMMITTED;

import dev.yardmaster.benchmarks.experiment.Figure;
import dev.yardmaster.benchmarks.measure.Claim;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One to four reorder workers, each on a thread of its own: Figures 20 to 22 (section 5.4). */
final class WorkerFigures {

  private static final String ONE = "srvc+w1";
  private static final String FOUR = "srvc+w4";
  private static final Map<String, String> NAMES = new LinkedHashMap<>();

  static {
    for (int workers = 1; workers <= 4; workers++) {
      NAMES.put("srvc+w" + workers, "w" + workers);
    }
  }

  private static final String CORES =
      "The five to eight threads of a pipeline share "
          + Runtime.getRuntime().availableProcessors()
          + " cores here, and more workers take them from storage and processors; the paper's ran"
          + " on a Xeon E5-2630.";

  private final ThreeFigures figures;
  private final SimulatedWorkers simulated;

  WorkerFigures(BatchingScale scale, BatchingPoints points, VirtualPoints virtual) {
    simulated = new SimulatedWorkers(scale, virtual);
    figures =
        new ThreeFigures(
            scale,
            skew -> points.dedicated(skew, List.copyOf(NAMES.keySet())),
            NAMES,
            scale.micro(
                "mode srvc, solver sort; a thread for each part of the pipeline, on "
                    + Runtime.getRuntime().availableProcessors()
                    + " cores"));
  }

  Figure figure20() {
    Figure threads =
        figures.throughput(
            "20",
            "Throughput with several reorder workers",
            List.of(
                Claim.upTo(
                        "four workers commit up to 2.6 times as much as one",
                        2.6,
                        figures.compared(List.of(FOUR), List.of(ONE), COMMITTED))
                    .because(CORES)));
    return simulated.addTo(
        threads,
        COMMITTED,
        "committed transactions/s",
        "four workers commit up to 2.6 times as much as one",
        2.6);
  }

  Figure figure21() {
    Figure threads =
        figures.mean(
            "21",
            "Average latency with several reorder workers",
            List.of(
                Claim.upTo(
                        "four workers reduce the mean latency of one by up to 39 %",
                        0.61, figures.compared(List.of(FOUR), List.of(ONE), MEAN))
                    .because(CORES)));
    return simulated.addTo(
        threads,
        MEAN,
        "mean latency (us)",
        "four workers reduce the mean latency of one by up to 39 %",
        0.61);
  }

  Figure figure22() {
    Figure threads =
        figures.percentiles(
            "22",
            "Percentile latencies with several reorder workers",
            List.of(
                Claim.upTo(
                        "four workers reduce the tail of one by up to 41 %",
                        0.59, figures.compared(List.of(FOUR), List.of(ONE), P95))
                    .because(CORES)));
    return simulated.addTo(
        threads,
        P95,
        "95th percentile of the latency (us)",
        "four workers reduce the tail of one by up to 41 %",
        0.59);
  }
}
