package dev.yardmaster.benchmarks.shards;

import dev.yardmaster.benchmarks.virtual.VirtualCores;
import dev.yardmaster.benchmarks.virtual.VirtualLink;
import dev.yardmaster.benchmarks.virtual.meter.MeteredAccesses;
import dev.yardmaster.benchmarks.virtual.meter.MeteredVersions;
import dev.yardmaster.benchmarks.virtual.meter.PipelineOperation;
import dev.yardmaster.reorder.ReorderConfig;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.agrona.concurrent.Agent;

/**
 * A validator on virtual cores.
 *
 * @param shards number of shards on other machines; 0 for the pipeline's own validator on one
 *     machine
 * @param intakes number of agents that collect requests into batches
 * @param orderers number of agents that order batches
 * @param repair whether stale transactions run again at the validator
 * @param batchSize the largest number of requests in a batch
 * @param partition the rule that assigns keys to shards
 */
public record ModeledValidator(
    int shards, int intakes, int orderers, boolean repair, int batchSize, KeyPartition partition) {

  static final String INTAKE = "intake";
  static final String ORDERING = "ordering";
  static final String DECIDING = "deciding";
  static final String SHARDS = "shards";

  /** The number of keys for which a table of committed versions has room. */
  static final int TABLE_KEYS = 1 << 17;

  /**
   * The maximum number of batches in flight; a power of two. So many batches cover the time of two
   * hops at any rate of the experiments.
   */
  private static final int BATCHES = 512;

  /** The age at which a batch is closed, in ns. It is the pipeline's default. */
  static final long MAX_AGE_NS = 100_000;

  /**
   * The age, in ns, at which the leader of a sharded validator closes a batch if the leader has no
   * batch to decide. This age is shorter. Idleness alone is no reason to close a batch, because
   * many batches are always on their way to the shards.
   */
  private static final long IDLE_AGE_NS = 10_000;

  /** The agents of a validator, and the methods that pass requests and answers. */
  interface Built {

    List<List<Agent>> schedule();

    /** Returns the name of the part that runs on each core. */
    List<String> parts();

    FlowingTransaction transaction(int slot);

    void submit(FlowingTransaction transaction);

    void installed(long version);

    /** Returns the number of batches that the intake has closed. */
    long batches();

    void answerTo(Consumer<FlowingTransaction> load);
  }

  boolean isSharded() {
    return shards > 0;
  }

  Built build(VirtualCores cores, double hopNs, int outstanding) {
    return isSharded()
        ? new Sharded(this, cores, hopNs, outstanding)
        : new SingleValidator(this, cores, hopNs, outstanding);
  }

  /** The meter that charges the work of a sharded validator to the cores. */
  private record Charged(VirtualCores cores) implements ShardMeter {
    @Override
    public void undecided(int reads, int writes) {
      cores.did(PipelineOperation.UNDECIDED_READ, reads);
      cores.did(PipelineOperation.UNDECIDED_WRITE, writes);
    }

    @Override
    public void joined(int remarks) {
      cores.did(PipelineOperation.REMARK, remarks);
    }

    @Override
    public void resolved(int conditions) {
      cores.did(PipelineOperation.CONDITION, conditions);
    }

    @Override
    public void repaired() {
      cores.did(PipelineOperation.REPAIR, 1);
    }

    @Override
    public void decided(int transactions) {
      cores.did(PipelineOperation.DECIDED, transactions);
    }
  }

  /** The leader and its shards. */
  private static final class Sharded implements Built {
    private final ModeledValidator settings;
    private final List<List<Agent>> schedule = new ArrayList<>();
    private final List<String> parts = new ArrayList<>();
    private final List<FlowingTransaction> transactions = new ArrayList<>();
    private final IdentityHashMap<ShardedTransaction, FlowingTransaction> owners =
        new IdentityHashMap<>();
    private final List<Queue<FlowingTransaction>> inboxes = new ArrayList<>();
    private final AtomicLong numbers = new AtomicLong();
    private int nextInbox;
    private Consumer<FlowingTransaction> load = transaction -> {};

    Sharded(ModeledValidator settings, VirtualCores cores, double hopNs, int outstanding) {
      this.settings = settings;
      for (int i = 0; i < outstanding; i++) {
        FlowingTransaction transaction = new FlowingTransaction(i, unused -> {}, () -> {});
        transactions.add(transaction);
        owners.put(transaction.sharded, transaction);
      }
      Charged meter = new Charged(cores);
      double near = cores.handOverNs();
      List<Queue<BatchOutcome>> outcomes = new ArrayList<>();
      Queue<ShardedBatch> free = new VirtualLink<>(cores, near, BATCHES);
      Queue<ShardedBatch> ordered = new VirtualLink<>(cores, near, BATCHES);
      for (int i = 0; i < BATCHES; i++) {
        free.add(new ShardedBatch(settings.batchSize, settings.shards));
      }
      List<Queue<Slice>> slices = new ArrayList<>();
      List<Queue<Votes>> votes = new ArrayList<>();
      for (int i = 0; i < settings.shards; i++) {
        slices.add(new VirtualLink<>(cores, hopNs, BATCHES));
      }
      for (int i = 0; i < settings.orderers; i++) {
        votes.add(new VirtualLink<>(cores, hopNs, BATCHES * settings.shards));
      }
      List<Agent> leader = new ArrayList<>();
      AtomicLong orderedBatches = new AtomicLong();
      for (int i = 0; i < settings.intakes; i++) {
        inboxes.add(new VirtualLink<>(cores, hopNs, outstanding));
        outcomes.add(new VirtualLink<>(cores, near, BATCHES));
      }
      BatchDecider decider = new BatchDecider(2 * BATCHES, meter);
      DecidingAgent deciding =
          new DecidingAgent(ordered, outcomes, free, decider, this::answer, orderedBatches, cores);
      for (int i = 0; i < settings.intakes; i++) {
        leader.add(
            new SlicingAgent(
                "intake-" + i,
                inboxes.get(i),
                outcomes.get(i),
                free,
                slices,
                new Slicer(numbers),
                cores,
                settings.batchSize,
                BATCHES,
                settings.orderers,
                MAX_AGE_NS,
                IDLE_AGE_NS,
                deciding::isIdle));
      }
      for (int i = 0; i < settings.orderers; i++) {
        BatchOrderer orderer =
            new BatchOrderer(new MeteredAccesses(cores), ReorderConfig.DEFAULT.withSeed(i), meter);
        leader.add(
            new OrderingAgent(
                "orderer-" + i, votes.get(i), ordered, orderer, orderedBatches, cores));
      }
      leader.add(deciding);
      ModeledValidator.schedule(leader, schedule, parts);
      for (int i = 0; i < settings.shards; i++) {
        ValidatorShard shard = new ValidatorShard(new MeteredVersions(TABLE_KEYS, cores), meter);
        Agent agent = new ShardAgent(i, slices.get(i), votes, shard, cores);
        schedule.add(List.of(agent));
        parts.add(SHARDS);
      }
    }

    private void answer(ShardedTransaction transaction) {
      load.accept(owners.get(transaction));
    }

    @Override
    public List<List<Agent>> schedule() {
      return schedule;
    }

    @Override
    public List<String> parts() {
      return parts;
    }

    @Override
    public FlowingTransaction transaction(int slot) {
      return transactions.get(slot);
    }

    @Override
    public void submit(FlowingTransaction transaction) {
      transaction.fillSharded(settings.repair, settings.partition, settings.shards);
      inboxes.get(nextInbox).add(transaction);
      nextInbox = (nextInbox + 1) % inboxes.size();
    }

    @Override
    public void installed(long version) {
      // This validator needs no watermark, because the load itself knows which versions are
      // installed.
    }

    @Override
    public long batches() {
      return numbers.get();
    }

    @Override
    public void answerTo(Consumer<FlowingTransaction> to) {
      load = to;
    }
  }

  /** Gives each agent its own core. */
  static void schedule(List<Agent> agents, List<List<Agent>> schedule, List<String> parts) {
    for (Agent agent : agents) {
      schedule.add(List.of(agent));
      parts.add(part(agent.roleName()));
    }
  }

  /** Returns the name of the part to which an agent belongs. */
  private static String part(String agent) {
    return switch (agent.substring(0, Math.max(0, agent.indexOf('-')))) {
      case "preparer", "intake" -> INTAKE;
      case "reorder", "orderer" -> ORDERING;
      default -> DECIDING;
    };
  }
}
