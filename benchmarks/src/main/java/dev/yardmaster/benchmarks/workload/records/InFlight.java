package dev.yardmaster.benchmarks.workload.records;

/** Counts a client's calls in flight. An instance is for use by one thread. */
public final class InFlight {

  private int count;

  /** Creates a counter with no call in flight. */
  public InFlight() {}

  /**
   * Counts a call that begins.
   *
   * @throws IllegalStateException if {@link RecordClient#MAX_IN_FLIGHT} calls are in flight
   */
  public void begin() {
    if (count == RecordClient.MAX_IN_FLIGHT) {
      throw new IllegalStateException(
          "a client has at most " + RecordClient.MAX_IN_FLIGHT + " calls in flight");
    }
    count++;
  }

  /** Counts a call that has ended. */
  public void end() {
    count--;
  }
}
