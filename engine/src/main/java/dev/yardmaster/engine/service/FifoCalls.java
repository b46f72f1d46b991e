package dev.yardmaster.engine.service;

import org.jctools.queues.MpmcArrayQueue;

/** First come, first served, by any worker. */
final class FifoCalls implements CallQueue {

  private final MpmcArrayQueue<QueuedProcedure> calls;

  /** At least so many calls, rounded up to a power of two. */
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
