package dev.yardmaster.benchmarks.engine;

import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.MetricRef;
import dev.yardmaster.benchmarks.report.Mark;
import dev.yardmaster.benchmarks.report.Panel;
import dev.yardmaster.benchmarks.report.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/** The phases of a load that changes within the recorded interval, and their metrics. */
public final class ChangingLoad {

  private static final double NS_PER_MS = 1e6;

  private final List<String> phases;
  private final double phaseMs;

  /** Creates the phases of a setup's workload; there are no phases if the load does not change. */
  public ChangingLoad(EngineSetup setup) {
    phases = setup.workload().phases();
    phaseMs = phases.isEmpty() ? 0 : setup.recordedNs() / NS_PER_MS / phases.size();
  }

  /** Returns the number of phases; 0 if the load does not change. */
  public int count() {
    return phases.size();
  }

  /** Returns the parameters of a phase in words. */
  public String words(int phase) {
    return phases.get(phase);
  }

  /**
   * Returns the time at which a phase begins, in ms from the beginning of the recorded interval.
   */
  public String beginMs(int phase) {
    return String.format(Locale.ROOT, "%.0f", phase * phaseMs);
  }

  /** Returns the metrics of all ticks (intervals of equal length) of a phase. */
  public List<Metric> ticks(int phase) {
    return IntStream.range(phase * Ticks.OF_PHASE, (phase + 1) * Ticks.OF_PHASE)
        .mapToObj(Metric::tick)
        .toList();
  }

  /** Returns the time at which a phase ends, in ms from the beginning of the recorded interval. */
  public double endMs(int phase) {
    return (phase + 1) * phaseMs;
  }

  /**
   * Returns a chart of the committed transactions per second in each tick.
   *
   * @param point the name of the comparison
   * @param sides the names in the legend, by the labels of the sides
   */
  public Panel overTime(String title, String point, Map<String, String> sides) {
    List<Series> series = new ArrayList<>();
    sides.forEach(
        (side, name) -> {
          List<Mark> marks = new ArrayList<>();
          for (int tick = 0; tick < count() * Ticks.OF_PHASE; tick++) {
            double ms = (tick + 1) * phaseMs / Ticks.OF_PHASE;
            marks.add(
                Mark.at(
                    ms,
                    String.format(Locale.ROOT, "%.2f", ms),
                    new MetricRef(point, side, Metric.tick(tick))));
          }
          series.add(new Series(name, marks));
        });
    return new Panel(title, Panel.Kind.LINES, "time (ms)", "committed/s", 1, series);
  }
}
