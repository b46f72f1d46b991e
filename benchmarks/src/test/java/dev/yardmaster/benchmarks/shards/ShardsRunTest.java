package dev.yardmaster.benchmarks.shards;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import dev.yardmaster.benchmarks.measure.Latency;
import dev.yardmaster.benchmarks.measure.MetricValues;
import dev.yardmaster.benchmarks.measure.Round;
import dev.yardmaster.benchmarks.run.PipelineRoundMetrics;
import dev.yardmaster.benchmarks.virtual.PipelineCosts;
import dev.yardmaster.benchmarks.virtual.VirtualCores;
import dev.yardmaster.benchmarks.workload.smallbank.SmallBank;
import dev.yardmaster.validator.Decision;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs SmallBank through validators on virtual cores. */
class ShardsRunTest {

  private static final double HOP_NS = 25_000;
  private static final Map<Double, DrawnAccesses> DRAWN = new ConcurrentHashMap<>();

  private static ModeledValidator validator(int shards, boolean repair, KeyPartition partition) {
    return new ModeledValidator(shards, 2, 2, repair, 40, partition);
  }

  private static MetricValues run(ModeledValidator validator, double skew, int outstanding) {
    return round(validator, skew, outstanding).values();
  }

  private static Round round(ModeledValidator validator, double skew, int outstanding) {
    return new ShardsRun(
            validator,
            DRAWN.computeIfAbsent(skew, theta -> DrawnAccesses.of(new SmallBank(1_000, theta, 1))),
            outstanding,
            HOP_NS,
            PipelineCosts.MEASURED,
            0.001,
            0.002)
        .run();
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

  private static FlowingTransaction sent(int slot) {
    FlowingTransaction transaction = new FlowingTransaction(slot, unused -> {}, () -> {});
    transaction.begin(
        new DeclaredAccesses(
            List.of(Key.of("t", 1)), new long[] {1}, List.of(Key.of("t", 1)), new long[] {1}),
        0);
    transaction.read(0, 0);
    transaction.fillSharded(false, KeyPartition.BY_KEY, 1);
    return transaction;
  }

  @Test
  void aWrongDecisionIsAFinding() {
    ValidatorLoad load =
        new ValidatorLoad(
            new VirtualCores(PipelineCosts.MEASURED),
            List.of(),
            HOP_NS,
            true,
            unused -> {},
            unused -> {});
    FlowingTransaction falselyAborted = sent(0);
    falselyAborted.sharded.abort(Decision.VALIDATION);
    load.decided(falselyAborted);
    FlowingTransaction first = sent(1);
    first.sharded.commit(1);
    load.decided(first);
    FlowingTransaction stale = sent(2);
    stale.sharded.commit(2);
    load.decided(stale);
    FlowingTransaction aborted = sent(3);
    aborted.sharded.abort(Decision.VALIDATION);
    load.decided(aborted);

    assertEquals(
        Optional.of("aborts without a stale read: 1, commits with a stale read: 1"),
        load.finding());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 4})
  void decisionsAreRight(int shards) {
    for (boolean repair : new boolean[] {true, false}) {
      Round round = round(validator(shards, repair, KeyPartition.BY_KEY), 0.9, 600);

      assertEquals(List.of(), round.findings());
      assertTrue(round.values().get(ShardsRun.BATCH_SIZE) > 1, round::toString);
    }
  }

  @Test
  void batchesAreFullWhileTheDeciderIsBusy() {
    MetricValues values = run(validator(4, true, KeyPartition.BY_KEY), 0, 4_800);

    assertTrue(values.get(ShardsRun.DECIDING_BUSY) > 0.9, values::toString);
    assertTrue(values.get(ShardsRun.BATCH_SIZE) > 35, values::toString);
  }
}
