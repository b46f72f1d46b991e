package dev.yardmaster.processor.coordinator;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Priority;
import dev.yardmaster.api.YardmasterException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jctools.queues.MpscArrayQueue;

/**
 * Transactions that wait for admission at one processor, in one queue for each {@link Priority}.
 * Queues of higher priorities are served first. Every {@value #TURN}th admission begins with
 * another queue, in rotation, so that no transaction starves.
 */
public final class Submissions {

  /** One in this number of admissions begins with another queue than the most urgent one. */
  private static final int TURN = 8;

  private static final long WATCH_INTERVAL_NS = 100_000_000;
  private static final double NS_PER_MS = 1e6;
  private static final long LONGEST_RETRY_MS = 1_000;

  private static final Priority[] PRIORITIES = Priority.values();

  /** The queues, one for each priority, ordered from the most urgent to the least urgent. */
  @Shared(
      writers = "callers' threads",
      readers = "that processor; after the service's end any thread, under this object's monitor",
      access =
          "JCTools MPSC queues, each bounded by waitingTransactions, rounded up to a power of"
              + " two; a full queue answers OVERLOADED")
  private final MpscArrayQueue<Work>[] lines;

  @Shared(writers = "callers' threads", readers = "any thread, for metrics", access = "LongAdder")
  private final LongAdder refused = new LongAdder();

  private int turns;
  private long watchedNs;
  private long watchedCompleted;

  @Shared(
      writers = "that processor",
      readers = "callers' threads",
      access = "volatile; used only to estimate the time after which a caller can try again")
  private volatile double completedPerMs;

  /** Creates queues, each with the given capacity. */
  @SuppressWarnings({
    "unchecked",
    "rawtypes"
  }) // The cast is necessary because Java cannot create an array of a generic class.
  Submissions(int capacity) {
    lines = new MpscArrayQueue[PRIORITIES.length];
    for (int i = 0; i < lines.length; i++) {
      lines[i] = new MpscArrayQueue<>(capacity);
    }
  }

  /**
   * Returns the weight that a priority has, relative to the lowest priority, when the reorderer
   * chooses victims.
   */
  static int urgencyOf(Priority priority) {
    return switch (priority) {
      case HIGH -> 256;
      case NORMAL -> 16;
      case BATCH -> 1;
    };
  }

  /** Adds a transaction. Returns false if the queue of the transaction's priority is full. */
  boolean offer(Work work) {
    return lines[work.options().priority().ordinal()].offer(work);
  }

  /**
   * Counts a refusal. Returns an error with the reason and the time after which the caller can try
   * again.
   */
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

  /** Estimates how long it takes until the waiting transactions are processed, in ms. */
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

  /**
   * Removes and returns the next waiting transaction; skips transactions that ended while they
   * waited. Returns null if no transaction waits.
   */
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

  /**
   * Measures how many transactions complete per second. The processor calls this method about every
   * millisecond.
   */
  void watch(long nowNs, long completed) {
    long passedNs = nowNs - watchedNs;
    if (passedNs >= WATCH_INTERVAL_NS) {
      completedPerMs = (completed - watchedCompleted) * NS_PER_MS / passedNs;
      watchedNs = nowNs;
      watchedCompleted = completed;
    }
  }

  /**
   * Passes each waiting transaction with a passed deadline to {@code expired}. Transactions whose
   * callers check the deadline themselves are skipped.
   */
  void expire(long nowNs, Consumer<Work> expired) {
    for (MpscArrayQueue<Work> line : lines) {
      for (Work work : line) {
        if (work.expiresInQueue() && work.isExpired(nowNs) && work.claim()) {
          expired.accept(work);
        }
      }
    }
  }

  // Any thread may call the following methods after all agents have stopped.

  /** Rejects all waiting transactions. */
  public void reject(YardmasterException error) {
    Work next;
    while ((next = pollAlone()) != null) {
      if (next.claim()) {
        next.ended(new Outcome.Rejected<>(error));
      }
    }
  }

  /**
   * The lock guards the queue, because several threads may end transactions at the same time.
   * Callbacks on an outcome run outside of the lock.
   */
  private synchronized Work pollAlone() {
    return poll();
  }
}
