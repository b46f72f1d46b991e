package dev.yardmaster.benchmarks.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.Set;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LatencyTest {

  private static MetricValues of(int latencies) {
    Histogram ns = new Histogram(3);
    for (int i = 1; i <= latencies; i++) {
      ns.recordValue(1_000L * i);
    }
    return Latency.of(ns);
  }

  @Test
  void aPercentileHasAHundredLatenciesAboveIt() {
    assertFalse(of(99_000).metrics().contains(Latency.P999));
    assertEquals(99_900, of(100_000).get(Latency.P999), 100);
    assertFalse(of(9_900).metrics().contains(Latency.P99));
    assertEquals(9_900, of(10_000).get(Latency.P99), 10);
    assertEquals(Set.of(Latency.MEAN, Latency.P50, Latency.MAX), of(200).metrics());
    assertEquals(Set.of(Latency.MEAN, Latency.MAX), of(199).metrics());
    assertEquals(Set.of(), of(0).metrics());
  }
}
