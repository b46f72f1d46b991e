package dev.yardmaster.processor.coordinator;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Priority;
import dev.yardmaster.api.YardmasterException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jctools.queues.MpscArrayQueue;

/**
 * Transactions that wait for admission at one processor, a line for each {@link Priority}. The more
 * urgent lines are served first, but now and then a less urgent one has its turn, so that whoever
 * waits is let in at last.
 */
public final class Submissions {

  /** Every so many admissions another line than the most urgent comes first. */
  private static final int TURN = 8;

  private static final long WATCH_INTERVAL_NS = 100_000_000;
  private static final double NS_PER_MS = 1e6;
  private static final long LONGEST_RETRY_MS = 1_000;

  private static final Priority[] PRIORITIES = Priority.values();

  /** In the order of the priorities, the most urgent first. */
  private final MpscArrayQueue<Work>[] lines;

  private final LongAdder refused = new LongAdder();
  private int turns;
  private long watchedNs;
  private long watchedCompleted;
  private volatile double completedPerMs;

  /** Lines that take so many each. */
  @SuppressWarnings({"unchecked", "rawtypes"}) // An array of a generic class.
  Submissions(int capacity) {
    lines = new MpscArrayQueue[PRIORITIES.length];
    for (int i = 0; i < lines.length; i++) {
      lines[i] = new MpscArrayQueue<>(capacity);
    }
  }

  /** How much more than one of the least urgent a transaction is spared by the reorderer. */
  static int urgencyOf(Priority priority) {
    return switch (priority) {
      case HIGH -> 256;
      case NORMAL -> 16;
      case BATCH -> 1;
    };
  }

  // Any thread.

  /** Adds a transaction; false if too many of its priority wait already. */
  boolean offer(Work work) {
    return lines[work.options().priority().ordinal()].offer(work);
  }

  /** Counts a refusal and says why, and when to try again. */
  public YardmasterException overloaded(Priority priority) {
    refused.increment();
    int waiting = lines[priority.ordinal()].size();
    return new YardmasterException(
        ErrorCode.OVERLOADED,
        "too many transactions wait for admission",
        "waiting",
        waiting,
        "limit",
        lines[priority.ordinal()].capacity(),
        YardmasterException.RETRY_AFTER_MS,
        retryAfterMs(waiting));
  }

  /** About as long as what waits will take. */
  private long retryAfterMs(int waiting) {
    double rate = completedPerMs;
    return rate == 0
        ? LONGEST_RETRY_MS
        : Math.max(1, Math.min(LONGEST_RETRY_MS, (long) (waiting / rate)));
  }

  public long refused() {
    return refused.sum();
  }

  public int size() {
    int size = 0;
    for (MpscArrayQueue<Work> line : lines) {
      size += line.size();
    }
    return size;
  }

  boolean isEmpty() {
    for (MpscArrayQueue<Work> line : lines) {
      if (!line.isEmpty()) {
        return false;
      }
    }
    return true;
  }

  // The processor's thread.

  /** The next that has not ended while it waited; null if none waits. */
  Work next() {
    Work next = poll();
    while (next != null && !next.claim()) {
      next = poll();
    }
    return next;
  }

  private Work poll() {
    int first = turns % TURN == 0 ? turns / TURN % lines.length : 0;
    turns = turns == Integer.MAX_VALUE ? 0 : turns + 1;
    Work next = lines[first].poll();
    for (int i = 0; next == null && i < lines.length; i++) {
      next = lines[i].poll();
    }
    return next;
  }

  /** Looks how many transactions complete; to be called about every millisecond. */
  void watch(long nowNs, long completed) {
    long passedNs = nowNs - watchedNs;
    if (passedNs >= WATCH_INTERVAL_NS) {
      completedPerMs = (completed - watchedCompleted) * NS_PER_MS / passedNs;
      watchedNs = nowNs;
      watchedCompleted = completed;
    }
  }

  /** Hands over what waited too long and does not look after that itself. */
  void expire(long nowNs, Consumer<Work> expired) {
    for (MpscArrayQueue<Work> line : lines) {
      for (Work work : line) {
        if (work.expiresInQueue() && work.isExpired(nowNs) && work.claim()) {
          expired.accept(work);
        }
      }
    }
  }

  // When no agent runs any more; any thread.

  /** Ends all that waits. */
  public void reject(YardmasterException error) {
    Work next;
    while ((next = pollAlone()) != null) {
      if (next.claim()) {
        next.ended(new Outcome.Rejected<>(error));
      }
    }
  }

  /**
   * Several threads may come here at the end; what is chained to an outcome runs without the lock.
   */
  private synchronized Work pollAlone() {
    return poll();
  }
}
