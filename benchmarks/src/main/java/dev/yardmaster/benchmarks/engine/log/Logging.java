package dev.yardmaster.benchmarks.engine.log;

import java.util.Arrays;
import java.util.function.LongConsumer;

/** The kind of log that each worker keeps of its transactions (section 5 of the Plor paper). */
public enum Logging {
  /** The worker logs nothing. */
  NONE(""),
  /** At the commit, the worker logs the rows that the transaction writes. */
  REDO("+redo"),
  /**
   * Before each write, the worker logs the row that the transaction replaces; at the end of the
   * transaction, it logs the outcome.
   */
  UNDO("+undo");

  private final String suffix;

  Logging(String suffix) {
    this.suffix = suffix;
  }

  public String suffix() {
    return suffix;
  }

  /** Returns the logging that the suffix of a label names. */
  public static Logging of(String label) {
    return Arrays.stream(values())
        .filter(logging -> logging != NONE && label.endsWith(logging.suffix))
        .findFirst()
        .orElse(NONE);
  }

  /**
   * Returns the log of one worker in memory; null for no log.
   *
   * @param payNs adds the time of a write to persistent memory to a simulated worker's virtual time
   */
  public WorkerLog inMemory(LongConsumer payNs) {
    return this == NONE ? null : new MemoryLog(this == UNDO, payNs);
  }

  /** Returns the log of one worker on disk; null for no log. */
  public WorkerLog on(DiskLog disk) {
    return this == NONE ? null : disk.ofWorker(this == UNDO);
  }

  /** The place of the workers' logs, or the durability of the tables. */
  public enum Device {
    /** Workers log in memory, which represents persistent memory. */
    MEMORY,
    /** Workers log on disk; the log forces each record separately. */
    DISK,
    /**
     * Workers log on disk; records that arrive while the log is being forced share the next force.
     */
    DISK_GROUPS,
    /** The tables are durable, and a commit is forced before it is acknowledged. */
    SYNC,
    /** The tables are durable, and a commit is forced soon after it is acknowledged. */
    ASYNC;

    /** Returns whether the tables themselves are durable, whatever the protocol. */
    public boolean isOfTables() {
      return this == SYNC || this == ASYNC;
    }
  }
}
