package dev.yardmaster.benchmarks.experiment.batching;

import static dev.yardmaster.benchmarks.experiment.batching.ModeFigures.BASE;
import static dev.yardmaster.benchmarks.experiment.batching.ModeFigures.BATCH;
import static dev.yardmaster.benchmarks.experiment.batching.ModeFigures.OPTIMAL;
import static dev.yardmaster.benchmarks.experiment.batching.ModeFigures.SR;
import static dev.yardmaster.benchmarks.experiment.batching.ModeFigures.SRVC;
import static dev.yardmaster.benchmarks.experiment.batching.ModeFigures.VC;
import static dev.yardmaster.benchmarks.measure.Metric.COMMITTED;
import static dev.yardmaster.benchmarks.run.PipelineMetrics.CPU_NS;

import dev.yardmaster.benchmarks.experiment.Drawing;
import dev.yardmaster.benchmarks.experiment.PipelinePoint;
import dev.yardmaster.benchmarks.experiment.Point;
import dev.yardmaster.benchmarks.measure.Claim;
import dev.yardmaster.benchmarks.measure.Claim.Direction;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.Ratio;
import dev.yardmaster.benchmarks.measure.Ref;
import dev.yardmaster.benchmarks.report.Mark;
import dev.yardmaster.benchmarks.report.Panel;
import dev.yardmaster.benchmarks.report.Panel.Kind;
import dev.yardmaster.benchmarks.report.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Where reordering loses in the pipeline: without contention, with more of it than an order can
 * save, and in batches that are too small.
 */
final class PipelineLosses {

  private static final double BATCHED_AT = 0.9;
  private static final List<String> DRAWN = List.of(BASE, BATCH, SR, VC, SRVC, OPTIMAL);
  private static final List<String> REORDERING = List.of(SR, VC, SRVC, OPTIMAL);
  private static final double NS_TO_US = 1e-3;
  private static final String OVER_BASE = "committed over that of base";
  private static final String CPU_OVER_BASE = "processor time for each commit over that of base";

  private static final String NOTHING_TO_WIN =
      "Hardly any two transactions of a batch conflict, so that an order wins nothing; batches and"
          + " conflict graphs cost what they cost.";
  private static final String NEXT_BATCH =
      "Of a batch's transactions that read and write one hot key a single one can commit, in whatever"
          + " order; the others restart, and take storage's and validator's time again.";
  private static final String ALONE =
      "In a batch of one there is nothing to order; what is left is what batches cost, and storage"
          + " reordering.";
  private static final String SPINNING =
      "Processor time is that of the pipeline's threads, on which a closed loop's clients act, too,"
          + " and which spin a while before they sleep.";

  private final LosesScale scale;
  private final Map<Double, PipelinePoint> bySkew;
  private final PipelinePoint batches;

  PipelineLosses(BatchingScale scale, BatchingPoints points) {
    this.scale = scale.loses();
    List<Double> skews =
        Stream.of(this.scale.low(), scale.skews(), this.scale.high())
            .flatMap(List::stream)
            .distinct()
            .sorted()
            .toList();
    bySkew = Drawing.over(skews, skew -> points.micro(skew, ModeFigures.SIDES));
    batches = points.micro(BATCHED_AT, batchSides());
  }

  /** Sides with batches of each size, and base. */
  private List<String> batchSides() {
    List<String> sides = new ArrayList<>(List.of(BASE));
    for (int size : scale.batches()) {
      for (String mode : List.of(BATCH, SRVC, OPTIMAL)) {
        sides.add(withBatch(mode, size));
      }
    }
    return sides;
  }

  private static String withBatch(String mode, int size) {
    return mode + "@" + size;
  }

  List<Point> points() {
    List<Point> points = new ArrayList<>(bySkew.values());
    points.add(batches);
    return points;
  }

  List<Panel> panels() {
    return List.of(
        new Panel(
            "skew: throughput",
            Kind.LINES,
            ThreeFigures.SKEW,
            OVER_BASE,
            1,
            REORDERING.stream().map(side -> overBase(side, COMMITTED)).toList()),
        new Panel(
            "skew: processor time",
            Kind.LOG_HEIGHTS,
            ThreeFigures.SKEW,
            "processor time for each commit (us)",
            NS_TO_US,
            DRAWN.stream().map(side -> Drawing.line(side, bySkew, side, CPU_NS)).toList()),
        new Panel(
            "skew: processor time over base",
            Kind.LINES,
            ThreeFigures.SKEW,
            CPU_OVER_BASE,
            1,
            REORDERING.stream().map(side -> overBase(side, CPU_NS)).toList()),
        overBatches("batches at skew 0.9: throughput", OVER_BASE, COMMITTED),
        overBatches("batches at skew 0.9: processor time", CPU_OVER_BASE, CPU_NS));
  }

  private Series overBase(String side, Metric metric) {
    List<Mark> marks = new ArrayList<>();
    bySkew.forEach(
        (skew, point) -> {
          Ref value = Drawing.ref(point, side, metric);
          marks.add(new Mark(skew, String.valueOf(skew), value, value.of(BASE)));
        });
    return new Series(side, marks);
  }

  private Panel overBatches(String title, String y, Metric metric) {
    List<Series> series = new ArrayList<>();
    for (String mode : List.of(BATCH, SRVC, OPTIMAL)) {
      List<Mark> marks = new ArrayList<>();
      for (int size : scale.batches()) {
        Ref value = Drawing.ref(batches, withBatch(mode, size), metric);
        marks.add(new Mark(size, String.valueOf(size), value, value.of(BASE)));
      }
      series.add(new Series(mode, marks));
    }
    return new Panel(title, Kind.LOG_LINES, "transactions in a batch", y, 1, series);
  }

  private List<Ratio> compared(List<Double> skews, List<String> sides, String base, Metric metric) {
    return Drawing.compared(bySkew, skews, sides, List.of(base), metric, UnaryOperator.identity());
  }

  private static String upTo(List<Double> skews) {
    double last = skews.get(skews.size() - 1);
    return last == 0 ? "without skew " : "up to skew " + last + " ";
  }

  List<Claim> claims() {
    String low = upTo(scale.low());
    String high = "from skew " + scale.high().get(0) + " on ";
    return List.of(
        Claim.everywhere(
                low + "sr commits no more than base",
                Direction.AT_MOST,
                1,
                compared(scale.low(), List.of(SR), BASE, COMMITTED))
            .because(NOTHING_TO_WIN),
        Claim.everywhere(
                low + "validator reordering commits less than base (vc, srvc, either solver)",
                Direction.AT_MOST,
                1,
                compared(scale.low(), List.of(VC, SRVC, OPTIMAL), BASE, COMMITTED))
            .because(NOTHING_TO_WIN),
        Claim.everywhere(
                low + "validator reordering spends more processor time for a commit than base",
                Direction.AT_LEAST,
                1,
                compared(scale.low(), List.of(VC, SRVC, OPTIMAL), BASE, CPU_NS))
            .because(SPINNING),
        Claim.everywhere(
                high + "srvc commits less than sr: sort",
                Direction.AT_MOST,
                1,
                compared(scale.high(), List.of(SRVC), SR, COMMITTED))
            .because(NEXT_BATCH),
        Claim.everywhere(
                high + "srvc commits less than sr: optimal",
                Direction.AT_MOST,
                1,
                compared(scale.high(), List.of(OPTIMAL), SR, COMMITTED))
            .because(NEXT_BATCH),
        Claim.everywhere(
                high + "vc commits less than base",
                Direction.AT_MOST,
                1,
                compared(scale.high(), List.of(VC), BASE, COMMITTED))
            .because(NEXT_BATCH),
        Claim.everywhere(
                high + "srvc spends more processor time for a commit than sr, with either solver",
                Direction.AT_LEAST,
                1,
                compared(scale.high(), List.of(SRVC, OPTIMAL), SR, CPU_NS))
            .because(SPINNING),
        Claim.everywhere(
                "at 0.9 srvc with batches of " + scale.batches().get(0) + " commits less than base",
                Direction.AT_MOST,
                1,
                List.of(smallest(SRVC), smallest(OPTIMAL)))
            .because(ALONE),
        Claim.less(
                "and less than with batches of " + usualBatch(),
                batch(SRVC, scale.batches().get(0), COMMITTED),
                batch(SRVC, usualBatch(), COMMITTED))
            .because(ALONE));
  }

  private int usualBatch() {
    return scale.batches().get(scale.batches().size() - 1);
  }

  private Ref batch(String mode, int size, Metric metric) {
    return Drawing.ref(batches, withBatch(mode, size), metric);
  }

  private Ratio smallest(String mode) {
    Ref value = batch(mode, scale.batches().get(0), COMMITTED);
    return new Ratio(mode, value, value.of(BASE));
  }
}
