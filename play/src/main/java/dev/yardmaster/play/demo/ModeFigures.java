package dev.yardmaster.play.demo;

import dev.yardmaster.processor.PipelineCounters;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/**
 * The figures of a mode, or of one second of the mode.
 *
 * @param seconds the length of the interval, in s
 * @param work the pipeline's work in the interval
 * @param latenciesNs the latencies of the transactions that committed, in ns
 */
record ModeFigures(double seconds, PipelineCounters work, Histogram latenciesNs) {

  private static final double NS_PER_MS = 1e6;

  static final List<String> HEADER =
      List.of("committed/s", "aborted runs/s", "repaired/s", "runs per commit", "p50 ms", "p99 ms");

  /** Returns the cells of a row, in the order of {@link #HEADER}. */
  List<String> cells() {
    return List.of(
        rate(work.committed()),
        rate(work.aborts()),
        rate(work.repaired()),
        work.committed() == 0
            ? "-"
            : String.format(Locale.ROOT, "%.2f", 1 + (double) work.restarts() / work.committed()),
        percentile(50),
        percentile(99));
  }

  private String rate(long count) {
    return String.format(Locale.ROOT, "%,.0f", count / seconds);
  }

  private String percentile(double percentile) {
    return latenciesNs.getTotalCount() == 0
        ? "-"
        : String.format(
            Locale.ROOT, "%.2f", latenciesNs.getValueAtPercentile(percentile) / NS_PER_MS);
  }
}
