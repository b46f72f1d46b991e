package dev.yardmaster.benchmarks.engine.round;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.benchmarks.engine.EngineRoundMetrics;
import dev.yardmaster.benchmarks.engine.EngineSetup;
import dev.yardmaster.benchmarks.engine.EngineSide;
import dev.yardmaster.benchmarks.engine.log.Logging.Device;
import dev.yardmaster.benchmarks.measure.Latency;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.MetricValues;
import dev.yardmaster.benchmarks.workload.ycsb.Ycsb;
import dev.yardmaster.benchmarks.workload.ycsb.YcsbMix;
import dev.yardmaster.benchmarks.workload.ycsb.YcsbSettings;
import java.util.List;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the metrics of transactions that are still running when a round ends. */
@Timeout(60)
class UnfinishedTest {

  private static final long SEED = 7;

  /** Returns the metrics of a round in which each access takes about {@code delayNs}. */
  private static MetricValues run(
      String side, int requests, boolean simulated, long delayNs, long recordedNs)
      throws InterruptedException {
    Ycsb workload =
        new Ycsb(
            YcsbSettings.of(1_000, YcsbMix.rmw(0), 2, SEED)
                .withRequests(requests)
                .withDrawn(1_000));
    EngineSetup setup =
        new EngineSetup(
            workload,
            4,
            simulated,
            delayNs,
            2,
            0,
            recordedNs,
            1,
            SEED,
            true,
            false,
            false,
            0,
            0,
            Device.MEMORY,
            null);
    var round =
        new ConfiguredSide(side, EngineSide.parse(side), setup)
            .by(SystemNanoClock.INSTANCE)
            .run(1, recordedNs, (stage, perSecond) -> {});
    assertEquals(List.of(), round.findings());
    return round.values();
  }

  @ParameterizedTest
  @ValueSource(strings = {"no-wait", "no-wait+hold"})
  void simulatedTransactionsCountWithTheirAgesAndConflicts(String side)
      throws InterruptedException {
    // Each access takes at least 50 us (half of the delay), so 16 accesses take longer than the
    // round of 700 us, and no transaction commits.
    MetricValues values = run(side, 16, true, 100_000, 700_000);
    assertEquals(0, values.get(Metric.COMMITTED));
    assertTrue(values.get(Latency.MAX) > 350 && values.get(Latency.MAX) < 701, values.toString());
    assertTrue(values.get(EngineRoundMetrics.OLDEST_UNFINISHED) > 600, values.toString());
    assertTrue(values.get(EngineRoundMetrics.OLDEST_UNFINISHED) <= 700, values.toString());
    if (side.equals("no-wait")) {
      assertEquals(1, values.get(EngineRoundMetrics.ABORT_RATE), values.toString());
    }
  }

  @Test
  void transactionsOnThreadsCountWithTheirAges() throws InterruptedException {
    MetricValues values = run("silo", 1, false, 300_000_000, 100_000_000);
    assertEquals(0, values.get(Metric.COMMITTED));
    double oldestUs = values.get(EngineRoundMetrics.OLDEST_UNFINISHED);
    assertTrue(oldestUs > 0, values.toString());
    assertTrue(values.get(Latency.MAX) > 0, values.toString());
    assertTrue(values.get(Latency.MAX) <= oldestUs * 1.01, values.toString());
  }
}
