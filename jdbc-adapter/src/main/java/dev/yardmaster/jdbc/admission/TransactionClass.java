package dev.yardmaster.jdbc.admission;

import dev.yardmaster.annotations.Shared;
import java.util.concurrent.atomic.LongAdder;

/**
 * A class of transactions: all transactions whose first statement has the same text. The object
 * records the costs of these transactions, the rows that they use, and whether they are scheduled.
 * Any thread may call any method.
 *
 * <p>All times are in ns. The time of a transaction begins with its first statement. If the
 * application retries an aborted transaction, the time between the two attempts counts as lost,
 * too.
 */
final class TransactionClass {
  final TransactionTemplate template = new TransactionTemplate();

  /**
   * The number of transactions that ended without a retry: by a commit, by a rollback of the
   * application, or by an error.
   */
  @Shared(
      writers = "threads that end a transaction of the class",
      readers = "the thread that looks at the trials",
      access = "LongAdder")
  final LongAdder completed = new LongAdder();

  /** The time of all attempts, including the time between the attempts of one transaction. */
  @Shared(
      writers = "threads that end a transaction of the class",
      readers = "the thread that looks at the trials",
      access = "LongAdder")
  final LongAdder busyNs = new LongAdder();

  /** The part of the time that was lost by aborts: aborted attempts and the time after them. */
  @Shared(
      writers = "threads that end a transaction that was aborted before, or is aborted",
      readers = "the thread that looks at the trials",
      access = "LongAdder")
  final LongAdder lostNs = new LongAdder();

  /** The number of completed transactions that were aborted at least once. */
  @Shared(
      writers = "threads that end a transaction that was aborted before",
      readers = "the thread that looks at the trials",
      access = "LongAdder")
  final LongAdder retried = new LongAdder();

  @Shared(
      writers = "threads that begin or end a transaction of the class",
      readers = "the thread that looks at the trials",
      access = "LongAdder")
  final LongAdder running = new LongAdder();

  /** Measures the class; null until a thread has checked the class. */
  @Shared(
      writers = "the thread that looks at the trials",
      readers = "the same",
      access = "guarded by AdmissionTrials.lock")
  ClassCosts costs;

  @Shared(
      writers = "the thread that looks at the trials",
      readers = "threads that begin a transaction of the class",
      access = "volatile; a stale value schedules a transaction too much or too little")
  private volatile boolean scheduled;

  @Shared(
      writers = "the thread that looks at the trials",
      readers = "threads that begin a transaction of the class",
      access = "volatile; a stale value changes which transactions are recorded")
  private volatile boolean contended;

  @Shared(
      writers = "the thread that looks at the trials",
      readers = "threads that begin a transaction of the class",
      access = "volatile")
  private volatile long maxWaitNs;

  TransactionClass(boolean scheduled, long maxWaitNs) {
    this.scheduled = scheduled;
    this.contended = scheduled;
    this.maxWaitNs = maxWaitNs;
  }

  /** Returns whether the transactions of the class wait for conflicting transactions. */
  boolean isScheduled() {
    return scheduled;
  }

  void schedule(boolean on) {
    if (scheduled != on) {
      scheduled = on;
    }
  }

  /** Returns whether aborts have cost the class so much time that scheduling may help. */
  boolean isContended() {
    return contended;
  }

  void contend(boolean on) {
    if (contended != on) {
      contended = on;
    }
  }

  /** Returns the longest time for which a transaction of the class waits for its admission. */
  long maxWaitNs() {
    return maxWaitNs;
  }

  void waitAtMost(long boundNs) {
    maxWaitNs = boundNs;
  }
}
