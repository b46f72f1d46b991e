package dev.yardmaster.benchmarks.experiment.batching;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.benchmarks.engine.EngineRoundMetrics;
import dev.yardmaster.benchmarks.experiment.EnginePoint;
import dev.yardmaster.benchmarks.experiment.PipelinePoint;
import dev.yardmaster.benchmarks.experiment.Point;
import dev.yardmaster.benchmarks.jdbc.JdbcMetrics;
import dev.yardmaster.benchmarks.jdbc.JdbcPlan;
import dev.yardmaster.benchmarks.jdbc.JdbcSideName;
import dev.yardmaster.benchmarks.jdbc.bank.BankLogic;
import dev.yardmaster.benchmarks.jdbc.bank.LockOrder;
import dev.yardmaster.benchmarks.measure.Latency;
import dev.yardmaster.benchmarks.measure.Measurements;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.MetricRef;
import dev.yardmaster.benchmarks.measure.Results;
import dev.yardmaster.benchmarks.measure.Results.Row;
import dev.yardmaster.benchmarks.run.PipelineRoundMetrics;
import java.util.List;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Checks that the points on the engine, the points on PostgreSQL and the points of losing cases can
 * be measured.
 */
@Timeout(300)
class SchedulerPointsTest {

  private static final long SEED = 7;

  private static final BatchingScale TINY = BatchingScale.QUICK.withObjects(2_000).withSeconds(0.1);

  private static Results measure(Point point) throws InterruptedException {
    Results measured = point.measure(SystemNanoClock.INSTANCE, standing -> {});
    assertEquals(List.of(), measured.findings());
    assertEquals(point.sides(), measured.rows().stream().map(Row::label).toList());
    for (Row row : measured.rows()) {
      row.figures()
          .forEach(
              (name, figure) ->
                  assertEquals(TINY.repeats(), figure.repeats().size(), row.label() + name));
    }
    return measured;
  }

  private static double median(Point point, Results measured, String side, Metric metric) {
    Measurements measurements = new Measurements();
    measurements.put(measured);
    return measurements
        .spread(new MetricRef(point.key(), side, metric))
        .orElseThrow(() -> new AssertionError(side + " has no " + metric))
        .median();
  }

  @Test
  void simulatedWorkersHaveLatenciesAndNoProcessorTime() throws InterruptedException {
    EnginePoint point = new YcsbPoints(TINY, SEED).simulated(4, 0.99);
    Results measured = measure(point);
    for (String side : YcsbPoints.SIDES) {
      double mean = median(point, measured, side, Latency.MEAN);
      assertTrue(mean > 0, side);
      assertTrue(median(point, measured, side, Latency.MAX) >= mean, side);
      assertTrue(median(point, measured, side, EngineRoundMetrics.OLDEST_UNFINISHED) > 0, side);
      assertFalse(measured.row(side).orElseThrow().has(EngineRoundMetrics.CPU_NS), side);
      assertFalse(measured.row(side).orElseThrow().has(EngineRoundMetrics.SCHEDULABLE), side);
    }
  }

  @Test
  void threadsHaveProcessorTimeAndSchedulersASpeed() throws InterruptedException {
    EnginePoint point = new YcsbPoints(TINY, SEED).threads(1, 0);
    Results measured = measure(point);
    for (String side : YcsbPoints.SIDES) {
      double perSecond = median(point, measured, side, Metric.COMMITTED);
      if (perSecond == 0) {
        // The value is missing if other processes used much of the machine during the whole round.
        continue;
      }
      double cpuNs = median(point, measured, side, EngineRoundMetrics.CPU_NS);
      // The processor time of one thread is at most the elapsed time, except for the difference
      // between the two clocks.
      assertTrue(cpuNs > 0 && cpuNs * perSecond < 1.5e9, side + " " + cpuNs + " " + perSecond);
      assertEquals(
          side.contains("+"), measured.row(side).orElseThrow().has(EngineRoundMetrics.SCHEDULABLE));
    }
  }

  @Test
  void smallBatchesAreSidesOfOnePointAndTellTheirProcessorTime() throws InterruptedException {
    PipelinePoint point =
        new BatchingPoints(TINY, SEED).micro(0.9, List.of("base", "srvc@1", "srvc/optimal@8"));
    Results measured = measure(point);
    for (String side : point.sides()) {
      assertTrue(median(point, measured, side, PipelineRoundMetrics.CPU_NS) > 0, side);
      assertTrue(median(point, measured, side, Metric.COMMITTED) > 0, side);
    }
    List<Integer> sizes =
        point.compared().stream()
            .map(side -> side.configure(point.pipeline()).batchSize())
            .toList();
    assertEquals(List.of(40, 1, 8), sizes);
  }

  @Test
  void aDatabaseIsStartedMeasuredAndEnded() throws InterruptedException {
    DatabasePoint point = new DatabasePoints(TINY, SEED).smallBank(BankLogic.PROCEDURE, 0.9, 2);
    Results measured = measure(point);
    for (String name : point.sides()) {
      assertTrue(median(point, measured, name, Metric.COMMITTED) > 0, name);
      assertTrue(median(point, measured, name, JdbcMetrics.CLIENT_CPU_NS) > 0, name);
      assertTrue(median(point, measured, name, Latency.MEAN) > 0, name);
    }
    assertEquals(
        0, median(point, measured, DatabasePoints.REORDERED, JdbcMetrics.ABORT_RATE), 0.05);
  }

  @Test
  void aPointIsOneComparison() {
    JdbcPlan two =
        new JdbcPlan(
            List.of(JdbcSideName.BATCH),
            BankLogic.PROCEDURE,
            1,
            1,
            0,
            LockOrder.SORTED,
            2,
            List.of(0.9),
            List.of(1, 2),
            SEED,
            0,
            1,
            1,
            false);
    assertThrows(IllegalArgumentException.class, () -> new DatabasePoint("two", two, false));
  }
}
