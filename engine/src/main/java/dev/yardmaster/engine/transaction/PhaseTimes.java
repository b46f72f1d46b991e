package dev.yardmaster.engine.transaction;

/**
 * Splits a worker's time into the phases of the ROCC paper's Figure 1 (ICDE 2018, section I-A).
 * Times are in ns of the clock of the worker's pace. Only the worker's thread calls the methods;
 * other threads may read the times after the worker has ended.
 */
public final class PhaseTimes {

  private long begunNs;
  private long validatingNs;
  private long validatedNs;
  private long readWriteNs;
  private long validationNs;
  private long abortedNs;

  /** Creates an object in which all times are 0. */
  public PhaseTimes() {}

  void begin(long nowNs) {
    begunNs = nowNs;
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
  }

  void aborted(long nowNs) {
    abortedNs += nowNs - begunNs;
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

  /** Returns the time of the attempts that a conflict or the logic aborted. */
  public long abortedNs() {
    return abortedNs;
  }
}
