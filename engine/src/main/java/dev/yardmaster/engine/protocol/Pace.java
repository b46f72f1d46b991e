package dev.yardmaster.engine.protocol;

/**
 * The pace of a worker: determines whether the worker's next action runs immediately, after the
 * delay of an interactive client, or when a simulation schedules the worker. The worker's thread
 * calls the methods.
 */
public interface Pace {

  /** The worker calls this method each time before a transaction's logic accesses a record. */
  void access();

  /**
   * Returns the object that charges this worker for its accesses to shared words, or null on a real
   * thread, where the accesses themselves take time.
   */
  default CacheLines lines() {
    return null;
  }

  /**
   * The worker calls this method for each record that it locks for a write, and for each record
   * whose write it installs.
   */
  void step();

  /** The worker calls this method once in each attempt, after the logic and before the commit. */
  default void requestCommit() {}

  /** The worker calls this method before each row of a scan that gets an {@link Access}. */
  default void scannedAccess() {
    access();
  }

  /** The worker calls this method before each row of a scan that gets no {@link Access}. */
  default void scannedRow() {
    access();
  }

  /** The worker calls this method for each list of writers in which a commit registers. */
  default void register() {
    step();
  }

  /**
   * The worker calls this method before it locks records for reads, or checks that records or scans
   * are unchanged.
   *
   * @param count the number of records to lock or read again, of writes to compare, or of list
   *     entries to examine
   */
  default void examine(int count) {}

  /**
   * The worker calls this method repeatedly while it waits for another worker.
   *
   * @param round the number of earlier calls in this wait
   */
  void await(int round);

  /**
   * Returns whether the worker must abort its transaction and not wait longer for a record. Under
   * some protocols, transactions hold records while their logic runs, so a wait can last as long as
   * the logic of another transaction. Such a protocol calls this method before each call of {@link
   * #await}.
   */
  default boolean givesUp() {
    return false;
  }

  /**
   * The worker calls this method before it restarts a transaction. The implementation pauses for
   * {@link #pauseSpins}.
   *
   * @param restarts the number of restarts of the transaction including this restart; 1 or more
   * @param hasAge whether the protocol orders transactions by age
   */
  void restart(int restarts, boolean hasAge);

  /**
   * Returns the length of the pause before a restart, in calls of {@link Thread#onSpinWait}. Up to
   * the 8th restart, each restart doubles the pause, so that the conflicting transaction has time
   * to end. If the protocol orders transactions by age, the pause does not grow. Then the age
   * determines which transaction waits, and a growing pause would delay the oldest transaction
   * most.
   */
  static int pauseSpins(int restarts, boolean hasAge) {
    return 1 << (hasAge ? 0 : Math.min(restarts, 8));
  }

  /**
   * Returns the time, in ns. It never decreases. The origin is arbitrary, but the same for all
   * workers.
   */
  long nowNs();
}
