package dev.yardmaster.engine.protocol;

/**
 * How a worker goes on: at once, after a client's delay, or when a simulation lets it. Owned by one
 * worker's thread.
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

  /** Called before each row of a scan that gets none. */
  default void scannedRow() {
    access();
  }

  /** Called for each list of writers that a commit enters itself in. */
  default void register() {
    step();
  }

  /** Called before a commit looks at what another worker keeps, and has written last. */
  default void transfer() {}

  /**
   * Called for what a commit looks at to validate a scan.
   *
   * @param count how many records that are read again, writes that are compared, or entries
   */
  default void examine(int count) {}

  /**
   * Called again and again while the worker waits for another.
   *
   * @param round how often it has been called in this wait, counted from 0
   */
  void await(int round);

  /**
   * Whether the worker is to abort its transaction rather than wait on for a record that another's
   * logic holds, which may take as long as that logic. Asked between two calls of {@link #await},
   * by protocols whose logic holds records.
   */
  default boolean givesUp() {
    return false;
  }

  /**
   * Called before a transaction that was aborted is tried again.
   *
   * @param restarts how often it was tried again before, and so 1 or more
   */
  void restart(int restarts);

  /** The time, in ns, with any origin that all workers share; rises. */
  long nowNs();
}
