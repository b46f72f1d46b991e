package dev.yardmaster.benchmarks.engine;

import java.util.Arrays;

/** What stands in front of a protocol. */
public enum Scheduling {
  /** Nothing: every worker runs its own client's transactions. */
  PLAIN("", 0),
  /** The batching paper's thread-aware policy. */
  THREAD_AWARE("+rc", 600),
  /** A transaction waits while one runs that it conflicts with. */
  HOLD_BACK("+hold", 2_000);

  private final String suffix;
  private final long simulatedNs;

  Scheduling(String suffix, long simulatedNs) {
    this.suffix = suffix;
    this.simulatedNs = simulatedNs;
  }

  /**
   * Virtual time that it takes up for each transaction: about what it was measured to take for 28
   * workers, batches of 112 transactions with 16 keys and Zipf 0.99.
   */
  long simulatedNs() {
    return simulatedNs;
  }

  String suffix() {
    return suffix;
  }

  /** The one whose suffix a label has. */
  static Scheduling of(String label) {
    return Arrays.stream(values())
        .filter(scheduling -> scheduling != PLAIN && label.endsWith(scheduling.suffix))
        .findFirst()
        .orElse(PLAIN);
  }
}
