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
import dev.yardmaster.benchmarks.workload.ycsb.RequestCounts;
import dev.yardmaster.benchmarks.workload.ycsb.Ycsb;
import dev.yardmaster.benchmarks.workload.ycsb.YcsbMix;
import dev.yardmaster.benchmarks.workload.ycsb.YcsbSettings;
import dev.yardmaster.engine.Protocols;
import java.util.List;
import java.util.stream.Stream;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests short rounds of simulated workers, whose histories are checked. */
class SimulatedRoundTest {

  private static final long SEED = 7;

  private static MetricValues run(String side, boolean checked, long slackNs)
      throws InterruptedException {
    return run(side, 1.2, new RequestCounts(2, 12, 20), 6, 200_000, checked, slackNs);
  }

  private static MetricValues run(
      String side,
      double skew,
      RequestCounts requests,
      int workers,
      long recordedNs,
      boolean checked,
      long slackNs)
      throws InterruptedException {
    Ycsb workload =
        new Ycsb(
            YcsbSettings.of(1_000, YcsbMix.A, skew, SEED).withRequests(requests).withDrawn(1_000));
    EngineSetup setup =
        new EngineSetup(
            workload,
            workers,
            true,
            0,
            4,
            0,
            recordedNs,
            1,
            SEED,
            checked,
            true,
            false,
            slackNs,
            0,
            Device.MEMORY,
            null);
    var round =
        new ConfiguredSide(side, EngineSide.parse(side), setup)
            .by(SystemNanoClock.INSTANCE)
            .run(1, recordedNs, (stage, perSecond) -> {});
    assertEquals(List.of(), round.findings());
    assertTrue(round.values().get(Metric.COMMITTED) > 0, side + ": " + round.values());
    return round.values();
  }

  static Stream<String> scheduled() {
    return Protocols.names().stream()
        .flatMap(name -> Stream.of(name + "+precedence", name + "+rc", name + "+hold"));
  }

  @ParameterizedTest
  @MethodSource("scheduled")
  void everyProtocolIsSerializableBehindEachScheduler(String side) throws InterruptedException {
    MetricValues values = run(side, true, 0);
    if (side.endsWith("+hold")) {
      assertEquals(0, values.get(EngineRoundMetrics.ABORTS), side + ": " + values);
    }
  }

  /**
   * If ages counted from a transaction's arrival in the scheduler's batch, more transactions would
   * abort.
   */
  @Test
  void theThreadAwareSchedulerLowersTheAbortsOfPlor() throws InterruptedException {
    double plain = aborts("plor");
    double scheduled = aborts("plor+rc");
    assertTrue(scheduled < plain, scheduled + " aborts per commit, without: " + plain);
  }

  /**
   * First attempts give way, too. If only restarted attempts gave way, the ratio would be above
   * 1/3.
   */
  @Test
  void precedenceEndsTheLongestTransactionsEarlier() throws InterruptedException {
    double plain = longestUs("silo");
    double scheduled = longestUs("silo+precedence");
    assertTrue(scheduled < plain / 3, scheduled + " us, without: " + plain + " us");
  }

  private static double longestUs(String side) throws InterruptedException {
    RequestCounts requests = new RequestCounts(16, 16, 10);
    return run(side, 0.99, requests, 20, 4_000_000, false, 0).get(Latency.MAX);
  }

  private static double aborts(String side) throws InterruptedException {
    RequestCounts requests = new RequestCounts(4, 16, 10);
    return run(side, 0.99, requests, 20, 1_000_000, false, 0).get(EngineRoundMetrics.ABORTS);
  }

  @ParameterizedTest
  @ValueSource(strings = {"wound-wait", "plor", "plor-latched", "plor-dwa"})
  void theTimeIsSplitIntoWorkAndWaits(String side) throws InterruptedException {
    MetricValues values = run(side, false, 0);
    double readWrite = values.get(EngineRoundMetrics.READ_WRITE_WAIT_SHARE);
    double writeWrite = values.get(EngineRoundMetrics.WRITE_WRITE_WAIT_SHARE);
    double latches = values.get(EngineRoundMetrics.LATCH_SHARE);
    double useful = values.get(EngineRoundMetrics.USEFUL_SHARE);
    double wasted = values.get(EngineRoundMetrics.WASTED_SHARE);
    assertEquals(1, useful + latches + readWrite + writeWrite + wasted, 1e-9, values.toString());
    assertTrue(useful > 0 && wasted > 0 && readWrite > 0 && writeWrite > 0, values.toString());
    assertEquals(side.equals("plor-latched"), latches > 0, values.toString());
  }

  @Test
  void bigTransactionsHaveLateDeadlinesAndTakeLonger() throws InterruptedException {
    Metric ofBig = Latency.MEAN.ofType("big");
    double withoutSlack = run("plor-rt", false, 0).get(ofBig);
    assertEquals(run("plor", false, 0).get(ofBig), withoutSlack);
    double withSlack = run("plor-rt", false, 20_000).get(ofBig);
    assertTrue(withSlack > 1.2 * withoutSlack, withSlack + " us, " + withoutSlack + " us");
  }
}
