package dev.yardmaster.benchmarks.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.benchmarks.engine.log.Logging;
import dev.yardmaster.benchmarks.engine.log.Logging.Device;
import dev.yardmaster.benchmarks.engine.round.ConfiguredSide;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.Round;
import dev.yardmaster.benchmarks.workload.ycsb.Ycsb;
import dev.yardmaster.benchmarks.workload.ycsb.YcsbMix;
import dev.yardmaster.benchmarks.workload.ycsb.YcsbPartitions;
import dev.yardmaster.benchmarks.workload.ycsb.YcsbSettings;
import dev.yardmaster.engine.protocol.mixed.PartitionClassifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;

/** Tests the side {@code cormcc=tree} and its decision tree. */
class TrainedTreeTest {

  private static final long SEED = 7;
  private static final int PARTITIONS = 4;

  private static Round run(EngineSide side) throws InterruptedException {
    Ycsb workload =
        new Ycsb(
            YcsbSettings.of(1_000, YcsbMix.rmw(50), 0.9, SEED)
                .withPartitions(new YcsbPartitions(PARTITIONS, 0, 100, 0))
                .withDrawn(1_000));
    EngineSetup setup =
        new EngineSetup(
            workload,
            PARTITIONS,
            true,
            0,
            4,
            0,
            2_000_000,
            1,
            SEED,
            true,
            false,
            false,
            0,
            0,
            Device.MEMORY,
            null);
    Round round =
        new ConfiguredSide(side.label(), side, setup)
            .by(SystemNanoClock.INSTANCE)
            .run(0, setup.recordedNs(), (stage, perSecond) -> {});
    assertEquals(List.of(), round.findings());
    assertTrue(round.values().get(Metric.COMMITTED) > 0, round.values().toString());
    return round;
  }

  @Test
  void theLabelRunsWithTheTrainedTree() throws InterruptedException {
    EngineSide side = EngineSide.parse("cormcc=tree");
    assertEquals("cormcc=tree", side.label());
    run(side);
  }

  /** The classifier returns each protocol in turn; the histories must be serializable. */
  @Test
  void aClassifierSeesTheFeaturesAndItsProtocolsRun() throws InterruptedException {
    AtomicLong calls = new AtomicLong();
    List<String> wrong = new ArrayList<>();
    PartitionClassifier turns =
        (partition, features) -> {
          if (features[0] != 0 || features[1] < 0.3 || features[1] > 0.7 || features[3] < 1) {
            wrong.add(List.of(features[0], features[1], features[2], features[3]).toString());
          }
          return TrainedTree.PROTOCOLS.get((int) (calls.getAndIncrement() % 3));
        };
    run(EngineSide.classified(turns));
    assertTrue(calls.get() >= PARTITIONS, "calls=" + calls);
    assertEquals(List.of(), wrong);
  }

  @Test
  void onlyItsOwnSideTakesAClassifier() {
    assertThrows(
        IllegalArgumentException.class,
        () ->
            new EngineSide(
                "silo", Scheduling.PLAIN, Logging.NONE, null, (partition, features) -> "silo"));
  }

  @Test
  void theTreeNamesOnlyTheThreeProtocols() {
    Random random = new Random(SEED);
    for (int i = 0; i < 10_000; i++) {
      double[] features = {
        random.nextDouble(), random.nextDouble(), random.nextDouble(), 30 * random.nextDouble()
      };
      String protocol = TrainedTree.tree().classify(features);
      assertTrue(TrainedTree.PROTOCOLS.contains(protocol), protocol);
    }
  }
}
