package dev.yardmaster.processor;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.YardmasterException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jctools.queues.MpscArrayQueue;

/** Transactions that wait for admission at one processor. */
final class Submissions {

  private final MpscArrayQueue<Work> waiting;
  private final LongAdder refused = new LongAdder();

  Submissions(int capacity) {
    waiting = new MpscArrayQueue<>(capacity);
  }

  // Any thread.

  /** Adds a transaction; false if too many wait already. */
  boolean offer(Work work) {
    return waiting.offer(work);
  }

  /** Counts a refusal and says why. */
  YardmasterException overloaded() {
    refused.increment();
    return new YardmasterException(
        ErrorCode.OVERLOADED,
        "too many transactions wait for admission",
        "waiting",
        waiting.size(),
        "limit",
        waiting.capacity());
  }

  long refused() {
    return refused.sum();
  }

  int size() {
    return waiting.size();
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  // The processor's thread.

  /** The next that has not ended while it waited; null if none waits. */
  Work next() {
    Work next = waiting.poll();
    while (next != null && !next.claim()) {
      next = waiting.poll();
    }
    return next;
  }

  /** Hands over what waited too long and does not look after that itself. */
  void expire(long nowNs, Consumer<Work> expired) {
    for (Work work : waiting) {
      if (work.expiresInQueue() && work.isExpired(nowNs) && work.claim()) {
        expired.accept(work);
      }
    }
  }

  // When no agent runs any more; any thread.

  /** Ends all that waits. */
  void reject(YardmasterException error) {
    Work next;
    while ((next = poll()) != null) {
      if (next.claim()) {
        next.ended(new Outcome.Rejected<>(error));
      }
    }
  }

  /**
   * Several threads may come here at the end; what is chained to an outcome runs without the lock.
   */
  private synchronized Work poll() {
    return waiting.poll();
  }
}
