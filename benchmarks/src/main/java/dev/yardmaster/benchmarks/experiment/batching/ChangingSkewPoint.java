package dev.yardmaster.benchmarks.experiment.batching;

import dev.yardmaster.benchmarks.experiment.PipelinePoint;
import dev.yardmaster.benchmarks.experiment.Point;
import dev.yardmaster.benchmarks.measure.Comparison;
import dev.yardmaster.benchmarks.measure.Measured;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.MetricRef;
import dev.yardmaster.benchmarks.measure.Plan;
import dev.yardmaster.benchmarks.measure.ProgressListener;
import dev.yardmaster.benchmarks.measure.Results;
import dev.yardmaster.benchmarks.measure.Results.Row;
import dev.yardmaster.benchmarks.measure.Spread;
import dev.yardmaster.benchmarks.report.Mark;
import dev.yardmaster.benchmarks.report.Panel;
import dev.yardmaster.benchmarks.report.Series;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.workloads.Workload;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.agrona.concurrent.NanoClock;

/**
 * A point that measures a self-tuning pipeline beside fixed settings on the threads of this
 * machine, while the skew changes. Each fixed setting is a side. In a round, the self-tuning
 * pipeline and the pipeline with the fixed setting pass through all skews. They alternate in turns
 * of a fraction of a second, because the speed of the machine may change within seconds. The two
 * pipelines get the load alternately.
 *
 * @param settings the settings of the pipeline, by name; the first setting tunes itself, and all
 *     further settings are fixed
 * @param workload draws the transactions, with a phase for each skew; it is called once, when the
 *     point is measured
 * @param skews theta of Zipf's law in each phase; all different
 * @param rounds the length and number of the rounds of each side; the pipelines of a round share
 *     this length
 */
record ChangingSkewPoint(
    String key,
    Map<String, PipelineConfig> settings,
    Supplier<Workload> workload,
    List<Double> skews,
    PipelinePoint.Rounds rounds)
    implements Point {

  /**
   * The fixed setting with the lowest median ratio of the self-tuning pipeline's throughput to the
   * fixed setting's throughput.
   */
  static final String BEST = "best fixed";

  private static final double NS_PER_SECOND = 1e9;

  /** The length of the phases in an unmeasured round, as a share of their usual length. */
  private static final double REHEARSED = 0.1;

  /** Copies the settings and keeps their order. */
  ChangingSkewPoint {
    settings = new LinkedHashMap<>(settings);
    skews = List.copyOf(skews);
  }

  /**
   * Returns the label under which the results contain a setting at a skew.
   *
   * @param setting the name of a setting, or {@link #BEST}
   */
  static String label(String setting, double skew) {
    return setting + " skew=" + skew;
  }

  private String tuned() {
    return settings.keySet().iterator().next();
  }

  private List<String> fixed() {
    return settings.keySet().stream().skip(1).toList();
  }

  @Override
  public List<String> sides() {
    List<String> names = new ArrayList<>(settings.keySet());
    names.add(BEST);
    return names.stream().flatMap(name -> skews.stream().map(skew -> label(name, skew))).toList();
  }

  @Override
  public double expectedSeconds() {
    double begin = 2 * (rounds.warmUpSeconds() + rounds.loadSeconds());
    return fixed().size()
        * (begin + REHEARSED * rounds.seconds() + rounds.repeats() * (begin + rounds.seconds()));
  }

  @Override
  public Results measure(NanoClock clock, ProgressListener progress) throws InterruptedException {
    long recordedNs = Math.round(rounds.seconds() * NS_PER_SECOND);
    Plan plan =
        new Plan(
            2 * warmUpNs(),
            recordedNs,
            rounds.repeats(),
            true,
            Math.round(REHEARSED * recordedNs),
            true,
            true);
    return bySkew(new Comparison(key, turns(clock), plan, clock, progress).run().orInterrupted());
  }

  /** Returns a side for each fixed setting, in which the self-tuning pipeline is the second. */
  List<TurnsSide> turns(NanoClock clock) {
    Workload drawn = workload.get();
    return fixed().stream()
        .map(
            fixed ->
                new TurnsSide(
                    fixed,
                    List.of(settings.get(fixed), settings.get(tuned())),
                    drawn,
                    warmUpNs(),
                    clock))
        .toList();
  }

  private long warmUpNs() {
    return Math.round(rounds.warmUpSeconds() * NS_PER_SECOND);
  }

  /**
   * Splits the results of each fixed setting by skew. For each skew, adds the best fixed setting,
   * and the self-tuning pipeline of the same rounds.
   */
  Results bySkew(Results measured) {
    List<Row> rows = new ArrayList<>();
    for (int phase = 0; phase < skews.size(); phase++) {
      double skew = skews.get(phase);
      Metric fixed = TurnsSide.committed(phase, 0);
      Metric tuned = TurnsSide.committed(phase, 1);
      Row best =
          measured.rows().stream()
              .min(Comparator.comparingDouble(row -> ratio(row, tuned, fixed)))
              .orElseThrow();
      rows.add(of(best, tuned, label(tuned(), skew)));
      measured.rows().forEach(row -> rows.add(of(row, fixed, label(row.label(), skew))));
      rows.add(of(best, fixed, label(BEST, skew)));
    }
    return new Results(measured.at(), rows, measured.findings(), measured.interrupted());
  }

  private static double ratio(Row row, Metric of, Metric base) {
    return Spread.of(
            IntStream.range(0, row.repeats())
                .mapToDouble(repeat -> row.value(of, repeat) / row.value(base, repeat))
                .toArray())
        .median();
  }

  private static Row of(Row row, Metric figure, String label) {
    Measured committed = new Measured(Metric.COMMITTED, row.figures().get(figure.name()).repeats());
    return new Row(
        label,
        Map.of("beside", row.label()),
        Map.of(Metric.COMMITTED.name(), committed),
        row.rounds(),
        row.findings(),
        List.of());
  }

  /** Returns a chart over the skews, with a line for each setting. */
  Panel overSkews(String title) {
    List<Double> ascending = skews.stream().sorted().toList();
    List<Series> series = new ArrayList<>();
    for (String setting : settings.keySet()) {
      List<Mark> marks = new ArrayList<>();
      for (double skew : ascending) {
        marks.add(
            Mark.at(
                skew,
                Double.toString(skew),
                new MetricRef(key, label(setting, skew), Metric.COMMITTED)));
      }
      series.add(new Series(setting, marks));
    }
    return new Panel(title, Panel.Kind.LINES, "Zipf theta", "committed transactions/s", 1, series);
  }
}
