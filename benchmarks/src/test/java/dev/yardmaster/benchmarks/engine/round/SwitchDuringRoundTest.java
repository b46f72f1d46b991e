package dev.yardmaster.benchmarks.engine.round;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.benchmarks.engine.EngineRoundMetrics;
import dev.yardmaster.benchmarks.engine.EngineSetup;
import dev.yardmaster.benchmarks.engine.EngineSide;
import dev.yardmaster.benchmarks.engine.log.Logging.Device;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.MetricValues;
import dev.yardmaster.benchmarks.workload.ycsb.Ycsb;
import dev.yardmaster.benchmarks.workload.ycsb.YcsbMix;
import dev.yardmaster.benchmarks.workload.ycsb.YcsbPartitions;
import dev.yardmaster.benchmarks.workload.ycsb.YcsbSettings;
import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.protocol.mixed.Mixed;
import dev.yardmaster.engine.table.Partitioning;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.transaction.ThreadPace;
import dev.yardmaster.engine.transaction.Worker;
import java.util.List;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests rounds in which the protocols of all partitions switch while a long transaction runs. */
class SwitchDuringRoundTest {

  private static final long MS = 1_000_000;
  private static final long LONG_NS = 2 * MS;
  private static final long RECORDED_NS = 8 * MS;
  private static final int WORKERS = 4;

  private static EngineSetup setup() {
    Ycsb workload =
        new Ycsb(
            YcsbSettings.of(4_000, YcsbMix.rmw(50), 0, 1)
                .withRequests(4)
                .withDrawn(1_000)
                .withPartitions(new YcsbPartitions(WORKERS, 0, 100, 0)));
    return new EngineSetup(
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
        false,
        0,
        LONG_NS,
        Device.MEMORY,
        null);
  }

  private static MetricValues run(String side, int repeat) throws InterruptedException {
    var round =
        new ConfiguredSide(side, EngineSide.parse(side), setup())
            .by(SystemNanoClock.INSTANCE)
            .run(repeat, RECORDED_NS, (stage, perSecond) -> {});
    assertEquals(List.of(), round.findings());
    return round.values();
  }

  private static double share(MetricValues values) {
    return values.get(EngineRoundMetrics.WHILE_SWITCHING) / values.get(Metric.COMMITTED);
  }

  /** Meanwhile the other workers commit as many transactions as without a switch. */
  @ParameterizedTest
  @ValueSource(strings = {"cormcc=silo>no-wait", "cormcc=partcc>silo"})
  void aMediatedSwitchLastsAsLongAsTheLongTransaction(String side) throws Exception {
    MetricValues atStart = run(side, 0);
    assertEquals(2.0, atStart.get(EngineRoundMetrics.SWITCH_MS), 0.3);
    assertTrue(share(atStart) > 0.8, "share=" + share(atStart));
    MetricValues atEnd = run(side, 2);
    assertEquals(0.1, atEnd.get(EngineRoundMetrics.SWITCH_MS), 0.1);
  }

  /**
   * One worker checks the state of the switch while another worker requests it, partition by
   * partition.
   */
  @Test
  void aSwitchThatIsBeingRequestedHasNotEnded() {
    Runnable[] whileRequested = {() -> {}};
    Partitioning partitioning =
        new Partitioning() {
          @Override
          public int count() {
            whileRequested[0].run();
            return 2;
          }

          @Override
          public int of(Table table, long key, byte[] rest) {
            return (int) key % 2;
          }
        };
    Mixed mixed = Protocols.cormcc(2, partitioning, partition -> "silo");
    SwitchDuringRound switching = new SwitchDuringRound(mixed, "no-wait", setup(), 0);
    switching.look(true, 10 * MS, RECORDED_NS / 4, RECORDED_NS);
    whileRequested[0] = () -> switching.look(false, 12 * MS, RECORDED_NS / 2, RECORDED_NS);
    switching.look(false, 11 * MS, RECORDED_NS / 2, RECORDED_NS);
    switching.committed(11 * MS - 1);
    switching.committed(11 * MS);
    switching.committed(14 * MS - 1);
    MetricValues values = switching.values(15 * MS);
    assertEquals(4, values.get(EngineRoundMetrics.SWITCH_MS), "from the request to the end");
    assertEquals(2 / 4e-3, values.get(EngineRoundMetrics.WHILE_SWITCHING), 1e-6);
  }

  @Test
  void theThroughputOfAShortSwitchIsMeasuredForAWhile() {
    Mixed mixed = Protocols.cormcc(1, Partitioning.hashed(2), partition -> "silo");
    Worker worker = new Database(mixed, 1).worker(0, new ThreadPace(System::nanoTime));
    SwitchDuringRound switching = new SwitchDuringRound(mixed, "no-wait", setup(), 0);
    switching.look(true, 10 * MS, RECORDED_NS / 4, RECORDED_NS);
    switching.look(true, 11 * MS, RECORDED_NS / 2, RECORDED_NS);
    for (int i = 0; i < 100 && !mixed.isSettled(); i++) {
      worker.tidy();
    }
    switching.look(true, 11 * MS + MS / 20, RECORDED_NS / 2, RECORDED_NS);
    switching.committed(11 * MS + MS / 5 - 1);
    switching.committed(11 * MS + MS / 5);
    MetricValues values = switching.values(15 * MS);
    assertEquals(0.05, values.get(EngineRoundMetrics.SWITCH_MS), 1e-9);
    assertEquals(1 / 2e-4, values.get(EngineRoundMetrics.WHILE_SWITCHING), 1e-6);
  }

  @ParameterizedTest
  @ValueSource(strings = {"cormcc=silo>>no-wait", "cormcc=partcc>>silo"})
  void withoutMediationTheOthersWaitForTheLongTransaction(String side) throws Exception {
    MetricValues values = run(side, 0);
    assertEquals(2.0, values.get(EngineRoundMetrics.SWITCH_MS), 0.3);
    assertTrue(share(values) < 0.2, "share=" + share(values));
  }
}
