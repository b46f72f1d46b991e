package dev.yardmaster.engine.transaction;

import dev.yardmaster.engine.protocol.WaitTimes;

/**
 * Measures a worker's time in two ways: divided into phases, as in the ROCC paper's Figure 1 (ICDE
 * 2018, section I-A), and divided into work and waits, as in the PLOR paper's Figure 12 (SIGMOD
 * 2022, section 6.4). Times are in ns, by the clock of the worker's pace. Only the worker's thread
 * calls the methods. Other threads may read the times after the worker has ended.
 */
public final class PhaseTimes {

  private final WaitTimes waits = new WaitTimes();
  private long begunNs;
  private long waitedBeforeNs;
  private long validatingNs;
  private long validatedNs;
  private long readWriteNs;
  private long validationNs;
  private long abortedNs;
  private long usefulNs;
  private long wastedNs;

  /** Creates an object in which all times are 0. */
  public PhaseTimes() {}

  void begin(long nowNs) {
    begunNs = nowNs;
    waitedBeforeNs = waits.totalNs();
  }

  void validating(long nowNs) {
    validatingNs = nowNs;
  }

  void validated(long nowNs) {
    validatedNs = nowNs;
  }

  void committed(long nowNs) {
    readWriteNs += (validatingNs - begunNs) + (nowNs - validatedNs);
    validationNs += validatedNs - validatingNs;
    usefulNs += workedNs(nowNs);
  }

  void aborted(long nowNs) {
    abortedNs += nowNs - begunNs;
    wastedNs += workedNs(nowNs);
  }

  void paused(long pausedNs) {
    wastedNs += pausedNs;
  }

  /** Returns the time since the start of the current attempt, without its waits. */
  private long workedNs(long nowNs) {
    return nowNs - begunNs - (waits.totalNs() - waitedBeforeNs);
  }

  /**
   * Returns the time that committed transactions spent in their logic and in installing their
   * writes.
   */
  public long readWriteNs() {
    return readWriteNs;
  }

  /** Returns the time that committed transactions spent in locking, registering and validating. */
  public long validationNs() {
    return validationNs;
  }

  /** Returns the time of the attempts that were aborted by a conflict or by their logic. */
  public long abortedNs() {
    return abortedNs;
  }

  /** Returns the time of the attempts that committed, without their waits. */
  public long usefulNs() {
    return usefulNs;
  }

  /**
   * Returns the time of the attempts that were aborted by a conflict or by their logic, without
   * their waits, plus the pauses before the next attempts.
   */
  public long wastedNs() {
    return wastedNs;
  }

  /**
   * Returns the times for which all attempts have waited for other workers. All times are 0 if the
   * protocol does not measure waits.
   */
  public WaitTimes waits() {
    return waits;
  }
}
