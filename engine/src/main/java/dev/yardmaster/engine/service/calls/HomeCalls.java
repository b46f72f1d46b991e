package dev.yardmaster.engine.service.calls;

import dev.yardmaster.annotations.Shared;
import java.util.concurrent.atomic.AtomicInteger;
import org.jctools.queues.MpmcArrayQueue;
import org.jspecify.annotations.NullUnmarked;

/**
 * First-come-first-served queues. Each worker has a queue with the calls whose home is this worker.
 * A worker whose queue is empty takes a call from another worker's queue, so no call waits while a
 * worker is idle.
 */
@NullUnmarked // Internal: fields and results may be null.
final class HomeCalls implements CallQueue {

  @Shared(
      writers = "callers' threads",
      readers =
          "the queue's worker; other workers that have no calls; after the end of the service, any"
              + " thread that refuses the remaining calls",
      access =
          "JCTools MPMC queues, together bounded by waitingTransactions, each rounded up to a power"
              + " of two; a call to a full queue goes to another queue, and fails with OVERLOADED"
              + " if all are full")
  private final MpmcArrayQueue<QueuedProcedure>[] queues;

  @Shared(
      writers = "callers' threads whose calls have no home",
      readers = "the same threads",
      access = "atomic; they take turns in choosing a queue")
  private final AtomicInteger turn = new AtomicInteger();

  /** Creates queues that together have room for at least {@code capacity} calls. */
  @SuppressWarnings({"unchecked", "rawtypes"}) // Java has no arrays of generic types.
  HomeCalls(int workers, int capacity) {
    queues = new MpmcArrayQueue[workers];
    for (int i = 0; i < workers; i++) {
      queues[i] = new MpmcArrayQueue<>(Math.max(2, (capacity + workers - 1) / workers));
    }
  }

  private MpmcArrayQueue<QueuedProcedure> queue(int number) {
    return queues[number < queues.length ? number : number - queues.length];
  }

  @Override
  public boolean offer(QueuedProcedure call) {
    int first =
        call.home() == CallRouter.ANY
            ? Math.floorMod(turn.getAndIncrement(), queues.length)
            : call.home();
    for (int i = 0; i < queues.length; i++) {
      if (queue(first + i).offer(call)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public QueuedProcedure poll(int worker) {
    for (int i = 0; i < queues.length; i++) {
      QueuedProcedure call = queue(worker + i).poll();
      if (call != null) {
        return call;
      }
    }
    return null;
  }

  @Override
  public QueuedProcedure drain() {
    return poll(0);
  }

  @Override
  public boolean isEmpty() {
    for (MpmcArrayQueue<QueuedProcedure> queue : queues) {
      if (!queue.isEmpty()) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int size() {
    int size = 0;
    for (MpmcArrayQueue<QueuedProcedure> queue : queues) {
      size += queue.size();
    }
    return size;
  }

  @Override
  public int capacity() {
    return queues.length * queues[0].capacity();
  }
}
