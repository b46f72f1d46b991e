package dev.yardmaster.benchmarks.engine;

import java.util.Arrays;

/** What stands in front of a protocol. */
public enum Scheduling {
  /** Nothing: every worker runs its own client's transactions. */
  PLAIN(""),
  /** The batching paper's thread-aware policy. */
  THREAD_AWARE("+rc"),
  /** A transaction waits while one runs that it conflicts with. */
  HOLD_BACK("+hold");

  private final String suffix;

  Scheduling(String suffix) {
    this.suffix = suffix;
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
