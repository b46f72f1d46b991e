package dev.yardmaster.benchmarks.workload.records;

/**
 * The transactions of one client, drawn before the run. After the last transaction, the client
 * begins again with the first. An instance is for use by one thread.
 */
public interface RecordClient {

  /** The upper bound of the number of clients of a run. */
  int MAX_CLIENTS = 256;

  /** The upper bound of the number of a client's calls in flight. */
  int MAX_IN_FLIGHT = 64;

  /**
   * Returns the next transaction. The caller owns the transaction until the call of {@link #ended}.
   * Transactions in flight share no mutable state, so different threads may run them.
   *
   * @throws IllegalStateException if {@link #MAX_IN_FLIGHT} calls are in flight
   */
  RecordCall next();

  /**
   * Changes the phase of the load; the transactions that follow belong to this phase. The client is
   * in phase 0 at first.
   *
   * @param phase index of a phase in {@link RecordWorkload#phases}, counted from 0
   */
  default void enter(int phase) {}

  /**
   * Gives a call back to this client when its transaction has ended. The call will not run again,
   * and the caller must not use it afterwards.
   *
   * @param committed whether the transaction committed; otherwise it had no effect
   */
  void ended(RecordCall call, boolean committed);
}
