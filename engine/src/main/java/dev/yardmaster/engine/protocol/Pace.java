package dev.yardmaster.engine.protocol;

/**
 * The pace of a worker: it runs at once, after a client's delay, or when a simulation schedules it.
 * Owned by one worker's thread.
 */
public interface Pace {

  /** Called before each access to a record by a transaction's logic. */
  void access();

  /** Called for each record that a commit locks, checks or installs. */
  void step();

  /** Called before each row of a scan that gets an {@link Access}. */
  default void scannedAccess() {
    access();
  }

  /** Called before each row of a scan that gets no {@link Access}. */
  default void scannedRow() {
    access();
  }

  /** Called for each list of writers in which a commit registers. */
  default void register() {
    step();
  }

  /** Called before a commit reads data that another worker has written last. */
  default void transfer() {}

  /**
   * Called for the items that a commit examines to validate a scan.
   *
   * @param count number of records that are read again, writes that are compared, or list entries
   */
  default void examine(int count) {}

  /**
   * Called repeatedly while the worker waits for another one.
   *
   * @param round number of earlier calls in this wait
   */
  void await(int round);

  /**
   * Returns whether the worker must abort its transaction instead of continuing to wait for a
   * record that another transaction's logic holds, which may last as long as that logic. Called
   * between two calls of {@link #await}, by protocols whose logic holds records.
   */
  default boolean givesUp() {
    return false;
  }

  /**
   * Called before a transaction is restarted.
   *
   * @param restarts the number of restarts including this one, so 1 or more
   */
  void restart(int restarts);

  /** Returns the time in ns, with any origin that all workers share; never falls. */
  long nowNs();
}
