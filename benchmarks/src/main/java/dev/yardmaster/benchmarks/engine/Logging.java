package dev.yardmaster.benchmarks.engine;

import dev.yardmaster.engine.transaction.CommitListener;
import java.util.Arrays;
import java.util.function.LongConsumer;

/** What each worker logs of its transactions, in memory (the Plor paper's section 5). */
public enum Logging {
  /** Nothing. */
  NONE(""),
  /** At the commit, the rows that the transaction writes. */
  REDO("+redo"),
  /** Before each write, the row that the transaction replaces; at the end, how it has ended. */
  UNDO("+undo");

  private final String suffix;

  Logging(String suffix) {
    this.suffix = suffix;
  }

  String suffix() {
    return suffix;
  }

  /** Returns the logging that the suffix of a label names. */
  static Logging of(String label) {
    return Arrays.stream(values())
        .filter(logging -> logging != NONE && label.endsWith(logging.suffix))
        .findFirst()
        .orElse(NONE);
  }

  /**
   * Returns the log of one worker; null for no log.
   *
   * @param payNs charges a simulated worker for the time of a write to persistent memory
   */
  CommitListener log(LongConsumer payNs) {
    return this == NONE ? null : new MemoryLog(this == UNDO, payNs);
  }
}
