package dev.yardmaster.benchmarks.shards;

import dev.yardmaster.benchmarks.virtual.VirtualCores;
import dev.yardmaster.benchmarks.virtual.meter.CountingAgent;
import dev.yardmaster.benchmarks.virtual.meter.PipelineOperation;
import java.util.List;
import java.util.Queue;
import java.util.function.BooleanSupplier;

/**
 * Collects requests into batches and sends each shard its slice. As in the pipeline's preparer, a
 * batch is closed when it is full, when few batches are in flight, or when its oldest request has
 * reached the age limit. While the decider has no batch to decide, the limit is shorter.
 */
final class SlicingAgent implements CountingAgent {

  private final String name;
  private final Queue<FlowingTransaction> inbox;
  private final Queue<BatchOutcome> outcomes;
  private final Queue<ShardedBatch> free;
  private final List<Queue<Slice>> shards;
  private final Slicer slicer;
  private final VirtualCores cores;
  private final int batchSize;
  private final int batches;
  private final int fewBatches;
  private final double maxAgeNs;
  private final double idleAgeNs;
  private final BooleanSupplier deciderIsIdle;
  private ShardedBatch open;
  private double openedNs;
  private int accesses;

  SlicingAgent(
      String name,
      Queue<FlowingTransaction> inbox,
      Queue<BatchOutcome> outcomes,
      Queue<ShardedBatch> free,
      List<Queue<Slice>> shards,
      Slicer slicer,
      VirtualCores cores,
      int batchSize,
      int batches,
      int fewBatches,
      double maxAgeNs,
      double idleAgeNs,
      BooleanSupplier deciderIsIdle) {
    this.name = name;
    this.inbox = inbox;
    this.outcomes = outcomes;
    this.free = free;
    this.shards = shards;
    this.slicer = slicer;
    this.cores = cores;
    this.batchSize = batchSize;
    this.batches = batches;
    this.fewBatches = fewBatches;
    this.maxAgeNs = maxAgeNs;
    this.idleAgeNs = idleAgeNs;
    this.deciderIsIdle = deciderIsIdle;
  }

  @Override
  public int doWork() {
    int work = 0;
    for (BatchOutcome outcome = outcomes.poll(); outcome != null; outcome = outcomes.poll()) {
      slicer.decided(outcome);
      work++;
    }
    while (open != null || (open = free.poll()) != null) {
      FlowingTransaction transaction = inbox.poll();
      if (transaction == null) {
        break;
      }
      cores.did(PipelineOperation.REMOTE_MESSAGE, 1);
      cores.did(PipelineOperation.REQUEST, 1);
      if (open.size() == 0) {
        openedNs = cores.settledNs();
        accesses = 0;
      }
      accesses += transaction.sharded.reads() + transaction.sharded.writes();
      open.add(transaction.sharded);
      work++;
      if (open.size() == batchSize) {
        close();
        return work;
      }
    }
    if (open != null
        && open.size() > 0
        && (batches - 1 - free.size() < fewBatches || isOld(cores.settledNs() - openedNs))) {
      close();
      work++;
    }
    return work;
  }

  private boolean isOld(double ageNs) {
    return ageNs >= (deciderIsIdle.getAsBoolean() ? idleAgeNs : maxAgeNs);
  }

  private void close() {
    slicer.slice(open);
    cores.did(PipelineOperation.SLICED_ACCESS, accesses);
    cores.did(PipelineOperation.BATCH, 1);
    for (int shard = 0; shard < shards.size(); shard++) {
      shards.get(shard).add(open.slice(shard));
    }
    open = null;
  }

  @Override
  public String roleName() {
    return name;
  }
}
