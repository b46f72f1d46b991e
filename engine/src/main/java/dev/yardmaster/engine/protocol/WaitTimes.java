package dev.yardmaster.engine.protocol;

/**
 * The time that one worker has waited for other workers, by the cause of the wait. Only two-phase
 * locking, Plor and Tebaldi count their waits. Times are in ns of the clock of the worker's pace.
 * Only the worker's thread calls the methods that add times; other threads may read the times after
 * the worker has ended.
 */
public final class WaitTimes {

  /** What a worker waits for. */
  public enum Cause {
    /** A lock's latch, including the transfer of its cache line. */
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
   * Begins a part of a wait. A later part begins where the part before has ended, so that the
   * checks of the condition between the parts count as waiting.
   *
   * @param round the number of earlier parts of this wait
   */
  void begin(int round, long nowNs) {
    sinceNs = round == 0 ? nowNs : endedNs;
  }

  /** Ends a part of a wait. */
  void end(Cause cause, long nowNs) {
    long tookNs = nowNs - sinceNs;
    ns[cause.ordinal()] += tookNs;
    totalNs += tookNs;
    endedNs = nowNs;
  }

  /** Returns the time of the waits with the given cause. */
  public long of(Cause cause) {
    return ns[cause.ordinal()];
  }

  /** Returns the time of all waits. */
  public long totalNs() {
    return totalNs;
  }
}
