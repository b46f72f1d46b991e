package dev.yardmaster.engine.transaction;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.AbortCause;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * What one worker has done, and what it has still to tidy. The worker writes, and any thread reads.
 */
public final class WorkerCounts {

  private static final int ATTEMPTS = 0;
  private static final int COMMITTED = 1;
  private static final int FAILED = 2;
  private static final int OLD_VERSIONS = 3;
  private static final int DELETED = 4;
  private static final int RETIRED = 5;
  private static final int ABORTS = 6;

  /** The number of longs that keep the counts alone on their cache lines, on either side. */
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

  // The worker calls the following methods.

  void countAttempt() {
    increment(ATTEMPTS);
  }

  void countCommit() {
    increment(COMMITTED);
  }

  /**
   * Counts an attempt that a conflict has ended.
   *
   * @param allIndexConflicts the number of attempts so far that changes of an index have ended
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

  /** Sets what the worker has still to tidy. */
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
   * Returns the number of attempts that did not commit for a reason: {@link AbortCause#RANGE} if an
   * index has changed where the attempt had read it, {@link AbortCause#USER} if the logic has
   * decided to abort or the caller has abandoned the attempt, and {@link AbortCause#VALIDATION} for
   * all other conflicts.
   */
  public long aborted(AbortCause cause) {
    return get(ABORTS + cause.ordinal());
  }

  /**
   * Returns the number of attempts that ended because the logic threw another exception, or because
   * the log or the {@link CommitListener} did.
   */
  public long failed() {
    return get(FAILED);
  }

  /**
   * Returns the number of old versions that a transaction may still read, when the worker last
   * tidied.
   */
  public long oldVersions() {
    return get(OLD_VERSIONS);
  }

  /** Returns the number of records to remove from indexes, when the worker last tidied. */
  public long deletedRecords() {
    return get(DELETED);
  }

  /** Returns the number of slots that wait until no thread can reach them; as of the last tidy. */
  public long retiredSlots() {
    return get(RETIRED);
  }
}
