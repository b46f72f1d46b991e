package dev.yardmaster.benchmarks.engine;

import java.util.Arrays;
import java.util.function.LongConsumer;

/** What each worker logs of its transactions (the Plor paper's section 5). */
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
   * Returns the log of one worker in memory; null for no log.
   *
   * @param payNs charges a simulated worker for the time of a write to persistent memory
   */
  WorkerLog inMemory(LongConsumer payNs) {
    return this == NONE ? null : new MemoryLog(this == UNDO, payNs);
  }

  /** Returns the log of one worker on disk; null for no log. */
  WorkerLog on(DiskLog disk) {
    return this == NONE ? null : disk.ofWorker(this == UNDO);
  }

  /** Where and how the workers or the tables log. */
  public enum Device {
    /** In memory, which stands for persistent memory. */
    MEMORY,
    /** On disk; each record is forced by itself. */
    DISK,
    /** On disk; the records that arrive during a force share the next one. */
    DISK_GROUPS,
    /** The tables are durable, and a commit is forced before it is acknowledged. */
    SYNC,
    /** The tables are durable, and a commit is forced soon after it is acknowledged. */
    ASYNC;

    /** Returns whether the tables themselves are durable, under every protocol. */
    public boolean isOfTables() {
      return this == SYNC || this == ASYNC;
    }
  }
}
