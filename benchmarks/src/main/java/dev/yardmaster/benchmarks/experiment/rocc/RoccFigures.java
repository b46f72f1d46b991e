package dev.yardmaster.benchmarks.experiment.rocc;

import static dev.yardmaster.benchmarks.experiment.rocc.RoccPoints.GWV;
import static dev.yardmaster.benchmarks.experiment.rocc.RoccPoints.LOW_SKEW;
import static dev.yardmaster.benchmarks.experiment.rocc.RoccPoints.LRV;
import static dev.yardmaster.benchmarks.experiment.rocc.RoccPoints.MVRCC;
import static dev.yardmaster.benchmarks.experiment.rocc.RoccPoints.RANGES;
import static dev.yardmaster.benchmarks.experiment.rocc.RoccPoints.ROCC;
import static dev.yardmaster.benchmarks.experiment.rocc.RoccPoints.SCHEMES;

import dev.yardmaster.benchmarks.experiment.Axis;
import dev.yardmaster.benchmarks.experiment.Figure;
import dev.yardmaster.benchmarks.experiment.PaperFigures;
import dev.yardmaster.benchmarks.experiment.Parallelism;
import dev.yardmaster.benchmarks.experiment.Point;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * The figures and claims of sections I-A, V and VI of Wang and others, "Range Optimistic
 * Concurrency Control for a Composite OLTP and Bulk Processing Workload" (ICDE 2018). {@code
 * figures.yaml} defines the drawing of the figures and the checked claims. This class creates the
 * axes of the figures. The protocol that the paper calls RV is called {@code rocc} here.
 *
 * <p>40 simulated workers replace the paper's 40 cores. If the costs of a figure come from the code
 * and not from conflicts, the figure also runs on threads.
 */
public final class RoccFigures {

  /** The ids of all figures, as the command line accepts them. */
  public static final List<String> IDS =
      List.of("1", "5", "6", "7", "8", "9", "10", "t2", "11", "12", "13", "service");

  private static final int SERVICE_RECORDS = 100_000;
  private static final int SERVICE_SCAN = 100;

  private final RoccScale scale;
  private final PaperFigures figures = new PaperFigures(RoccFigures.class, "figures.yaml");

  /** Creates the figures at a scale. */
  public RoccFigures(RoccScale scale, long seed) {
    this.scale = scale;
    RoccPoints points = new RoccPoints(scale, seed);
    texts();
    scans(points);
    workers(points);
    ranges(points);
    int serviceRecords = Math.min(SERVICE_RECORDS, scale.records());
    figures
        .word("service records", whole(serviceRecords))
        .axis(
            "service",
            () ->
                overSkews(
                    skew ->
                        new ServicePoint(
                            "service scan=" + SERVICE_SCAN + " skew=" + skew,
                            serviceRecords,
                            skew,
                            SERVICE_SCAN,
                            scale.rounds().seconds(),
                            scale.rounds().repeats(),
                            seed)));
  }

  /** Returns the figures with the given ids, in order. */
  public List<Figure> of(List<String> ids) {
    return figures.of(ids);
  }

  private void texts() {
    figures
        .word("hybrid", "YCSB, hybrid mix, " + whole(scale.records()) + " records, ")
        .word(
            "smaller",
            scale.records() == RoccScale.PAPER_RECORDS
                ? ""
                : "; the paper's table has " + whole(RoccScale.PAPER_RECORDS))
        .word("records", whole(scale.records()))
        .word("items", whole(scale.items()) + " items, customers in ranges of 600")
        .word("threads", scale.rounds().threaded().label())
        .word("many", scale.simulated().label());
  }

  private void scans(RoccPoints points) {
    List<Integer> parts = List.of(100, 1_000);
    List<Integer> onThreads = scale.ycsbScans();
    List<Integer> simulated = scale.simulatedScans();
    Parallelism threads = scale.rounds().threaded();
    Parallelism many = scale.simulated();
    lengths("parts on threads", parts, threads, at -> timed(points, at, threads));
    lengths("simulated parts", parts, many, at -> timed(points, at, many));
    lengths("scans on threads", onThreads, threads, at -> ycsb(points, at, threads, SCHEMES));
    lengths("simulated scans", simulated, many, at -> ycsb(points, at, many, SCHEMES));
    lengths("versions on threads", onThreads, threads, at -> versions(points, at, threads));
    lengths("simulated versions", simulated, many, at -> versions(points, at, many));
    lengths("customers on threads", scale.tpccScans(), threads, at -> points.tpcc(at, threads));
    figures.word("warehouses", threads.workers());
  }

  private static Point timed(RoccPoints points, int length, Parallelism parallelism) {
    return points.timedYcsb(length, LOW_SKEW, parallelism, List.of(LRV, GWV));
  }

  private static Point versions(RoccPoints points, int length, Parallelism parallelism) {
    return ycsb(points, length, parallelism, List.of(ROCC, MVRCC));
  }

  private static Point ycsb(
      RoccPoints points, int length, Parallelism parallelism, List<String> protocols) {
    return points.ycsb(length, LOW_SKEW, parallelism, protocols);
  }

  private void lengths(
      String name, List<Integer> lengths, Parallelism parallelism, IntFunction<Point> point) {
    figures.axis(name, () -> Axis.over(lengths, point::apply).word("who", parallelism.label()));
  }

  private void workers(RoccPoints points) {
    int least = scale.workers().get(0);
    figures
        .word("nearly linearly", 0.8 * scale.simulated().workers() / least)
        .axis(
            "workers",
            () ->
                Axis.over(
                    scale.workers(),
                    count -> ycsb(points, 100, new Parallelism(count, true), SCHEMES)))
        .axis(
            "workers of TPC-C",
            () ->
                Axis.over(
                    scale.tpccWorkers(), count -> points.tpcc(3_000, new Parallelism(count, true))))
        .axis("skew", () -> overSkews(skew -> points.ycsb(100, skew, scale.simulated(), SCHEMES)));
  }

  private void ranges(RoccPoints points) {
    Parallelism threads = scale.rounds().threaded();
    Parallelism many = scale.simulated();
    figures
        .facts("t2", dividedTables())
        .sides("ranges", numbered(scale.rangeCounts(), RoccPoints::rangesLabel))
        .axis(
            "ranges by scan",
            () -> Axis.over(scale.rangeScans(), at -> points.ranges(at, LOW_SKEW, many)))
        .axis("ranges by skew", () -> overSkews(skew -> points.ranges(100, skew, many)))
        .sides("slots", numbered(scale.arraySlots(), RoccPoints::slotsLabel))
        .word("fewest slots", RoccPoints.slotsLabel(scale.arraySlots().get(0)))
        .axis("arrays by ranges", () -> arrays(points, many))
        .axis("arrays by skew", () -> overSkews(skew -> points.arrays(RANGES, skew, many)))
        .axis("registration by ranges", () -> registration(points, threads))
        .axis(
            "registration by skew",
            () -> overSkews(skew -> points.registration(RANGES, skew, threads)));
  }

  private Axis arrays(RoccPoints points, Parallelism parallelism) {
    Axis axis = new Axis();
    for (int count : scale.rangeCounts()) {
      String label = RoccPoints.rangesLabel(count);
      axis.at(Integer.toString(count), count, label, points.arrays(count, LOW_SKEW, parallelism));
    }
    return axis;
  }

  private Axis registration(RoccPoints points, Parallelism parallelism) {
    Axis axis = new Axis();
    for (int count : scale.rangeCounts()) {
      String label = Integer.toString(count);
      Point point = points.registration(count, LOW_SKEW, parallelism);
      axis.at(RoccPoints.rangesLabel(count), count, label, point);
    }
    return axis;
  }

  /**
   * Returns a group of sides; the keys are the labels of the sides, and the name of each side in
   * legends is a number.
   */
  private static Map<String, String> numbered(List<Integer> numbers, IntFunction<String> label) {
    Map<String, String> sides = new LinkedHashMap<>();
    numbers.forEach(number -> sides.put(label.apply(number), number.toString()));
    return sides;
  }

  /** Returns the axis of the paper's skews, theta of Zipf's law. */
  private static Axis overSkews(Function<Double, Point> point) {
    Axis axis = new Axis();
    List<String> names = List.of("no", "low", "medium", "high");
    List<Double> skews = List.of(0.0, LOW_SKEW, 0.88, 1.04);
    for (int i = 0; i < skews.size(); i++) {
      double skew = skews.get(i);
      axis.at(names.get(i), skew, names.get(i) + " (" + skew + ")", point.apply(skew));
    }
    return axis.part("unskewed", skew -> skew == 0).part("skewed", skew -> skew > LOW_SKEW);
  }

  private List<List<String>> dividedTables() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of("ranges, paper", "keys per range, paper", "ranges, here", "keys per range, here"));
    for (int count : scale.rangeCounts()) {
      int here = scale.ranges(count);
      rows.add(
          List.of(
              whole(count),
              whole(RoccScale.PAPER_RECORDS / count),
              whole(here),
              whole((scale.records() - 1) / here + 1)));
    }
    return rows;
  }

  private static String whole(int value) {
    return String.format(Locale.ROOT, "%,d", value);
  }
}
