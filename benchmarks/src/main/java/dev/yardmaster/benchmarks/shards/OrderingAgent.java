package dev.yardmaster.benchmarks.shards;

import dev.yardmaster.benchmarks.virtual.VirtualCores;
import dev.yardmaster.benchmarks.virtual.meter.CountingAgent;
import dev.yardmaster.benchmarks.virtual.meter.PipelineOperation;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicLong;

/** When the last shard has voted on a batch, joins the votes and orders the batch. */
final class OrderingAgent implements CountingAgent {

  private final String name;
  private final Queue<Votes> inbox;
  private final Queue<ShardedBatch> next;
  private final BatchOrderer orderer;
  private final AtomicLong ordered;
  private final VirtualCores cores;

  OrderingAgent(
      String name,
      Queue<Votes> inbox,
      Queue<ShardedBatch> next,
      BatchOrderer orderer,
      AtomicLong ordered,
      VirtualCores cores) {
    this.name = name;
    this.inbox = inbox;
    this.next = next;
    this.orderer = orderer;
    this.ordered = ordered;
    this.cores = cores;
  }

  @Override
  public int doWork() {
    Votes votes = inbox.poll();
    if (votes == null) {
      return 0;
    }
    ShardedBatch batch = votes.batch();
    if (batch.voted()) {
      orderer.order(batch);
      cores.did(PipelineOperation.EDGE, orderer.edges());
      cores.did(PipelineOperation.SEARCH, orderer.proven() ? 0 : 1);
      cores.did(PipelineOperation.BATCH, 1);
      next.add(batch);
      ordered.incrementAndGet();
    }
    return 1;
  }

  @Override
  public String roleName() {
    return name;
  }
}
