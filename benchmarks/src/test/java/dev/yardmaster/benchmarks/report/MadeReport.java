package dev.yardmaster.benchmarks.report;

import dev.yardmaster.benchmarks.measure.Claim;
import dev.yardmaster.benchmarks.measure.Made;
import dev.yardmaster.benchmarks.measure.Measurements;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.MetricRef;
import dev.yardmaster.benchmarks.measure.Results;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes small reports for tests. */
public final class MadeReport {

  /** The hash of a commit that does not exist. */
  public static final String COMMIT = "0123456789abcdef0123456789abcdef01234567";

  private MadeReport() {}

  /** Returns the provenance of a run that did not take place. */
  public static Provenance provenance(String command) {
    return new Provenance(
        command,
        new SourceRevision(COMMIT, Optional.of(true)),
        new MachineDescription(2, "A processor", "JVM 17", "Linux 6.1", 100, List.of("-Xmx2g")),
        Instant.parse("2026-01-02T03:04:05Z"));
  }

  /**
   * Returns the report of a benchmark with the sides base and full, in two repeats. The side full
   * has no defined ratio in the second repeat.
   */
  public static Report benchmark(double committedOfFull) {
    Map<String, Map<String, List<Double>>> sides = new LinkedHashMap<>();
    sides.put(
        "base", figures("committedPerSecond", List.of(100.0, 120.0), "p99Us", List.of(30.0, 50.0)));
    sides.put(
        "full",
        figures(
            "committedPerSecond",
            List.of(committedOfFull, 2 * committedOfFull),
            "ratio, \"paired\"",
            List.of(4.0, Double.NaN)));
    Results results = Made.results("", sides);
    return Report.benchmark(
        "smallbank",
        "A bank",
        Map.of("customers", 10),
        Measurements.of(List.of(results)),
        Section.figures(
            List.of(Panel.sides("Throughput", "transactions/s", results, Metric.COMMITTED)),
            List.of(),
            List.of(),
            List.<Claim>of()),
        "",
        "");
  }

  /** Returns the report of an experiment whose only figure is a line over the skews 0 and 0.9. */
  public static Report experiment() {
    List<Results> points = new ArrayList<>();
    List<Mark> marks = new ArrayList<>();
    for (double skew : new double[] {0, 0.9}) {
      String at = "skew " + skew;
      points.add(
          Made.results(
              at,
              Map.of(
                  "silo",
                  figures(
                      "committedPerSecond",
                      List.of(1_000 - 500 * skew, 1_100 - 500 * skew),
                      "abortsPerCommit",
                      List.of(skew, skew)))));
      marks.add(Mark.at(skew, Double.toString(skew), new MetricRef(at, "silo", Metric.COMMITTED)));
    }
    Panel panel =
        new Panel(
            "throughput",
            Panel.Kind.LINES,
            "skew",
            "1000/s",
            0.001,
            List.of(new Series("Silo", marks)));
    return new Report(
        "experiment",
        "A paper",
        "",
        Map.of("seed", 1),
        Measurements.of(points),
        List.of(
            new Section(
                "5", "Figure 5", "", List.of(panel), List.of(), List.of(), List.of(), true)),
        "",
        "");
  }

  private static Map<String, List<Double>> figures(
      String one, List<Double> values, String other, List<Double> others) {
    Map<String, List<Double>> figures = new LinkedHashMap<>();
    figures.put(one, values);
    figures.put(other, others);
    return figures;
  }
}
