package dev.yardmaster.benchmarks.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.benchmarks.load.ClientCounts;
import dev.yardmaster.benchmarks.load.RecordedInterval;
import dev.yardmaster.benchmarks.measure.Latency;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.MetricValues;
import dev.yardmaster.processor.PipelineCounters;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class PipelineRoundMetricsTest {

  private static final double PRECISION = 0.002;

  @Test
  void percentilesAreOfTheRecordedLatencies() {
    Histogram latencyNs = new Histogram(3);
    for (int us = 1; us <= 10_000; us++) {
      latencyNs.recordValue(us * 1_000L);
    }
    MetricValues figures = PipelineRoundMetrics.of(recording(latencyNs), false);
    assertEquals(5_000.5, figures.get(Latency.MEAN), 5_000 * PRECISION);
    assertEquals(5_000, figures.get(Latency.P50), 5_000 * PRECISION);
    assertEquals(7_500, figures.get(Latency.P75), 7_500 * PRECISION);
    assertEquals(9_000, figures.get(Latency.P90), 9_000 * PRECISION);
    assertEquals(9_500, figures.get(Latency.P95), 9_500 * PRECISION);
    assertEquals(9_900, figures.get(Latency.P99), 9_900 * PRECISION);
    assertEquals(10_000, figures.get(Latency.MAX), 10_000 * PRECISION);
  }

  @Test
  void countsAreDividedByCommitsAndBatches() {
    MetricValues figures = PipelineRoundMetrics.of(recording(new Histogram(3)), false);
    assertEquals(500, figures.get(Metric.COMMITTED));
    assertEquals(0.3, figures.get(PipelineRoundMetrics.ABORTS), 1e-12);
    assertEquals(
        0.2,
        figures.get(PipelineRoundMetrics.ABORTS_BY_CAUSE.get(AbortCause.VICTIM.ordinal())),
        1e-12);
    assertEquals(
        0.1,
        figures.get(PipelineRoundMetrics.ABORTS_BY_CAUSE.get(AbortCause.USER.ordinal())),
        1e-12);
    assertEquals(
        0, figures.get(PipelineRoundMetrics.ABORTS_BY_CAUSE.get(AbortCause.RANGE.ordinal())));
    assertEquals(0.25, figures.get(PipelineRoundMetrics.RESTARTS), 1e-12);
    assertEquals(2, figures.get(PipelineRoundMetrics.VICTIMS));
    assertEquals(7, figures.get(PipelineRoundMetrics.EDGES));
    assertEquals(0.75, figures.get(PipelineRoundMetrics.PROVEN), 1e-12);
    assertEquals(0.25, figures.get(PipelineRoundMetrics.REORDER_BUSY), 1e-12);
    assertEquals(0.75, figures.get(PipelineRoundMetrics.FINAL_VALIDATION_BUSY), 1e-12);
    assertEquals(0.005, figures.get(PipelineRoundMetrics.OVERLOADED), 1e-12);
    assertEquals(9, figures.get(PipelineRoundMetrics.MAX_RESTARTS));
    assertEquals(0.4, figures.get(PipelineRoundMetrics.REPAIRS), 1e-12);
    assertEquals(3_000, figures.get(PipelineRoundMetrics.VALIDATOR_NS), 1e-9);
    assertEquals(5_000, figures.get(PipelineRoundMetrics.CPU_NS), 1e-9);
  }

  @Test
  void theLogIsDividedByCommitsForcesAndTime() {
    MetricValues without = PipelineRoundMetrics.of(recording(new Histogram(3)), false);
    assertTrue(Double.isNaN(without.get(PipelineRoundMetrics.FORCES)));
    MetricValues log = PipelineRoundMetrics.of(recording(new Histogram(3)), true);
    assertEquals(0.025, log.get(PipelineRoundMetrics.FORCES), 1e-12);
    assertEquals(40, log.get(PipelineRoundMetrics.COMMITS_PER_FORCE), 1e-12);
    assertEquals(102_400, log.get(PipelineRoundMetrics.LOGGED_PER_SECOND), 1e-9);
    assertEquals(204.8, log.get(PipelineRoundMetrics.LOGGED_PER_COMMIT), 1e-9);
    assertEquals(8_192, log.get(PipelineRoundMetrics.LOGGED_PER_FORCE), 1e-9);
    assertEquals(2, log.get(PipelineRoundMetrics.CHECKPOINTS));
  }

  @Test
  void inFlightIsTheTimeSpentOverTheTimeThatPassed() {
    Histogram latencyNs = latencies(500_000, 500_000, 1_000_000);
    assertEquals(
        1,
        PipelineRoundMetrics.of(recording(latencyNs), false).get(PipelineRoundMetrics.IN_FLIGHT),
        PRECISION);
  }

  private static Histogram latencies(long... us) {
    Histogram latencyNs = new Histogram(3);
    for (long value : us) {
      latencyNs.recordValue(value * 1_000);
    }
    return latencyNs;
  }

  private static RecordedInterval recording(Histogram latencyNs) {
    PipelineCounters counters =
        new PipelineCounters(
            1_000,
            250,
            Map.of(AbortCause.VICTIM, 200L, AbortCause.USER, 100L),
            0,
            0,
            100,
            1_300,
            200,
            700,
            80,
            60,
            500_000_000L,
            0,
            400,
            3_000_000L,
            1_500_000_000L,
            0,
            0,
            0,
            900,
            204_800,
            25,
            2,
            12,
            3);
    return new RecordedInterval(
        2_000_000_000L,
        new ClientCounts(1_000, 1_000, 0, 5, 0, 0),
        9,
        counters,
        5_000_000L,
        latencyNs);
  }
}
