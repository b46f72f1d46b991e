package dev.yardmaster.engine.service.calls;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.engine.EngineConfig;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.service.keys.KeyTables;
import dev.yardmaster.engine.table.Partitioning;
import dev.yardmaster.service.ServiceOutcomes;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntPredicate;
import org.jspecify.annotations.NullUnmarked;

/**
 * Adds each procedure call to a queue, and wakes a worker for it. Under a protocol that uses
 * partitions, a call goes to the home of its partition; see {@link CallRouter}. Any thread may call
 * the methods.
 */
@NullUnmarked // Internal: fields and results may be null.
public final class WaitingCalls {

  private final CallQueue queue;

  /** Finds the home of each call; null if any worker may run any call. */
  private final CallRouter router;

  private final int workers;

  /** Wakes the worker with the given number if it sleeps, and returns whether it slept. */
  private final IntPredicate wake;

  @Shared(
      writers = "threads that submit calls",
      readers = "any thread, for metrics",
      access = "LongAdder")
  private final LongAdder refused = new LongAdder();

  /**
   * Creates the queue, without calls.
   *
   * @param wake wakes the worker with the given number if it sleeps, and returns whether it slept
   */
  public WaitingCalls(EngineConfig config, KeyTables tables, IntPredicate wake) {
    this.wake = wake;
    workers = config.workers();
    if (workers > 1 && Protocols.usesPartitions(config.protocol())) {
      router = new CallRouter(Partitioning.byTable(config.partitions()), tables, workers);
      queue = new HomeCalls(workers, config.waitingTransactions());
    } else {
      router = null;
      queue = new FifoCalls(config.waitingTransactions());
    }
  }

  /** Returns the queue from which the workers take calls. */
  CallQueue queue() {
    return queue;
  }

  /** Returns the approximate number of waiting calls. */
  public int size() {
    return queue.size();
  }

  /** Returns whether no call waits. */
  public boolean isEmpty() {
    return queue.isEmpty();
  }

  /** Returns the number of calls that were refused because the queue was full. */
  public long refused() {
    return refused.sum();
  }

  /** As {@link dev.yardmaster.service.BackEnd#offer}. */
  public YardmasterException offer(QueuedProcedure call) {
    int home = router == null ? CallRouter.ANY : router.home(call.registered, call.argument);
    call.home(home);
    if (!queue.offer(call)) {
      refused.increment();
      return ServiceOutcomes.overloaded(
          "too many calls wait for a worker", queue.size(), queue.capacity());
    }
    wakeOne(home);
    return null;
  }

  /** Wakes a sleeping worker: the home of the call if it sleeps, otherwise any other worker. */
  private void wakeOne(int home) {
    if (home != CallRouter.ANY && wake.test(home)) {
      return;
    }
    for (int i = 0; i < workers; i++) {
      if (wake.test(i)) {
        return;
      }
    }
  }

  /** Refuses all calls in the queue. */
  public void refuse(YardmasterException why) {
    for (QueuedProcedure call = queue.drain(); call != null; call = queue.drain()) {
      call.refuse(why);
    }
  }
}
