package dev.yardmaster.engine.service.calls;

import dev.yardmaster.annotations.Shared;
import org.jctools.queues.MpmcArrayQueue;

/** A first-come-first-served queue that all workers share. */
final class FifoCalls implements CallQueue {

  @Shared(
      writers = "callers' threads",
      readers =
          "workers; after the end of the service, any thread that refuses the remaining calls",
      access =
          "JCTools MPMC queue, bounded by waitingTransactions, rounded up to a power of two; a"
              + " call to a full queue fails with OVERLOADED")
  private final MpmcArrayQueue<QueuedProcedure> calls;

  /** Creates a queue for at least {@code capacity} calls, rounded up to a power of two. */
  FifoCalls(int capacity) {
    calls = new MpmcArrayQueue<>(Math.max(2, capacity));
  }

  @Override
  public boolean offer(QueuedProcedure call) {
    return calls.offer(call);
  }

  @Override
  public QueuedProcedure poll(int worker) {
    return calls.poll();
  }

  @Override
  public QueuedProcedure drain() {
    return calls.poll();
  }

  @Override
  public boolean isEmpty() {
    return calls.isEmpty();
  }

  @Override
  public int size() {
    return calls.size();
  }

  @Override
  public int capacity() {
    return calls.capacity();
  }
}
