package dev.yardmaster.benchmarks.workload.records;

/** One client's transactions, drawn before the run; it walks them in a circle. For one thread. */
public interface RecordClient {

  /** Most clients of a run. */
  int MAX_CLIENTS = 256;

  /** Most calls of a client that may be in flight at once. */
  int MAX_IN_FLIGHT = 64;

  /**
   * The next transaction, which is the caller's until {@link #ended}. Those in flight share nothing
   * that changes, so different threads may run them.
   *
   * @throws IllegalStateException if {@link #MAX_IN_FLIGHT} are in flight
   */
  RecordCall next();

  /**
   * A call will not be run again: it is given back, and must not be touched any more.
   *
   * @param committed whether it has committed; otherwise it has had no effect
   */
  void ended(RecordCall call, boolean committed);
}
