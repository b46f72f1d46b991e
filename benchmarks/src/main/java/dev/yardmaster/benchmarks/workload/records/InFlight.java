package dev.yardmaster.benchmarks.workload.records;

/** Counts a client's calls in flight. For one thread. */
public final class InFlight {

  private int count;

  /** No call in flight. */
  public InFlight() {}

  /**
   * One more.
   *
   * @throws IllegalStateException if there are {@link RecordClient#MAX_IN_FLIGHT} already
   */
  public void begin() {
    if (count == RecordClient.MAX_IN_FLIGHT) {
      throw new IllegalStateException(
          "a client has at most " + RecordClient.MAX_IN_FLIGHT + " calls in flight");
    }
    count++;
  }

  /** One less. */
  public void end() {
    count--;
  }
}
