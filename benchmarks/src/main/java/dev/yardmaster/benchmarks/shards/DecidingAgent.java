package dev.yardmaster.benchmarks.shards;

import dev.yardmaster.benchmarks.virtual.VirtualCores;
import dev.yardmaster.benchmarks.virtual.meter.CountingAgent;
import dev.yardmaster.benchmarks.virtual.meter.PipelineOperation;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.agrona.collections.Long2ObjectHashMap;

/** Decides on one batch in each duty cycle, in the order of the batch numbers. */
final class DecidingAgent implements CountingAgent {

  private final Queue<ShardedBatch> inbox;
  private final List<Queue<BatchOutcome>> intakes;
  private final Queue<ShardedBatch> free;
  private final BatchDecider decider;
  private final Consumer<ShardedTransaction> answer;
  private final VirtualCores cores;
  private final Long2ObjectHashMap<ShardedBatch> waiting = new Long2ObjectHashMap<>();
  private final AtomicLong ordered;
  private long next;

  DecidingAgent(
      Queue<ShardedBatch> inbox,
      List<Queue<BatchOutcome>> intakes,
      Queue<ShardedBatch> free,
      BatchDecider decider,
      Consumer<ShardedTransaction> answer,
      AtomicLong ordered,
      VirtualCores cores) {
    this.inbox = inbox;
    this.intakes = intakes;
    this.free = free;
    this.decider = decider;
    this.answer = answer;
    this.ordered = ordered;
    this.cores = cores;
  }

  @Override
  public int doWork() {
    int work = 0;
    for (ShardedBatch batch = inbox.poll(); batch != null; batch = inbox.poll()) {
      waiting.put(batch.number(), batch);
      work++;
    }
    ShardedBatch batch = waiting.remove(next);
    if (batch == null) {
      return work;
    }
    next++;
    BatchOutcome outcome = decider.decide(batch);
    cores.did(PipelineOperation.BATCH, 1);
    for (int i = 0; i < batch.toDecide(); i++) {
      answer.accept(batch.transaction(batch.inOrder(i)));
    }
    for (int place = 0; place < batch.size(); place++) {
      if (batch.transaction(place).isSetAside()) {
        answer.accept(batch.transaction(place));
      }
    }
    intakes.get((int) (outcome.batch() % intakes.size())).add(outcome);
    batch.clear();
    free.add(batch);
    return work + 1;
  }

  /** Returns whether no ordered batch waits for its decision. */
  boolean isIdle() {
    return ordered.get() == next;
  }

  @Override
  public String roleName() {
    return "decider";
  }
}
