package dev.yardmaster.benchmarks.workload.records;

/** Counts a client's calls in flight. For one thread. */
public final class InFlight {

  private int count;

  /** Starts with no call in flight. */
  public InFlight() {}

  /**
   * Counts one more call.
   *
   * @throws IllegalStateException if {@link RecordClient#MAX_IN_FLIGHT} are in flight
   */
  public void begin() {
    if (count == RecordClient.MAX_IN_FLIGHT) {
      throw new IllegalStateException(
          "a client has at most " + RecordClient.MAX_IN_FLIGHT + " calls in flight");
    }
    count++;
  }

  /** Counts one call less. */
  public void end() {
    count--;
  }
}
