package dev.yardmaster.benchmarks.experiment.batching;

import static dev.yardmaster.benchmarks.measure.Latency.MEAN;
import static dev.yardmaster.benchmarks.measure.Latency.P95;
import static dev.yardmaster.benchmarks.measure.Latency.P999;
import static dev.yardmaster.benchmarks.measure.Metric.COMMITTED;

import dev.yardmaster.benchmarks.experiment.Figure;
import dev.yardmaster.benchmarks.measure.Claim;
import dev.yardmaster.benchmarks.measure.Claim.Direction;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Policies that look at restarts, for shorter tails: Figures 16 to 18 (section 5.3). */
final class TailFigures {

  private static final String BASE = "base";
  private static final String BATCH = "batch";
  private static final String MC = "srvc:mc";
  private static final String RCT = "srvc:rct";
  private static final String RDEG = "srvc:rdeg";
  private static final Map<String, String> NAMES = new LinkedHashMap<>();

  static {
    NAMES.put(BASE, "base");
    NAMES.put(BATCH, "batch");
    NAMES.put(MC, "mc");
    NAMES.put(RCT, "rct");
    NAMES.put(RDEG, "rdeg");
  }

  private static final String RESTARTED_FIRST =
      "Where storage reorders, it serves the reads of restarted transactions first here, which favours"
          + " them under mc, too.";
  private static final String BEYOND =
      "Where fewer than one in twenty transactions is restarted, what the policies change is beyond"
          + " the 95th percentile, where the paper's figure ends.";

  private final ThreeFigures figures;

  TailFigures(BatchingScale scale, BatchingPoints points) {
    figures =
        new ThreeFigures(
            scale,
            skew -> points.micro(skew, List.copyOf(NAMES.keySet())),
            NAMES,
            scale.micro("solver sort; mc, rct and rdeg in mode srvc"));
  }

  Figure figure16() {
    return figures.throughput(
        "16",
        "Throughput with tail latency policies",
        List.of(
            Claim.everywhere(
                "rct and rdeg commit about as much as mc (asked for: 90 %)",
                Direction.AT_LEAST,
                0.9,
                figures.compared(List.of(RCT, RDEG), List.of(MC), COMMITTED))));
  }

  Figure figure17() {
    return figures.mean(
        "17",
        "Average latency with tail latency policies",
        List.of(
            Claim.everywhere(
                "rct's and rdeg's mean latency is about mc's (asked for: within 10 %)",
                Direction.AT_MOST, 1.1, figures.compared(List.of(RCT, RDEG), List.of(MC), MEAN))));
  }

  Figure figure18() {
    return figures.percentiles(
        "18",
        "Percentile latencies with tail latency policies",
        List.of(
            Claim.upTo(
                "rdeg reduces tails by up to 86 % (5.3 does not say whose: base's are meant here)",
                0.14, figures.compared(List.of(RDEG), List.of(BASE), P95)),
            Claim.upTo(
                "the same in the paper's summary: by up to 82 % (5.7)",
                0.18, figures.compared(List.of(RDEG), List.of(BASE), P95)),
            Claim.everywhere(
                "rdeg consistently has shorter tails than base and batch",
                Direction.AT_MOST,
                1,
                figures.compared(List.of(RDEG), List.of(BASE, BATCH), P95)),
            Claim.everywhere(
                    "rdeg consistently has shorter tails than mc and rct",
                    Direction.AT_MOST,
                    1,
                    figures.compared(List.of(RDEG), List.of(MC, RCT), P95))
                .because(BEYOND),
            Claim.everywhere(
                    "the same at the 99.9th percentile, which the paper does not draw",
                    Direction.AT_MOST,
                    1,
                    figures.compared(List.of(RDEG), List.of(MC, RCT), P999))
                .because(RESTARTED_FIRST)));
  }
}
