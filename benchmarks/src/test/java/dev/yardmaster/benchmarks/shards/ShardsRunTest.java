package dev.yardmaster.benchmarks.shards;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.benchmarks.measure.Latency;
import dev.yardmaster.benchmarks.measure.MetricValues;
import dev.yardmaster.benchmarks.run.PipelineRoundMetrics;
import dev.yardmaster.benchmarks.virtual.PipelineCosts;
import dev.yardmaster.benchmarks.workload.smallbank.SmallBank;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** Runs SmallBank through validators on virtual cores. */
class ShardsRunTest {

  private static final double HOP_NS = 25_000;
  private static final Map<Double, DrawnAccesses> DRAWN = new ConcurrentHashMap<>();

  private static ModeledValidator validator(int shards, boolean repair, KeyPartition partition) {
    return new ModeledValidator(shards, 2, 2, false, repair, 40, partition);
  }

  private static MetricValues run(ModeledValidator validator, double skew, int outstanding) {
    return new ShardsRun(
            validator,
            DRAWN.computeIfAbsent(skew, theta -> DrawnAccesses.of(new SmallBank(1_000, theta, 1))),
            outstanding,
            HOP_NS,
            PipelineCosts.MEASURED,
            0.001,
            0.002)
        .run()
        .values();
  }

  @Test
  void equalRunsGiveEqualFigures() {
    ModeledValidator four = validator(4, true, KeyPartition.BY_KEY);

    assertEquals(run(four, 0.9, 300), run(four, 0.9, 300));
  }

  @Test
  void aTransactionTakesFourHopsWithOneValidatorAndSixWithShards() {
    assertEquals(100, run(validator(0, true, KeyPartition.BY_KEY), 0, 40).get(Latency.P50), 10);
    assertEquals(150, run(validator(4, true, KeyPartition.BY_KEY), 0, 40).get(Latency.P50), 15);
  }

  @Test
  void repairedTransactionsDoNotAbort() {
    for (int shards : new int[] {0, 4}) {
      MetricValues values = run(validator(shards, true, KeyPartition.BY_KEY), 0.9, 600);

      assertEquals(0, values.get(PipelineRoundMetrics.ABORTS));
      assertTrue(values.get(PipelineRoundMetrics.REPAIRS) > 0.1, values::toString);
    }
  }

  @Test
  void customersInOneShardNeedFewerShards() {
    double byKey = run(validator(4, true, KeyPartition.BY_KEY), 0, 40).get(ShardsRun.CROSS_SHARD);
    double byNumber =
        run(validator(4, true, KeyPartition.BY_NUMBER), 0, 40).get(ShardsRun.CROSS_SHARD);

    // 70 % of the transactions have two or three accounts, and 40 % have two customers.
    assertEquals(0.55 * 0.75 + 0.15 * 15 / 16, byKey, 0.02);
    assertEquals(0.40 * 0.75, byNumber, 0.02);
  }
}
