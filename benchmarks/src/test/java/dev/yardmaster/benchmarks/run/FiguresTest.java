package dev.yardmaster.benchmarks.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.processor.PipelineCounters;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class FiguresTest {

  private static final double PRECISION = 0.002;

  @Test
  void medianOfAnOddNumberIsTheMiddleOne() {
    assertEquals(new Spread(2, 1, 9), Spread.of(9, 1, 2));
  }

  @Test
  void medianOfAnEvenNumberIsTheMeanOfTheMiddleTwo() {
    assertEquals(new Spread(2.5, 1, 9), Spread.of(9, 1, 2, 3));
  }

  @Test
  void percentilesAreOfTheRecordedLatencies() {
    Histogram latencyNs = new Histogram(3);
    for (int us = 1; us <= 10_000; us++) {
      latencyNs.recordValue(us * 1_000L);
    }
    Figures figures = Figures.of(recording(latencyNs), false, true);
    assertEquals(5_000.5, figures.meanUs(), 5_000 * PRECISION);
    assertEquals(5_000, figures.p50Us(), 5_000 * PRECISION);
    assertEquals(7_500, figures.p75Us(), 7_500 * PRECISION);
    assertEquals(9_000, figures.p90Us(), 9_000 * PRECISION);
    assertEquals(9_500, figures.p95Us(), 9_500 * PRECISION);
    assertEquals(9_900, figures.p99Us(), 9_900 * PRECISION);
    assertEquals(9_990, figures.p999Us(), 9_990 * PRECISION);
    assertEquals(10_000, figures.maxUs(), 10_000 * PRECISION);
  }

  @Test
  void countsAreDividedByCommitsAndBatches() {
    Figures figures = Figures.of(recording(new Histogram(3)), false, true);
    assertEquals(500, figures.committedPerSecond());
    assertEquals(0.3, figures.abortsPerCommit(), 1e-12);
    assertEquals(0.2, figures.abortsByCause().get(AbortCause.VICTIM), 1e-12);
    assertEquals(0.1, figures.abortsByCause().get(AbortCause.USER), 1e-12);
    assertEquals(0, figures.abortsByCause().get(AbortCause.RANGE));
    assertEquals(0.25, figures.restartsPerCommit(), 1e-12);
    assertEquals(2, figures.victimsPerBatch());
    assertEquals(7, figures.edgesPerBatch());
    assertEquals(0.75, figures.provenShare(), 1e-12);
    assertEquals(0.25, figures.reorderBusy(), 1e-12);
    assertEquals(0.005, figures.overloadedPerCommit(), 1e-12);
    assertEquals(9, figures.mostRestarts());
    assertEquals(0.4, figures.repairsPerCommit(), 1e-12);
    assertEquals(3_000, figures.validatorNsPerCommit(), 1e-9);
    assertEquals(5_000, figures.cpuNsPerCommit(), 1e-9);
  }

  @Test
  void theLogIsDividedByCommitsForcesAndTime() {
    assertNull(Figures.of(recording(new Histogram(3)), false, true).log());
    LogFigures log = Figures.of(recording(new Histogram(3)), true, true).log();
    assertEquals(0.025, log.forcesPerCommit(), 1e-12);
    assertEquals(40, log.commitsPerForce(), 1e-12);
    assertEquals(102_400, log.loggedBytesPerSecond(), 1e-9);
    assertEquals(204.8, log.loggedBytesPerCommit(), 1e-9);
    assertEquals(8_192, log.loggedBytesPerForce(), 1e-9);
    assertEquals(2, log.checkpoints());
  }

  @Test
  void mediansOfTheLogAreOfEachFigure() {
    LogFigures median =
        LogFigures.median(
            List.of(
                new LogFigures(1, 2, 3, 4, 5, 6),
                new LogFigures(9, 1, 9, 1, 9, 1),
                new LogFigures(5, 5, 1, 9, 7, 2)));
    assertEquals(new LogFigures(5, 2, 3, 4, 7, 2), median);
  }

  @Test
  void inFlightIsTheTimeSpentOverTheTimeThatPassed() {
    Histogram latencyNs = latencies(500_000, 500_000, 1_000_000);
    assertEquals(1, Figures.of(recording(latencyNs), false, true).inFlight(), PRECISION);
  }

  @Test
  void mediansAreOfEachFigureButTheMaximumIsOfAll() {
    Figures first = Figures.of(recording(latencies(10, 90)), false, true);
    Figures second = Figures.of(recording(latencies(20, 50)), false, true);
    Figures third = Figures.of(recording(latencies(30, 30)), false, false);
    Figures median = Figures.median(List.of(first, second, third));
    assertEquals(20, median.p50Us(), 20 * PRECISION);
    assertEquals(90, median.maxUs(), 90 * PRECISION);
    assertFalse(median.invariantHolds());
    assertTrue(Figures.median(List.of(first, second)).invariantHolds());
  }

  private static Histogram latencies(long... us) {
    Histogram latencyNs = new Histogram(3);
    for (long value : us) {
      latencyNs.recordValue(value * 1_000);
    }
    return latencyNs;
  }

  private static Recording recording(Histogram latencyNs) {
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
            0,
            0,
            0,
            900,
            204_800,
            25,
            2,
            12,
            3);
    return new Recording(
        2_000_000_000L, new Counts(1_000, 1_000, 0, 5, 0, 0), 9, counters, 5_000_000L, latencyNs);
  }
}
