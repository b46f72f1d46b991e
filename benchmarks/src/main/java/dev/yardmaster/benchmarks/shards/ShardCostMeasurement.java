package dev.yardmaster.benchmarks.shards;

import dev.yardmaster.benchmarks.workload.smallbank.SmallBank;
import dev.yardmaster.processor.coordinator.Fingerprints;
import dev.yardmaster.reorder.AccessSets;
import dev.yardmaster.reorder.ReorderConfig;
import dev.yardmaster.validator.BatchLinks;
import dev.yardmaster.validator.BatchSettings;
import dev.yardmaster.validator.CommittedVersions;
import dev.yardmaster.validator.LogicalRanges;
import dev.yardmaster.validator.Reservations;
import dev.yardmaster.validator.ValidationRequest;
import dev.yardmaster.validator.Validator;
import dev.yardmaster.validator.ValidatorAgent;
import dev.yardmaster.validator.ValidatorConfig;
import dev.yardmaster.validator.Watermark;
import dev.yardmaster.workloads.ClientStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.SystemNanoClock;
import org.jctools.queues.MpscArrayQueue;

/**
 * Measures those costs in {@code PipelineCosts} that only a sharded validator has. The measurement
 * runs SmallBank's requests through the pipeline's final validation, and also through the slicer,
 * the shards and the leader of the model. It runs batch after batch on one thread, and takes the
 * median time of a batch. The main method prints the time of each part for a transaction or an
 * access. It also prints the time of the table of committed versions, which both validators use.
 * The time of the final validation without the table is the cost of a decision.
 */
final class ShardCostMeasurement {

  private static final int CUSTOMERS = 100_000;
  private static final int BATCH = 40;
  private static final int SHARDS = 4;
  private static final int ROUNDS = 40_000;
  private static final int WARM_UP = 20_000;
  private static final int DEPTH = 16;
  private static final int TABLE = 1 << 17;
  private static final int MAX_ACCESSES = 4;

  private final long[] times = new long[ROUNDS];
  private final List<DeclaredAccesses> drawn = new ArrayList<>();
  private double reads;
  private double writes;

  private ShardCostMeasurement() {
    Fingerprints fingerprints = new Fingerprints(1, 2);
    ClientStream stream = new SmallBank(CUSTOMERS, 0, 1).begin(1).client(0);
    for (int i = 0; i < 1 << 16; i++) {
      drawn.add(DeclaredAccesses.of(stream.next(), fingerprints));
    }
    reads = drawn.stream().mapToInt(each -> each.readPrints().length).average().orElseThrow();
    writes = drawn.stream().mapToInt(each -> each.writePrints().length).average().orElseThrow();
  }

  /** Measures the costs and prints them. */
  public static void main(String[] args) {
    for (int i = 0; i < 3; i++) {
      new ShardCostMeasurement().run();
    }
  }

  private void run() {
    print("reads of a transaction", reads);
    print("writes of a transaction", writes);
    table();
    single();
    sharded();
  }

  private static void print(String what, double value) {
    System.out.printf(Locale.ROOT, "%s: %.1f%n", what, value);
  }

  private double median() {
    long[] sorted = times.clone();
    Arrays.sort(sorted);
    return (double) sorted[sorted.length / 2];
  }

  private void table() {
    CommittedVersions table = new CommittedVersions(TABLE);
    long[] prints = new long[BATCH * MAX_ACCESSES];
    long[] writing = new long[ROUNDS];
    long sum = 0;
    for (int round = -WARM_UP; round < ROUNDS; round++) {
      int at = Math.max(0, round);
      int count = collect(round, prints, false);
      long beganNs = System.nanoTime();
      for (int i = 0; i < count; i++) {
        sum += table.newest(prints[i]);
      }
      times[at] = (System.nanoTime() - beganNs) * BATCH / count;
      count = collect(round, prints, true);
      long version = (long) (round + WARM_UP + 1) * prints.length;
      beganNs = System.nanoTime();
      for (int i = 0; i < count; i++) {
        table.committed(prints[i], version + i);
      }
      writing[at] = (System.nanoTime() - beganNs) * BATCH / count;
    }
    print("table, ns for a read", median() / BATCH);
    print("table, ns for a write", median(writing) / BATCH);
    if (sum == 1) {
      print("unused", (double) sum);
    }
  }

  /**
   * Copies the keys of a batch, so that the measured time of the table does not include loading the
   * keys from memory.
   */
  private int collect(int round, long[] prints, boolean written) {
    int count = 0;
    for (int i = 0; i < BATCH; i++) {
      DeclaredAccesses accesses = drawn.get((round * BATCH + i) & (drawn.size() - 1));
      for (long print : written ? accesses.writePrints() : accesses.readPrints()) {
        prints[count++] = print;
      }
    }
    return count;
  }

  private void single() {
    int slots = BATCH;
    Watermark watermark = new Watermark(16 * slots);
    MpscArrayQueue<ValidationRequest> inbox = new MpscArrayQueue<>(slots);
    MpscArrayQueue<ValidationRequest> decisions = new MpscArrayQueue<>(slots);
    ValidatorConfig config =
        new ValidatorConfig(
            true, false, BATCH, 100_000, 1, 1, true, 1_000_000, false, ReorderConfig.DEFAULT);
    Validator validator =
        new Validator(
            config,
            BatchSettings.fixed(config),
            List.of(inbox),
            new CommittedVersions(TABLE),
            watermark,
            new LogicalRanges(watermark),
            new Reservations(1_000_000, watermark, SystemNanoClock.INSTANCE),
            null,
            AccessSets::new,
            slots,
            BatchLinks.IN_MEMORY,
            SystemNanoClock.INSTANCE);
    List<ValidatorAgent> agents = validator.agents();
    List<FlowingTransaction> transactions = new ArrayList<>();
    List<ValidationRequest> requests = new ArrayList<>();
    for (int i = 0; i < slots; i++) {
      transactions.add(new FlowingTransaction(i, unused -> {}, () -> {}));
      requests.add(new ValidationRequest(i, decisions));
    }
    int next = 0;
    for (int round = -WARM_UP; round < ROUNDS; round++) {
      for (int i = 0; i < BATCH; i++) {
        DeclaredAccesses accesses = drawn.get(next++ & (drawn.size() - 1));
        transactions.get(i).begin(accesses, 0);
        ValidationRequest request = requests.get(i);
        request.begin(i, 0, 1);
        request.transaction(transactions.get(i), true, false);
        for (long print : accesses.readPrints()) {
          request.read(print, watermark.lastIssued());
        }
        for (int write = 0; write < accesses.writePrints().length; write++) {
          request.write(accesses.writePrints()[write], write);
        }
        inbox.add(request);
      }
      agents.get(0).doWork();
      long beganNs = System.nanoTime();
      agents.get(1).doWork();
      times[Math.max(0, round)] = System.nanoTime() - beganNs;
      decisions.drain(
          request -> {
            if (request.commitVersion() > 0) {
              watermark.installed(request.commitVersion());
            }
          });
    }
    print("final validation, ns for a transaction", median() / BATCH);
  }

  private void sharded() {
    List<ValidatorShard> shards = new ArrayList<>();
    for (int i = 0; i < SHARDS; i++) {
      shards.add(new ValidatorShard(new CommittedVersions(TABLE / SHARDS), ShardMeter.NONE));
    }
    Slicer slicer = new Slicer(new AtomicLong());
    BatchOrderer orderer =
        new BatchOrderer(new AccessSets(), ReorderConfig.DEFAULT, ShardMeter.NONE);
    BatchDecider decider = new BatchDecider(2 * DEPTH, ShardMeter.NONE);
    long[] slicing = new long[ROUNDS];
    long[] voting = new long[ROUNDS];
    long[] ordering = new long[ROUNDS];
    long[] deciding = new long[ROUNDS];
    List<ShardedBatch> batches = new ArrayList<>();
    List<ShardedTransaction> transactions = new ArrayList<>();
    for (int i = 0; i < DEPTH; i++) {
      batches.add(new ShardedBatch(BATCH, SHARDS));
      for (int j = 0; j < BATCH; j++) {
        transactions.add(new ShardedTransaction());
      }
    }
    int next = 0;
    long conditions = 0;
    long version = 0;
    for (int round = -WARM_UP; round < ROUNDS; round++) {
      int slot = Math.floorMod(round, DEPTH);
      int at = Math.max(0, round);
      ShardedBatch batch = batches.get(slot);
      if (round >= -WARM_UP + DEPTH) {
        long beganNs = System.nanoTime();
        BatchOutcome outcome = decider.decide(batch);
        deciding[at] = System.nanoTime() - beganNs;
        slicer.decided(outcome);
        version += outcome.commits();
      }
      batch.clear();
      for (int i = 0; i < BATCH; i++) {
        ShardedTransaction transaction = transactions.get(slot * BATCH + i);
        fill(transaction, drawn.get(next++ & (drawn.size() - 1)), version);
        batch.add(transaction);
      }
      long beganNs = System.nanoTime();
      slicer.slice(batch);
      long slicedNs = System.nanoTime();
      for (int i = 0; i < SHARDS; i++) {
        shards.get(i).vote(batch.slice(i), batch.votes(i));
      }
      long votedNs = System.nanoTime();
      orderer.order(batch);
      ordering[at] = System.nanoTime() - votedNs;
      slicing[at] = slicedNs - beganNs;
      voting[at] = votedNs - slicedNs;
      for (int i = 0; i < SHARDS; i++) {
        conditions += batch.votes(i).remarks();
      }
    }
    print("slicing, ns for an access", median(slicing) / BATCH / (reads + writes));
    print("voting of all shards, ns for a transaction", median(voting) / BATCH);
    print("ordering, ns for a transaction", median(ordering) / BATCH);
    print("deciding without an answer, ns for a transaction", median(deciding) / BATCH);
    print("remarks for 1,000 transactions", 1000.0 * conditions / (ROUNDS + WARM_UP) / BATCH);
  }

  private double median(long[] of) {
    System.arraycopy(of, 0, times, 0, ROUNDS);
    return median();
  }

  private static void fill(ShardedTransaction transaction, DeclaredAccesses accesses, long fresh) {
    transaction.begin(0, false);
    for (int read = 0; read < accesses.readPrints().length; read++) {
      long print = accesses.readPrints()[read];
      transaction.read(
          print, fresh, KeyPartition.BY_KEY.shardOf(accesses.reads().get(read), print, SHARDS));
    }
    for (int write = 0; write < accesses.writePrints().length; write++) {
      long print = accesses.writePrints()[write];
      transaction.write(
          print, KeyPartition.BY_KEY.shardOf(accesses.writes().get(write), print, SHARDS));
    }
  }
}
