package dev.yardmaster.benchmarks.experiment.rocc;

import dev.yardmaster.benchmarks.experiment.Drawing;
import dev.yardmaster.benchmarks.experiment.EnginePoint;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.Ref;
import dev.yardmaster.benchmarks.report.Mark;
import java.util.ArrayList;
import java.util.List;

/** The axes of the ROCC paper's figures. Pure. */
final class Axes {

  /** The paper's skews, theta of Zipf's law. */
  static final List<Double> SKEWS = List.of(0.0, 0.7, 0.88, 1.04);

  static final List<String> SKEW_NAMES = List.of("no", "low", "medium", "high");
  static final double MEDIUM_SKEW = 0.88;
  static final double HIGH_SKEW = 1.04;
  static final String THROUGHPUT = "committed scan transactions/s";
  static final String LATENCY = "mean latency of scan transactions (us)";
  static final String ABORTS = "aborted attempts of scan transactions (%)";
  static final String VALIDATED = "items looked at to validate a scan";
  static final String SCAN_LENGTH = "scan length (keys)";

  private Axes() {}

  static List<Mark> bySkew(List<EnginePoint> bySkew, String side, Metric metric, String base) {
    List<Mark> marks = new ArrayList<>();
    for (int i = 0; i < SKEWS.size(); i++) {
      Ref value = Drawing.ref(bySkew.get(i), side, metric);
      marks.add(
          new Mark(
              SKEWS.get(i),
              SKEW_NAMES.get(i) + " (" + SKEWS.get(i) + ")",
              value,
              base == null ? null : value.of(base)));
    }
    return marks;
  }
}
