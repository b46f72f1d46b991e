package dev.yardmaster.benchmarks.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.benchmarks.engine.Logging.Device;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.MetricValues;
import dev.yardmaster.benchmarks.workload.ycsb.Ycsb;
import dev.yardmaster.benchmarks.workload.ycsb.YcsbMix;
import dev.yardmaster.benchmarks.workload.ycsb.YcsbPartitions;
import dev.yardmaster.benchmarks.workload.ycsb.YcsbSettings;
import java.util.List;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rounds in which the protocols of all partitions switch while a long transaction runs. */
class SwitchDuringRoundTest {

  private static final long MS = 1_000_000;
  private static final long LONG_NS = 2 * MS;
  private static final long RECORDED_NS = 8 * MS;
  private static final int WORKERS = 4;

  private static MetricValues run(String side, int repeat) throws InterruptedException {
    Ycsb workload =
        new Ycsb(
            YcsbSettings.of(4_000, YcsbMix.rmw(50), 0, 1)
                .withRequests(4)
                .withDrawn(1_000)
                .withPartitions(new YcsbPartitions(WORKERS, 0, 100, 0)));
    EngineSetup setup =
        new EngineSetup(
            workload,
            WORKERS,
            true,
            0,
            4,
            0,
            RECORDED_NS,
            1,
            1,
            true,
            false,
            0,
            LONG_NS,
            Device.MEMORY,
            null);
    var round =
        new ConfiguredSide(side, EngineSide.parse(side), setup)
            .by(SystemNanoClock.INSTANCE)
            .run(repeat, RECORDED_NS, (stage, perSecond) -> {});
    assertEquals(List.of(), round.findings());
    return round.values();
  }

  private static double share(MetricValues values) {
    return values.get(EngineMetrics.WHILE_SWITCHING) / values.get(Metric.COMMITTED);
  }

  /** The other workers commit as much as without a switch. */
  @ParameterizedTest
  @ValueSource(strings = {"cormcc=silo>no-wait", "cormcc=partcc>silo"})
  void aMediatedSwitchLastsAsLongAsTheLongTransaction(String side) throws Exception {
    MetricValues atStart = run(side, 0);
    assertEquals(2.0, atStart.get(EngineMetrics.SWITCH_MS), 0.3);
    assertTrue(share(atStart) > 0.8, "share=" + share(atStart));
    MetricValues atEnd = run(side, 2);
    assertEquals(0.1, atEnd.get(EngineMetrics.SWITCH_MS), 0.1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"cormcc=silo>>no-wait", "cormcc=partcc>>silo"})
  void withoutMediationTheOthersWaitForTheLongTransaction(String side) throws Exception {
    MetricValues values = run(side, 0);
    assertEquals(2.0, values.get(EngineMetrics.SWITCH_MS), 0.3);
    assertTrue(share(values) < 0.2, "share=" + share(values));
  }
}
