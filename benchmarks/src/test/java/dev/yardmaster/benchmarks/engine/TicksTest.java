package dev.yardmaster.benchmarks.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.benchmarks.engine.log.Logging.Device;
import dev.yardmaster.benchmarks.engine.round.ConfiguredSide;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.MetricValues;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import dev.yardmaster.benchmarks.workload.records.RecordWorkload;
import dev.yardmaster.benchmarks.workload.ycsb.Ycsb;
import dev.yardmaster.benchmarks.workload.ycsb.YcsbMix;
import dev.yardmaster.benchmarks.workload.ycsb.YcsbPartitions;
import dev.yardmaster.benchmarks.workload.ycsb.YcsbSettings;
import java.util.List;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the ticks of a load that changes. */
class TicksTest {

  private static final YcsbSettings FIRST =
      YcsbSettings.of(2_000, YcsbMix.rmw(80), 0, 42)
          .withDrawn(500)
          .withPartitions(new YcsbPartitions(4, 0, 100, 0));

  private static EngineSetup setup(RecordWorkload workload, boolean simulated, long recordedNs) {
    return new EngineSetup(
        workload,
        2,
        simulated,
        0,
        4,
        0,
        recordedNs,
        1,
        42,
        false,
        false,
        false,
        0,
        0,
        Device.MEMORY,
        null);
  }

  @Test
  void ticksAndPhasesDivideTheInterval() {
    Ticks ticks = Ticks.of(setup(Ycsb.redrawn(FIRST, 3), true, 1_200));
    assertEquals(12, ticks.count());
    assertEquals(0, ticks.phase(-500));
    assertEquals(0, ticks.phase(399));
    assertEquals(1, ticks.phase(400));
    assertEquals(2, ticks.phase(1_199));
    assertEquals(2, ticks.phase(5_000), "after the planned end");
    List.of(0, 99, 100, 1_199, 1_200).forEach(ticks::commit);
    assertEquals(2, ticks.committed(0));
    assertEquals(1, ticks.committed(1));
    assertEquals(1, ticks.committed(11));
    assertNull(Ticks.of(setup(new Ycsb(FIRST), true, 1_200)));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aRoundCountsTheCommitsOfEachTick(boolean simulated) throws InterruptedException {
    long recordedNs = simulated ? 600_000 : 200_000_000;
    MetricValues values =
        new ConfiguredSide(
                "silo",
                EngineSide.plain("silo"),
                setup(Ycsb.redrawn(FIRST, 3), simulated, recordedNs))
            .by(SystemNanoClock.INSTANCE)
            .run(1, recordedNs, (stage, perSecond) -> {})
            .values();
    double sum = 0;
    for (int tick = 0; tick < 12; tick++) {
      sum += values.get(Metric.tick(tick));
    }
    // On threads, the recorded interval may be longer than planned; commits after the planned end
    // do not count.
    double mean = sum / 12;
    assertTrue(mean > 0, values.toString());
    if (simulated) {
      assertEquals(values.get(Metric.COMMITTED), mean, 1e-6 * mean, values.toString());
    }
  }

  @Test
  void aSchedulerIsRefused() {
    EngineSetup setup = setup(Ycsb.redrawn(FIRST, 2), true, 1_000_000);
    assertThrows(
        WorkloadFailure.class,
        () ->
            new ConfiguredSide("silo+rc", EngineSide.parse("silo+rc"), setup)
                .by(SystemNanoClock.INSTANCE)
                .run(1, 1_000_000, (stage, perSecond) -> {}));
  }
}
