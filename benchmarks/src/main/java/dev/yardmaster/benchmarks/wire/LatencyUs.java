package dev.yardmaster.benchmarks.wire;

import dev.yardmaster.benchmarks.run.Spread;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/**
 * Latencies from intended start to outcome, in us.
 *
 * @param max the longest; over several intervals the longest of all, while others are medians
 */
public record LatencyUs(double mean, double p50, double p95, double p99, double p999, double max) {

  private static final double NS_PER_US = 1e3;

  /** Of a histogram in ns. */
  public static LatencyUs of(Histogram ns) {
    return new LatencyUs(
        ns.getMean() / NS_PER_US,
        ns.getValueAtPercentile(50) / NS_PER_US,
        ns.getValueAtPercentile(95) / NS_PER_US,
        ns.getValueAtPercentile(99) / NS_PER_US,
        ns.getValueAtPercentile(99.9) / NS_PER_US,
        ns.getMaxValue() / NS_PER_US);
  }

  /** The median of every figure over several intervals, and the longest of all. */
  public static LatencyUs median(List<LatencyUs> repeats) {
    return new LatencyUs(
        median(repeats, LatencyUs::mean),
        median(repeats, LatencyUs::p50),
        median(repeats, LatencyUs::p95),
        median(repeats, LatencyUs::p99),
        median(repeats, LatencyUs::p999),
        repeats.stream().mapToDouble(LatencyUs::max).max().orElseThrow());
  }

  private static double median(List<LatencyUs> repeats, ToDoubleFunction<LatencyUs> figure) {
    return Spread.of(repeats.stream().mapToDouble(figure).toArray()).median();
  }
}
