package dev.yardmaster.engine.protocol;

/**
 * The time that one worker has waited for other workers, by the cause of the wait. Only two-phase
 * locking, Plor and Tebaldi count their waits. Times are in ns, by the clock of the worker's pace.
 * Only the worker's thread calls the methods that add times. Other threads may read the times after
 * the worker has ended.
 */
public final class WaitTimes {

  /** The cause of a wait. */
  public enum Cause {
    /** The latch of a lock, including the transfer of its cache line. */
    LATCH,
    /** A conflict of a read with another transaction's write, or of a write with a read. */
    READ_WRITE,
    /** A conflict of two writes. */
    WRITE_WRITE
  }

  private final long[] ns = new long[Cause.values().length];
  private long sinceNs;
  private long endedNs;
  private long totalNs;

  /** Creates an object in which all times are 0. */
  public WaitTimes() {}

  /**
   * Begins one round of a wait. Every round except the first is timed from the end of the previous
   * round. So the checks of the condition between rounds count as waiting.
   *
   * @param round the number of earlier rounds of this wait
   */
  void begin(int round, long nowNs) {
    sinceNs = round == 0 ? nowNs : endedNs;
  }

  /** Ends a round of a wait. */
  void end(Cause cause, long nowNs) {
    long tookNs = nowNs - sinceNs;
    ns[cause.ordinal()] += tookNs;
    totalNs += tookNs;
    endedNs = nowNs;
  }

  /** Returns the total time, in ns, of the waits with the given cause. */
  public long of(Cause cause) {
    return ns[cause.ordinal()];
  }

  /** Returns the total time of all waits, in ns. */
  public long totalNs() {
    return totalNs;
  }
}
