package dev.yardmaster.benchmarks.shards;

import dev.yardmaster.api.Key;
import dev.yardmaster.history.HistoryLog;
import dev.yardmaster.history.HistoryRecorder;
import dev.yardmaster.proof.checker.CheckResult;
import dev.yardmaster.proof.checker.SerializabilityChecker;
import dev.yardmaster.reorder.AccessSets;
import dev.yardmaster.reorder.ReorderConfig;
import dev.yardmaster.validator.BatchLinks;
import dev.yardmaster.validator.BatchSettings;
import dev.yardmaster.validator.CommittedVersions;
import dev.yardmaster.validator.Decision;
import dev.yardmaster.validator.LogicalRanges;
import dev.yardmaster.validator.Reservations;
import dev.yardmaster.validator.ValidationRequest;
import dev.yardmaster.validator.Validator;
import dev.yardmaster.validator.ValidatorConfig;
import dev.yardmaster.validator.Watermark;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.jctools.queues.MpscArrayQueue;

/**
 * Sends the same seeded batches to the pipeline's validator and to a sharded one. In each step,
 * both validators order {@code depth} batches before they decide the first of these batches, so
 * that the shards meet undecided writes. Transactions read versions of a few steps ago, so some
 * reads are stale.
 */
final class BothValidators {

  private static final int BATCH = 12;
  private static final int KEYS = 60;
  private static final int TABLE = 1 << 12;
  private static final int OLDEST = 3;

  private final SplittableRandom random;
  private final int shards;
  private final int depth;
  private final boolean repair;
  private final Slicer slicer = new Slicer(new AtomicLong());
  private final List<ValidatorShard> sharded = new ArrayList<>();
  private final BatchOrderer orderer =
      new BatchOrderer(new AccessSets(), ReorderConfig.DEFAULT, ShardMeter.NONE);
  private final BatchDecider decider;
  private final Watermark watermark = new Watermark(1 << 14);
  private final Queue<ValidationRequest> inbox = new MpscArrayQueue<>(BATCH);
  private final Validator single;

  /** The version of each key after each step. */
  private final List<long[]> steps = new ArrayList<>();

  private final HistoryLog history = HistoryLog.inMemory();
  private final HistoryRecorder recorder = history.recorder();
  private long transactions;
  private int repaired;
  private int staleByCondition;
  private int decided;
  private int committed;

  BothValidators(long seed, int shards, int depth, boolean repair) {
    this(seed, shards, depth, repair, new BatchDecider(64, ShardMeter.NONE));
  }

  BothValidators(long seed, int shards, int depth, boolean repair, BatchDecider decider) {
    this.random = new SplittableRandom(seed);
    this.shards = shards;
    this.depth = depth;
    this.repair = repair;
    this.decider = decider;
    for (int i = 0; i < shards; i++) {
      sharded.add(new ValidatorShard(new CommittedVersions(TABLE), ShardMeter.NONE));
    }
    ValidatorConfig config =
        new ValidatorConfig(
            true,
            true,
            BATCH,
            1_000_000_000,
            1,
            depth,
            false,
            1_000_000_000,
            false,
            ReorderConfig.DEFAULT);
    single =
        new Validator(
            config,
            BatchSettings.fixed(config),
            List.of(inbox),
            new CommittedVersions(TABLE),
            watermark,
            new LogicalRanges(watermark),
            new Reservations(1, watermark, () -> 0),
            null,
            AccessSets::new,
            BATCH * depth,
            BatchLinks.IN_MEMORY,
            () -> 0);
    steps.add(new long[KEYS]);
  }

  private static long fingerprint(int key) {
    return (key + 1) * 0x9E3779B97F4A7C15L;
  }

  /** One transaction at both validators. */
  private final class Pair {
    final FlowingTransaction transaction;
    long[] seen;
    int[] reads;
    int[] writes;

    Pair(int slot) {
      transaction = new FlowingTransaction(slot, unused -> {}, () -> repaired++);
    }

    void draw() {
      long[] store = steps.get(Math.max(0, steps.size() - 1 - random.nextInt(OLDEST)));
      reads = keys(1 + random.nextInt(3));
      writes = keys(random.nextInt(3));
      transaction.begin(
          new DeclaredAccesses(named(reads), prints(reads), named(writes), prints(writes)), 0);
      seen = new long[reads.length];
      for (int read = 0; read < reads.length; read++) {
        seen[read] = store[reads[read]];
        transaction.read(read, seen[read]);
      }
      transaction.fillSingle(repair);
      transaction.fillSharded(repair, KeyPartition.BY_KEY, shards);
    }

    private int[] keys(int count) {
      return random.ints(0, KEYS).distinct().limit(count).toArray();
    }

    private List<Key> named(int[] keys) {
      return Arrays.stream(keys).mapToObj(key -> Key.of("t", key)).toList();
    }

    private long[] prints(int[] keys) {
      return Arrays.stream(keys).mapToLong(BothValidators::fingerprint).toArray();
    }

    boolean decidesDifferently() {
      ShardedTransaction other = transaction.sharded;
      boolean commits = other.decision() == Decision.COMMIT;
      if (transaction.version(false) != transaction.version(true)) {
        return true;
      }
      for (int read = 0; commits && read < reads.length; read++) {
        if (transaction.freshThrough(read) != other.freshThrough(read)) {
          return true;
        }
      }
      return transaction.single.decision() != other.decision()
          || transaction.isRepaired(false) != other.isRepaired();
    }

    /** Records the outcome of the sharded validator. */
    void record(long[] store) {
      ShardedTransaction outcome = transaction.sharded;
      decided++;
      if (outcome.decision() != Decision.COMMIT) {
        staleByCondition += outcome.decision() == Decision.VALIDATION ? 1 : 0;
        return;
      }
      committed++;
      recorder.begin(++transactions, outcome.version(), 0, Long.MAX_VALUE - 1);
      for (int read = 0; read < reads.length; read++) {
        recorder.read(
            Key.of("t", reads[read]),
            outcome.freshThrough(read),
            value(outcome.freshThrough(read)));
      }
      for (int key : writes) {
        recorder.write(Key.of("t", key), outcome.version(), value(outcome.version()));
        store[key] = Math.max(store[key], outcome.version());
      }
      recorder.end();
    }

    private byte[] value(long version) {
      return version == 0 ? null : new byte[] {(byte) version, (byte) (version >> 8)};
    }
  }

  /**
   * Runs steps.
   *
   * @param outcomes returns the outcome that the shards get for each outcome of the leader
   * @return the first difference between both validators; empty if there is none
   */
  String run(int count, UnaryOperator<BatchOutcome> outcomes) {
    String difference = "";
    for (int step = 0; step < count; step++) {
      List<List<Pair>> pairs = new ArrayList<>();
      List<ShardedBatch> batches = new ArrayList<>();
      for (int i = 0; i < depth; i++) {
        ShardedBatch batch = new ShardedBatch(BATCH, shards);
        List<Pair> members = new ArrayList<>();
        for (int slot = 0; slot < BATCH; slot++) {
          Pair pair = new Pair(slot);
          pair.draw();
          members.add(pair);
          inbox.add(pair.transaction.single);
          batch.add(pair.transaction.sharded);
        }
        single.agents().get(0).doWork();
        single.agents().get(1).doWork();
        slicer.slice(batch);
        for (int shard = 0; shard < shards; shard++) {
          sharded.get(shard).vote(batch.slice(shard), batch.votes(shard));
        }
        orderer.order(batch);
        pairs.add(members);
        batches.add(batch);
      }
      long[] store = steps.get(steps.size() - 1).clone();
      for (int i = 0; i < depth; i++) {
        single.agents().get(single.agents().size() - 1).doWork();
        slicer.decided(outcomes.apply(decider.decide(batches.get(i))));
        for (Pair pair : pairs.get(i)) {
          if (difference.isEmpty() && pair.decidesDifferently()) {
            difference = "step " + step + ", batch " + i + ": " + describe(pair);
          }
          pair.record(store);
        }
      }
      for (long version = watermark.get() + 1; version <= watermark.lastIssued(); version++) {
        watermark.installed(version);
      }
      steps.add(store);
    }
    return difference;
  }

  private static String describe(Pair pair) {
    return "single: "
        + pair.transaction.single.decision()
        + " "
        + pair.transaction.version(false)
        + ", sharded: "
        + pair.transaction.sharded.decision()
        + " "
        + pair.transaction.sharded.version();
  }

  /** Checks the history of the sharded validator. */
  CheckResult check() throws IOException {
    history.close();
    return SerializabilityChecker.check(history.bytes());
  }

  int repaired() {
    return repaired;
  }

  /** Returns the number of transactions that a condition aborted. */
  int staleByCondition() {
    return staleByCondition;
  }

  int decided() {
    return decided;
  }

  int committed() {
    return committed;
  }
}
