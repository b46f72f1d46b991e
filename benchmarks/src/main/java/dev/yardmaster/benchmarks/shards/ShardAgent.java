package dev.yardmaster.benchmarks.shards;

import dev.yardmaster.benchmarks.virtual.VirtualCores;
import dev.yardmaster.benchmarks.virtual.meter.CountingAgent;
import dev.yardmaster.benchmarks.virtual.meter.PipelineOperation;
import java.util.List;
import java.util.Queue;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * A shard of the validator. It votes on one slice in each duty cycle, in the order of the batch
 * numbers.
 */
final class ShardAgent implements CountingAgent {

  private final int number;
  private final Queue<Slice> inbox;
  private final List<Queue<Votes>> orderers;
  private final ValidatorShard shard;
  private final VirtualCores cores;
  private final Long2ObjectHashMap<Slice> waiting = new Long2ObjectHashMap<>();
  private long next;

  ShardAgent(
      int number,
      Queue<Slice> inbox,
      List<Queue<Votes>> orderers,
      ValidatorShard shard,
      VirtualCores cores) {
    this.number = number;
    this.inbox = inbox;
    this.orderers = orderers;
    this.shard = shard;
    this.cores = cores;
  }

  @Override
  public int doWork() {
    int work = 0;
    for (Slice slice = inbox.poll(); slice != null; slice = inbox.poll()) {
      waiting.put(slice.batch().number(), slice);
      work++;
    }
    Slice slice = waiting.remove(next);
    if (slice == null) {
      return work;
    }
    next++;
    Votes votes = slice.batch().votes(number);
    shard.vote(slice, votes);
    cores.did(PipelineOperation.BATCH, 1);
    orderers.get((int) (slice.batch().number() % orderers.size())).add(votes);
    return work + 1;
  }

  @Override
  public String roleName() {
    return "shard-" + number;
  }
}
