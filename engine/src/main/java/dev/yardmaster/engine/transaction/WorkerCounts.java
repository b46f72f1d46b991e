package dev.yardmaster.engine.transaction;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.AbortCause;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counts the attempts of one worker, and the garbage that the worker has not removed yet. The
 * worker's thread writes the counts, and any thread may read them.
 */
public final class WorkerCounts {

  private static final int ATTEMPTS = 0;
  private static final int COMMITTED = 1;
  private static final int FAILED = 2;
  private static final int OLD_VERSIONS = 3;
  private static final int DELETED = 4;
  private static final int RETIRED = 5;
  private static final int ABORTS = 6;

  /**
   * The number of unused longs before and after the counts. Because of these longs, no other data
   * is on the cache lines of the counts.
   */
  private static final int PADDING = 16;

  @Shared(writers = "the worker", readers = "any thread, for metrics", access = "opaque")
  private final AtomicLongArray totals =
      new AtomicLongArray(2 * PADDING + ABORTS + AbortCause.values().length);

  private long indexConflicts;

  WorkerCounts() {}

  private void set(int which, long value) {
    totals.setOpaque(PADDING + which, value);
  }

  private void increment(int which) {
    set(which, totals.getPlain(PADDING + which) + 1);
  }

  private long get(int which) {
    return totals.getOpaque(PADDING + which);
  }

  // The worker's thread calls the following methods.

  void countAttempt() {
    increment(ATTEMPTS);
  }

  void countCommit() {
    increment(COMMITTED);
  }

  /**
   * Counts an attempt that a conflict has ended.
   *
   * @param allIndexConflicts the number of all attempts so far that have ended because an index had
   *     changed
   */
  void countConflict(long allIndexConflicts) {
    boolean isOfIndex = allIndexConflicts != indexConflicts;
    indexConflicts = allIndexConflicts;
    countAbort(isOfIndex ? AbortCause.RANGE : AbortCause.VALIDATION);
  }

  void countAbort(AbortCause cause) {
    increment(ABORTS + cause.ordinal());
  }

  void countFailure() {
    increment(FAILED);
  }

  /** Sets the amounts of garbage that the worker has not removed yet. */
  void setWaiting(long oldVersions, long deleted, long retired) {
    set(OLD_VERSIONS, oldVersions);
    set(DELETED, deleted);
    set(RETIRED, retired);
  }

  // Any thread may call the following methods.

  /** Returns the number of attempts that have begun. */
  public long attempts() {
    return get(ATTEMPTS);
  }

  /** Returns the number of attempts that have committed. */
  public long committed() {
    return get(COMMITTED);
  }

  /**
   * Returns the number of aborted attempts with the given cause: {@link AbortCause#RANGE} if an
   * index changed in a range that the attempt had read, {@link AbortCause#USER} if the logic
   * decided to abort or the caller abandoned the attempt, and {@link AbortCause#VALIDATION} for all
   * other conflicts.
   */
  public long aborted(AbortCause cause) {
    return get(ABORTS + cause.ordinal());
  }

  /**
   * Returns the number of attempts that ended because the logic threw an exception that is not an
   * abort, or because the log or the {@link CommitListener} threw an exception.
   */
  public long failed() {
    return get(FAILED);
  }

  /**
   * Returns the number of old versions that a transaction may still read, as of the last call of
   * {@link Worker#tidy}.
   */
  public long oldVersions() {
    return get(OLD_VERSIONS);
  }

  /**
   * Returns the number of absent records that are not removed from their indexes yet, as of the
   * last call of {@link Worker#tidy}.
   */
  public long deletedRecords() {
    return get(DELETED);
  }

  /**
   * Returns the number of slots that wait until no thread can reach them, as of the last call of
   * {@link Worker#tidy}.
   */
  public long retiredSlots() {
    return get(RETIRED);
  }
}
