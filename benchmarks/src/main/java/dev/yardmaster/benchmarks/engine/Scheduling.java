package dev.yardmaster.benchmarks.engine;

import java.util.Arrays;

/** The scheduler that chooses which transactions a protocol runs next. */
public enum Scheduling {
  /** There is no scheduler. Each worker runs its own client's transactions. */
  PLAIN("", 0),
  /**
   * Each worker runs its own client's transactions. If a transaction has restarted often,
   * conflicting transactions wait for it.
   */
  PRECEDENCE("+precedence", 0),
  /** The scheduler has the batching paper's thread-aware policy. */
  THREAD_AWARE("+rc", 600),
  /** The scheduler holds a transaction back while a conflicting transaction runs. */
  HOLD_BACK("+hold", 2_000);

  private final String suffix;
  private final long simulatedNs;

  Scheduling(String suffix, long simulatedNs) {
    this.suffix = suffix;
    this.simulatedNs = simulatedNs;
  }

  /**
   * Returns the virtual time that a scheduler needs to distribute one transaction. The value is
   * close to the time that was measured for 28 workers and batches of 112 transactions with 16 keys
   * and Zipf 0.99. The value is 0 if no scheduler distributes the transactions.
   */
  public long simulatedNs() {
    return simulatedNs;
  }

  /** Returns whether a scheduler distributes the transactions of all clients to the workers. */
  public boolean distributes() {
    return this == THREAD_AWARE || this == HOLD_BACK;
  }

  String suffix() {
    return suffix;
  }

  /** Returns the scheduling that the suffix of a label names. */
  static Scheduling of(String label) {
    return Arrays.stream(values())
        .filter(scheduling -> scheduling != PLAIN && label.endsWith(scheduling.suffix))
        .findFirst()
        .orElse(PLAIN);
  }
}
