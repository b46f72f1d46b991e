package dev.yardmaster.engine.transaction;

/**
 * Where a worker's time goes, in ns of its pace's clock: the parts of the ROCC paper's Figure 1
 * (ICDE 2018, section I-A). Owned by the worker's thread; others read it when that has ended.
 */
public final class PhaseTimes {

  private long begunNs;
  private long validatingNs;
  private long validatedNs;
  private long readWriteNs;
  private long validationNs;
  private long abortedNs;

  /** No time yet. */
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

  /** What committed transactions took for their logic and for installing their writes. */
  public long readWriteNs() {
    return readWriteNs;
  }

  /** What committed transactions took for locking, registering and validating. */
  public long validationNs() {
    return validationNs;
  }

  /** What attempts took that were aborted, by a conflict or by the logic. */
  public long abortedNs() {
    return abortedNs;
  }
}
