package dev.yardmaster.benchmarks.experiment.batching;

import static dev.yardmaster.benchmarks.measure.Latency.MEAN;
import static dev.yardmaster.benchmarks.measure.Latency.P95;
import static dev.yardmaster.benchmarks.measure.Metric.COMMITTED;

import dev.yardmaster.benchmarks.experiment.Figure;
import dev.yardmaster.benchmarks.measure.Claim;
import dev.yardmaster.benchmarks.measure.Claim.Direction;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the greedy algorithms are worth in the pipeline, with storage batching: Figures 7 to 9
 * (section 5.1).
 */
final class GreedyFigures {

  private static final String BASE = "base";
  private static final String G = "srvc/scc";
  private static final String GS = "srvc/sort";
  private static final double MOST = BatchingScale.PAPER_MOST_SKEWED;
  private static final Map<String, String> NAMES = new LinkedHashMap<>();

  static {
    NAMES.put(BASE, "base");
    NAMES.put(G, "g: greedy_prod");
    NAMES.put(GS, "gs: greedy_sort");
    NAMES.put("srvc/optimal", "optimal (ours)");
  }

  private static final String BOTH_SMALL =
      "What the solvers take is a few microseconds for a batch of 40 here (Figure 6), and a part of"
          + " the reorder worker's time beside building the graph: g's smaller sets weigh against"
          + " gs's speed.";

  private final ThreeFigures figures;

  GreedyFigures(BatchingScale scale, BatchingPoints points) {
    figures =
        new ThreeFigures(
            scale,
            skew -> points.micro(skew, List.copyOf(NAMES.keySet())),
            NAMES,
            scale.micro("mode srvc with each solver"));
  }

  Figure figure7() {
    double least = figures.leastSkewed();
    return figures.throughput(
        "7",
        "Throughput with different greedy algorithms",
        List.of(
            new Claim(
                "at very low skew both commit about as much (asked for: 90 %): gs over g at "
                    + least,
                Direction.AT_LEAST,
                Double.NaN,
                0.9,
                figures.at(least, GS, COMMITTED),
                figures.at(least, G, COMMITTED)),
            Claim.more(
                    "g degrades with skew, since it takes longer: gs commits more at 0.9",
                    figures.at(MOST, GS, COMMITTED),
                    figures.at(MOST, G, COMMITTED))
                .because(BOTH_SMALL),
            Claim.everywhere(
                    "gs consistently commits most (asked for: 95 % of g and of base)",
                    Direction.AT_LEAST,
                    ModeFigures.ABOUT_AS_MUCH,
                    figures.compared(List.of(GS), List.of(G, BASE), COMMITTED))
                .because(BOTH_SMALL)));
  }

  Figure figure8() {
    return figures.mean(
        "8",
        "Average latency with different greedy algorithms",
        List.of(
            Claim.less(
                    "g's longer runs raise the latency: gs takes less than g at 0.9",
                    figures.at(MOST, GS, MEAN),
                    figures.at(MOST, G, MEAN))
                .because(BOTH_SMALL)));
  }

  Figure figure9() {
    return figures.percentiles(
        "9",
        "Percentile latencies with different greedy algorithms",
        List.of(
            new Claim(
                    "gs has much lower tails than g (asked for: a fifth lower) at 0.9",
                    Direction.AT_MOST,
                    Double.NaN,
                    0.8,
                    figures.at(MOST, GS, P95),
                    figures.at(MOST, G, P95))
                .because(BOTH_SMALL),
            new Claim(
                "gs has much lower tails than base (asked for: a fifth lower) at 0.9",
                Direction.AT_MOST,
                Double.NaN,
                0.8,
                figures.at(MOST, GS, P95),
                figures.at(MOST, BASE, P95))));
  }
}
