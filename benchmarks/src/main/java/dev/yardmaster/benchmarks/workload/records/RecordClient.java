package dev.yardmaster.benchmarks.workload.records;

/** One client's transactions, drawn before the run and walked in a circle. For one thread. */
public interface RecordClient {

  /** Upper bound of the clients of a run. */
  int MAX_CLIENTS = 256;

  /** Upper bound of a client's calls in flight. */
  int MAX_IN_FLIGHT = 64;

  /**
   * Returns the next transaction, which belongs to the caller until {@link #ended}. Transactions in
   * flight share no mutable state, so different threads may run them.
   *
   * @throws IllegalStateException if {@link #MAX_IN_FLIGHT} are in flight
   */
  RecordCall next();

  /**
   * Returns a call that will not be run again and must not be used any more.
   *
   * @param committed whether it committed; otherwise it had no effect
   */
  void ended(RecordCall call, boolean committed);
}
