package dev.yardmaster.benchmarks.experiment.batching;

import static dev.yardmaster.benchmarks.measure.Latency.MEAN;
import static dev.yardmaster.benchmarks.measure.Latency.P95;
import static dev.yardmaster.benchmarks.measure.Metric.COMMITTED;

import dev.yardmaster.benchmarks.experiment.Figure;
import dev.yardmaster.benchmarks.experiment.PipelinePoint;
import dev.yardmaster.benchmarks.measure.Claim;
import dev.yardmaster.benchmarks.measure.Claim.Direction;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * What storage and validator reordering bring, apart and together: Figures 10 to 12 on the
 * micro-benchmark and 13 to 15 on SmallBank (section 5.2), with the same claims.
 */
final class ModeFigures {

  static final String BASE = "base";
  static final String BATCH = "batch";
  static final String SR = "sr";
  static final String VC = "vc";
  static final String SRVC = "srvc";
  static final String OPTIMAL = "srvc/optimal";
  static final String FULL = "full/optimal";

  /** Least ratio that is no difference on a machine that is shared with others. */
  static final double ABOUT_AS_MUCH = 0.95;

  private static final Map<String, String> NAMES = new LinkedHashMap<>();

  static {
    List.of(BASE, BATCH, SR, VC, SRVC).forEach(mode -> NAMES.put(mode, mode));
    NAMES.put(OPTIMAL, "srvc, optimal (ours)");
    NAMES.put(FULL, "full, optimal (ours)");
  }

  /** All modes; points that have them all are the same. */
  static final List<String> SIDES = List.copyOf(NAMES.keySet());

  private static final String SOLVERS =
      "solver sort but where another is named; full repairs, adapts its window and bounds attempts";
  private static final String STORAGE =
      "A write overtakes every read that waits at storage here, where the paper reorders within a"
          + " batch of 40: reads that wait unserved do not grow stale.";
  private static final String BASE_BATCHES =
      "Our base serves up to 40 requests in a duty cycle, too, all parts on one thread below four"
          + " cores: batch adds the validator's batches to it, not a tighter loop.";
  private static final String WAITING =
      "vc orders what was served in order of arrival: reads that grew stale in the queue at storage"
          + " are dropped by pre-validation, and no order of a batch saves them.";
  private static final String CLOSED_LOOP =
      "The load is a closed loop of 300: the mean latency follows from the throughput, by Little's"
          + " law, and a transaction that commits at its first attempt is followed by another at"
          + " once.";
  private static final String TAIL =
      "The tail is the 95th percentile, the last that the paper draws; what is restarted often may be"
          + " beyond it, so look at 99 and 99.9, too.";
  private static final String ONE_THREAD =
      "Below four cores all parts of the pipeline share one thread, so what the reorderer takes is"
          + " taken from all others; in the paper it has threads of its own.";

  private final ThreeFigures figures;
  private final String on;

  private ModeFigures(
      BatchingScale scale,
      BiFunction<Double, List<String>, PipelinePoint> point,
      String on,
      String setting) {
    figures = new ThreeFigures(scale, skew -> point.apply(skew, SIDES), NAMES, setting);
    this.on = on;
  }

  static ModeFigures micro(BatchingScale scale, BatchingPoints points) {
    return new ModeFigures(scale, points::micro, "", scale.micro(SOLVERS));
  }

  static ModeFigures smallBank(BatchingScale scale, BatchingPoints points) {
    return new ModeFigures(
        scale,
        points::smallBank,
        " with SmallBank",
        String.format(
            Locale.ROOT,
            "SmallBank, %,d customers, %s; %s; the paper says its results are very similar"
                + " to the micro-benchmark's, so the claims are the same",
            scale.customers(),
            scale.load(),
            SOLVERS));
  }

  Figure throughput(String id) {
    double most = BatchingScale.PAPER_MOST_SKEWED;
    return figures.throughput(
        id,
        "Throughput under skew" + on,
        List.of(
            Claim.upTo(
                    "reordering commits up to 2.7 times as much as base (sr, vc or srvc; 5.7)",
                    2.7,
                    figures.compared(List.of(SR, VC, SRVC), List.of(BASE), COMMITTED))
                .because(STORAGE),
            Claim.everywhere(
                    "reordering at storage, validator or both consistently commits more than base",
                    Direction.AT_LEAST,
                    ABOUT_AS_MUCH,
                    figures.compared(List.of(SR, VC, SRVC), List.of(BASE), COMMITTED))
                .because(WAITING),
            Claim.everywhere(
                    "it is always beneficial to use storage reordering (5.7): sr over base",
                    Direction.AT_LEAST,
                    ABOUT_AS_MUCH,
                    figures.compared(List.of(SR), List.of(BASE), COMMITTED))
                .because(STORAGE),
            Claim.everywhere(
                    "the same where the validator reorders: srvc over vc",
                    Direction.AT_LEAST,
                    ABOUT_AS_MUCH,
                    figures.compared(List.of(SRVC), List.of(VC), COMMITTED))
                .because(STORAGE),
            Claim.everywhere(
                    "at 0.9 sr commits most of the paper's modes",
                    Direction.AT_LEAST,
                    1,
                    figures.compared(
                        List.of(most), List.of(SR), List.of(BASE, BATCH, VC, SRVC), COMMITTED))
                .because(ONE_THREAD),
            Claim.less(
                    "validator reordering can hurt throughput at extreme contention (5.7): srvc commits"
                        + " less than sr at 0.9",
                    figures.at(most, SRVC, COMMITTED),
                    figures.at(most, SR, COMMITTED))
                .because(ONE_THREAD),
            Claim.more(
                    "batches without reordering commit more than base (section 5), at "
                        + figures.leastSkewed(),
                    figures.at(figures.leastSkewed(), BATCH, COMMITTED),
                    figures.at(figures.leastSkewed(), BASE, COMMITTED))
                .because(BASE_BATCHES)));
  }

  Figure mean(String id) {
    double most = BatchingScale.PAPER_MOST_SKEWED;
    return figures.mean(
        id,
        "Average latency under skew" + on,
        List.of(
            Claim.upTo(
                    "validator reordering reduces the mean latency of base by up to 67 % (vc or"
                        + " srvc)",
                    0.33, figures.compared(List.of(VC, SRVC), List.of(BASE), MEAN))
                .because(CLOSED_LOOP),
            Claim.more(
                    "validator reordering can hurt mean latency at extreme contention (5.7): srvc"
                        + " takes longer than sr at 0.9",
                    figures.at(most, SRVC, MEAN),
                    figures.at(most, SR, MEAN))
                .because(CLOSED_LOOP)));
  }

  Figure percentiles(String id) {
    return figures.percentiles(
        id,
        "Percentile latencies under skew" + on,
        List.of(
            Claim.upTo(
                    "validator reordering reduces the tail of base by up to 82 % (vc or srvc)",
                    0.18, figures.compared(List.of(VC, SRVC), List.of(BASE), P95))
                .because(TAIL),
            Claim.everywhere(
                    "validator reordering consistently improves tails (5.7): srvc over sr",
                    Direction.AT_MOST,
                    1,
                    figures.compared(List.of(SRVC), List.of(SR), P95))
                .because(TAIL),
            Claim.everywhere(
                    "the same without storage reordering: vc over batch",
                    Direction.AT_MOST,
                    1,
                    figures.compared(List.of(VC), List.of(BATCH), P95))
                .because(WAITING)));
  }
}
