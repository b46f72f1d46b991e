package dev.yardmaster.jdbc.figures;

import java.util.Map;

/**
 * The counts of a database's transactions since its first connection, and the present state of the
 * scheduling. A single query in auto-commit mode is not counted.
 *
 * @param committed the number of transactions that committed
 * @param rolledBack the number of transactions that the application ended without a commit and
 *     without an error
 * @param abortsBySqlState the number of transactions that an error of the database ended, by the
 *     SQLState of the error; {@code 40001} is a serialization failure. States beyond the first 50
 *     count as {@code other}
 * @param conflicts the number of aborted transactions that may commit if they run again
 * @param waits the number of times that a transaction waited for its turn or for a lease
 * @param waitedNs the time of all waits, in ns
 * @param longestWaitNs the time of the longest wait, in ns
 * @param cancelled the number of waits that were cancelled or exceeded the statement's own timeout
 * @param passed the number of transactions that ran without their turn, by the reason
 * @param queued the present number of waiting transactions
 * @param running the present number of running transactions that were admitted
 * @param scheduledClasses the present number of classes of transactions that are scheduled
 * @param trials the number of trials of scheduling
 * @param leased the number of transactions that got a lease of their hot rows from the coordinator
 * @param unleased the number of transactions on hot rows that continued without a lease
 * @param isOn whether scheduling is switched on
 */
public record DatabaseFigures(
    long committed,
    long rolledBack,
    Map<String, Long> abortsBySqlState,
    long conflicts,
    long waits,
    long waitedNs,
    long longestWaitNs,
    long cancelled,
    Map<PassReason, Long> passed,
    int queued,
    int running,
    int scheduledClasses,
    long trials,
    long leased,
    long unleased,
    boolean isOn) {

  /** Makes the figures immutable. */
  public DatabaseFigures {
    abortsBySqlState = Map.copyOf(abortsBySqlState);
    passed = Map.copyOf(passed);
  }

  /** Returns the number of transactions that an error of the database ended. */
  public long aborted() {
    return sum(abortsBySqlState);
  }

  /** Returns the number of transactions that ended in any way. */
  public long transactions() {
    return committed + rolledBack + aborted();
  }

  /** Returns the number of transactions that ran without their turn, for any reason. */
  public long allPassed() {
    return sum(passed);
  }

  private static long sum(Map<?, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }
}
