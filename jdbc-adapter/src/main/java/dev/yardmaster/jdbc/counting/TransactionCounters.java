package dev.yardmaster.jdbc.counting;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.jdbc.figures.PassReason;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the transactions of one database. A count takes some ns, no lock and no allocation. This
 * class is thread-safe.
 */
public final class TransactionCounters {
  private static final PassReason[] REASONS = PassReason.values();

  @Shared(
      writers = "threads that end a transaction",
      readers = "threads that read the figures",
      access = "LongAdder")
  private final LongAdder committed = new LongAdder();

  @Shared(
      writers = "threads that end a transaction",
      readers = "threads that read the figures",
      access = "LongAdder")
  private final LongAdder rolledBack = new LongAdder();

  @Shared(
      writers = "threads that end an aborted transaction",
      readers = "threads that read the figures",
      access = "LongAdder")
  private final LongAdder conflicts = new LongAdder();

  @Shared(
      writers = "threads that end a transaction",
      readers = "threads that read the figures",
      access = "LongAdder")
  private final LongAdder busyNs = new LongAdder();

  @Shared(
      writers = "threads that end a transaction that was aborted before, or is aborted",
      readers = "threads that read the figures",
      access = "LongAdder")
  private final LongAdder lostNs = new LongAdder();

  @Shared(
      writers = "threads that end a transaction",
      readers = "threads that read the figures",
      access = "LongAdder; the array never changes")
  private final LongAdder[] passed = new LongAdder[REASONS.length];

  private final SqlStateCounts aborts = new SqlStateCounts();

  /** Creates counters that are 0. */
  public TransactionCounters() {
    for (int i = 0; i < passed.length; i++) {
      passed[i] = new LongAdder();
    }
  }

  /** Counts a transaction that committed. */
  public void countCommitted() {
    committed.increment();
  }

  /** Counts a transaction that the application ended without a commit and without an error. */
  public void countRolledBack() {
    rolledBack.increment();
  }

  /**
   * Counts a transaction that an error of the database ended.
   *
   * @param sqlState the state of the error, or null
   * @param isConflict whether the transaction may commit if it runs again
   */
  public void countAborted(String sqlState, boolean isConflict) {
    aborts.count(sqlState);
    if (isConflict) {
      conflicts.increment();
    }
  }

  /**
   * Counts a transaction that ran without its turn in the schedule. Has no effect if {@code reason}
   * is null.
   */
  public void countPassed(PassReason reason) {
    if (reason != null) {
      passed[reason.ordinal()].increment();
    }
  }

  /** Adds the time of an attempt, and the part of the time that was lost by aborts, in ns. */
  public void addTimes(long attemptNs, long lostByAbortsNs) {
    busyNs.add(attemptNs);
    if (lostByAbortsNs != 0) {
      lostNs.add(lostByAbortsNs);
    }
  }

  /** Returns the number of transactions that committed. */
  public long committed() {
    return committed.sum();
  }

  /** Returns the number of transactions that the application rolled back. */
  public long rolledBack() {
    return rolledBack.sum();
  }

  /** Returns the number of transactions that the database aborted on conflict. */
  public long conflicts() {
    return conflicts.sum();
  }

  /** Returns the number of transactions that errors of the database ended, conflicts included. */
  public long aborted() {
    return aborts.sum();
  }

  /** Returns the time of all attempts, including the time between the attempts, in ns. */
  public long busyNs() {
    return busyNs.sum();
  }

  /** Returns the part of {@link #busyNs} that was lost by aborts. */
  public long lostNs() {
    return lostNs.sum();
  }

  /** Returns the number of transactions that ran without their turn for this reason. */
  public long passed(PassReason reason) {
    return passed[reason.ordinal()].sum();
  }

  /**
   * Returns the numbers of transactions that ran without their turn, by reason. The map contains
   * all reasons.
   */
  public Map<PassReason, Long> passed() {
    Map<PassReason, Long> all = new EnumMap<>(PassReason.class);
    for (PassReason reason : REASONS) {
      all.put(reason, passed(reason));
    }
    return all;
  }

  /** Returns the numbers of aborted transactions, by SQLState. */
  public Map<String, Long> abortsBySqlState() {
    return aborts.all();
  }
}
