package dev.yardmaster.benchmarks.virtual;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.benchmarks.load.ArrivalMetrics;
import dev.yardmaster.benchmarks.measure.Latency;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.MetricValues;
import dev.yardmaster.benchmarks.measure.Round;
import dev.yardmaster.benchmarks.workload.micro.ChangingMicro;
import dev.yardmaster.benchmarks.workload.micro.Micro;
import dev.yardmaster.benchmarks.workload.smallbank.SmallBank;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.ThreadLayout;
import dev.yardmaster.processor.Window;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Checks, for a pipeline on virtual cores, that equal runs give equal results and that every
 * transaction is counted.
 */
class VirtualRunTest {

  private static final double WARM_UP = 0.005;
  private static final double SECONDS = 0.02;

  private final Micro micro = new Micro(1_000, 0.9, 3);

  private static PipelineConfig config(ThreadLayout layout) {
    return PipelineConfig.builder()
        .threads(layout)
        .window(Window.OPEN)
        .hotKeyWaiting(0)
        .attemptBound(0)
        .tuned(false)
        .build();
  }

  private Round run(PipelineConfig config, VirtualLoad load, long seed)
      throws InterruptedException {
    return new VirtualRun(
            config, clock -> micro, load, PipelineCosts.MEASURED, WARM_UP, SECONDS, seed)
        .run();
  }

  private double committed(ThreadLayout layout) throws InterruptedException {
    Round ended = run(config(layout), VirtualLoad.closed(100), 1);
    assertEquals(List.of(), ended.findings());
    return ended.values().get(Metric.COMMITTED);
  }

  @Test
  void equalRunsGiveEqualFigures() throws InterruptedException {
    VirtualLoad load = VirtualLoad.open(100_000);
    PipelineConfig config = config(ThreadLayout.DEDICATED);
    MetricValues first = run(config, load, 1).values();

    assertEquals(first, run(config, load, 1).values());
    assertNotEquals(first, run(config, load, 2).values());
  }

  @Test
  void whatSetsItselfIsDeterministicToo() throws InterruptedException {
    PipelineConfig config = PipelineConfig.builder().threads(ThreadLayout.SHARED).build();
    Round first = run(config, VirtualLoad.closed(300), 1);

    assertEquals(first, run(config, VirtualLoad.closed(300), 1));
    assertEquals(List.of(), first.findings());
  }

  @Test
  void moreCoresCommitMore() throws InterruptedException {
    double shared = committed(ThreadLayout.SHARED);
    double split = committed(ThreadLayout.SPLIT);

    assertTrue(split > 1.05 * shared, () -> "one core: " + shared + ", two: " + split);
  }

  @Test
  void commitsAllThatComesWhereLittleComes() throws InterruptedException {
    MetricValues values = run(config(ThreadLayout.SHARED), VirtualLoad.open(50_000), 1).values();

    assertEquals(50_000, values.get(Metric.COMMITTED), 5_000);
    assertEquals(0, values.get(ArrivalMetrics.REFUSED));
  }

  @Test
  void hopsDelayMessagesEvenOnOneCore() throws InterruptedException {
    for (ThreadLayout layout : List.of(ThreadLayout.SHARED, ThreadLayout.DEDICATED)) {
      PipelineConfig config = config(layout).toBuilder().hopNs(50_000).build();
      double p50Us = run(config, VirtualLoad.open(20_000), 1).values().get(Latency.P50);

      // The read and the decision take two hops each.
      assertTrue(p50Us > 200 && p50Us < 215, () -> layout + ": " + p50Us);
    }
  }

  @Test
  void anotherTransactionFollowsOneThatItsLogicAborts() throws InterruptedException {
    VirtualRun.Loaded loaded =
        new VirtualRun(
                config(ThreadLayout.DEDICATED),
                clock -> new SmallBank(100, 0, 3),
                VirtualLoad.closed(30),
                PipelineCosts.MEASURED,
                WARM_UP,
                SECONDS,
                1)
            .runLoaded();

    double committed = loaded.round().values().get(Metric.COMMITTED);
    assertTrue(committed > 300_000, () -> "committed/s: " + committed);
    assertTrue(loaded.endedPerSecond() > 1.03 * committed, () -> "committed/s: " + committed);
    assertEquals(List.of(), loaded.round().findings());
  }

  @Test
  void tellsHowBusyEachCoreIs() throws InterruptedException {
    List<CoreLoad> cores =
        new VirtualRun(
                config(ThreadLayout.SPLIT),
                clock -> micro,
                VirtualLoad.open(100_000),
                PipelineCosts.MEASURED,
                WARM_UP,
                SECONDS,
                1)
            .runLoaded()
            .cores();

    assertEquals(2, cores.size());
    assertTrue(cores.get(0).agents().contains("processor-0"), cores::toString);
    assertTrue(cores.get(1).agents().contains("validator"), cores::toString);
    assertTrue(cores.get(0).busy() > 0.1 && cores.get(0).busy() < 0.5, cores::toString);
    assertTrue(cores.get(1).busy() < cores.get(0).busy(), cores::toString);
  }

  @Test
  void refusesWhatIsTooMuch() throws InterruptedException {
    Round ended =
        run(
            config(ThreadLayout.SHARED).toBuilder().waitingTransactions(64).build(),
            VirtualLoad.open(5_000_000),
            1);

    assertTrue(ended.values().get(ArrivalMetrics.REFUSED) > 1_000_000, ended::toString);
    assertEquals(List.of(), ended.findings());
  }

  @Test
  void followsChangingSkew() throws InterruptedException {
    List<Micro> phases = List.of(new Micro(1_000, 0, 3), new Micro(1_000, 1.2, 3));
    Round ended =
        new VirtualRun(
                config(ThreadLayout.SHARED).toBuilder().repair(false).build(),
                clock -> new ChangingMicro(phases),
                VirtualLoad.closed(300),
                PipelineCosts.MEASURED,
                0,
                0.2,
                1)
            .run();

    double first = ended.values().get(Metric.tick(0));
    double second = ended.values().get(Metric.tick(1));
    assertTrue(first > 1.5 * second, ended::toString);
    assertEquals(List.of(), ended.findings());
  }
}
