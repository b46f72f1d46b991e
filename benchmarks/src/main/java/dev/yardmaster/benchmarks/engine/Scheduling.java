package dev.yardmaster.benchmarks.engine;

import java.util.Arrays;

/** The scheduler in front of a protocol. */
public enum Scheduling {
  /** No scheduler: each worker runs its own client's transactions. */
  PLAIN("", 0),
  /** The batching paper's thread-aware policy. */
  THREAD_AWARE("+rc", 600),
  /** A transaction waits while a transaction runs that it conflicts with. */
  HOLD_BACK("+hold", 2_000);

  private final String suffix;
  private final long simulatedNs;

  Scheduling(String suffix, long simulatedNs) {
    this.suffix = suffix;
    this.simulatedNs = simulatedNs;
  }

  /**
   * Returns the virtual time that scheduling one transaction takes: about what was measured for 28
   * workers and batches of 112 transactions with 16 keys and Zipf 0.99.
   */
  long simulatedNs() {
    return simulatedNs;
  }

  String suffix() {
    return suffix;
  }

  /** Returns the scheduling whose suffix a label has. */
  static Scheduling of(String label) {
    return Arrays.stream(values())
        .filter(scheduling -> scheduling != PLAIN && label.endsWith(scheduling.suffix))
        .findFirst()
        .orElse(PLAIN);
  }
}
