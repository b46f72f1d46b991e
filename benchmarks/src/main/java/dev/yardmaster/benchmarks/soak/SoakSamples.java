package dev.yardmaster.benchmarks.soak;

import dev.yardmaster.benchmarks.measure.Measured;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.MetricValues;
import dev.yardmaster.server.cli.FigureTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.agrona.concurrent.NanoClock;

/**
 * The samples of a long round, one for each second, and the comparison of its quarters. Only the
 * coordinating thread uses an instance.
 */
public final class SoakSamples {

  /** The number of parts of the round that are compared. */
  static final int QUARTERS = 4;

  /** The time since the beginning of the recorded interval. */
  static final Metric SECOND = Metric.fact("second", "s", Metric.Shown.WHOLE);

  private static final long SAMPLE_NS = 1_000_000_000L;
  private static final double NS_PER_SECOND = 1e9;

  private final long intervalNs;
  private final NanoClock clock;
  private final Consumer<MetricValues> progress;
  private final List<MetricValues> taken = new ArrayList<>();
  private boolean hasBegun;
  private long beganNs;
  private long sampledNs;

  /**
   * Creates the samples of a round that has not begun yet.
   *
   * @param lengthNs length of the round, in ns; a round of less than a second has one sample, at
   *     the end
   * @param progress receives every sample
   */
  SoakSamples(long lengthNs, NanoClock clock, Consumer<MetricValues> progress) {
    this.intervalNs = Math.min(SAMPLE_NS, lengthNs / (2 * QUARTERS));
    this.clock = clock;
    this.progress = progress;
  }

  /** Creates an instance that holds earlier samples. */
  SoakSamples(List<MetricValues> taken) {
    this(0, () -> 0, sample -> {});
    this.taken.addAll(taken);
  }

  /** Returns the time since the first call of this method, in ns. */
  long passedNs() {
    if (!hasBegun) {
      hasBegun = true;
      beganNs = clock.nanoTime();
      sampledNs = beganNs;
    }
    return clock.nanoTime() - beganNs;
  }

  /**
   * Returns the seconds since the previous sample if it is time for the next sample; otherwise 0.
   */
  double due() {
    long sinceNs = passedNs() + beganNs - sampledNs;
    return sinceNs >= intervalNs && sinceNs > 0 ? sinceNs / NS_PER_SECOND : 0;
  }

  /** Adds a sample. */
  void add(MetricValues values) {
    long passedNs = passedNs();
    sampledNs = beganNs + passedNs;
    MetricValues sample = new MetricValues().put(SECOND, passedNs / NS_PER_SECOND).putAll(values);
    taken.add(sample);
    progress.accept(sample);
  }

  /** Returns all samples, in order. */
  List<MetricValues> all() {
    return List.copyOf(taken);
  }

  /** Returns the greatest value of a metric; 0 if there are no samples. */
  double most(Metric metric) {
    return taken.stream().mapToDouble(sample -> sample.get(metric)).max().orElse(0);
  }

  /**
   * Returns the difference between a metric's least value in the last quarter and in the given
   * quarter. Quarters are counted from 0.
   */
  double growthSince(int quarter, Metric metric) {
    return least(quarter(QUARTERS - 1), metric) - least(quarter(quarter), metric);
  }

  private static double least(List<MetricValues> samples, Metric metric) {
    return samples.stream().mapToDouble(sample -> sample.get(metric)).min().orElse(0);
  }

  private List<MetricValues> quarter(int index) {
    int size = taken.size();
    int from = index * size / QUARTERS;
    return taken.subList(from, Math.min(size, Math.max(from + 1, (index + 1) * size / QUARTERS)));
  }

  /**
   * Returns a table with a row for each quarter, which shows the representative value of the
   * quarter's samples.
   */
  public static FigureTable quarters(List<MetricValues> samples) {
    SoakSamples all = new SoakSamples(samples);
    List<Metric> metrics =
        samples.isEmpty()
            ? List.of()
            : samples.get(0).metrics().stream().filter(metric -> !metric.equals(SECOND)).toList();
    List<String> header = new ArrayList<>(List.of("quarter"));
    for (Metric metric : metrics) {
      header.add(metric.over().name().toLowerCase(Locale.ROOT) + " " + metric.name());
    }
    List<List<String>> rows = new ArrayList<>();
    for (int i = 0; i < QUARTERS; i++) {
      List<MetricValues> quarter = all.quarter(i);
      List<String> row = new ArrayList<>(List.of(Integer.toString(i + 1)));
      for (Metric metric : metrics) {
        row.add(
            metric
                .shown()
                .text(
                    new Measured(
                            metric, quarter.stream().map(sample -> sample.get(metric)).toList())
                        .value()));
      }
      rows.add(row);
    }
    return new FigureTable(
        "Quarters of the run, from a sample each second; data, log and heap in MB, resident memory in MiB",
        header,
        rows);
  }

  /** Returns the time of a sample, in seconds since the beginning of the recorded interval. */
  public static double second(MetricValues sample) {
    return sample.get(SECOND);
  }

  /** Returns a line of text with the values of a sample. */
  public static String line(MetricValues sample) {
    StringBuilder line =
        new StringBuilder(String.format(Locale.ROOT, "%5.0f s", sample.get(SECOND)));
    for (Metric metric : sample.metrics()) {
      if (!metric.equals(SECOND)) {
        line.append(" | ").append(metric.shown().text(sample.get(metric))).append(' ');
        line.append(metric.name());
      }
    }
    return line.toString();
  }
}
