package dev.yardmaster.validator;

/**
 * The one place where transactions commit: each is checked against all that committed before it,
 * and gets the next commit version. Owned by one thread.
 *
 * <p>Reads are checked and writes recorded transaction by transaction, in the order of the calls. A
 * wrong order can therefore only cost commits; it can never let a stale read through.
 */
final class BackwardValidation {

  private static final int REMEMBERED = 1 << 12;

  private final CommittedVersions committed;
  private final Watermark watermark;
  private final long[] recentIds = new long[REMEMBERED];

  BackwardValidation(CommittedVersions committed, Watermark watermark) {
    this.committed = committed;
    this.watermark = watermark;
  }

  /**
   * Whether so many more transactions can be validated now. If not, the watermark is too far behind
   * and the caller tries again in its next duty cycle.
   */
  boolean hasRoom(int transactions) {
    watermark.advance();
    return watermark.hasRoom(transactions);
  }

  /** Decides on a request. On COMMIT its writes are known to all later calls. */
  void validate(ValidationRequest request) {
    for (int read = 0; read < request.reads(); read++) {
      long newest = committed.newest(request.readFingerprint(read));
      long freshThrough = request.freshThrough(read);
      if (newest > freshThrough) {
        request.abort(Decision.VALIDATION, read, newest, transactionOf(newest));
        return;
      }
      if (newest <= 0 && -newest > freshThrough) {
        request.abort(Decision.TRUNCATED, read, -newest, ValidationRequest.NONE);
        return;
      }
    }
    int writes = request.writes();
    if (writes == 0) {
      request.commit(0);
      return;
    }
    long version = watermark.issue();
    for (int write = 0; write < writes; write++) {
      committed.committed(request.writeFingerprint(write), version);
    }
    recentIds[(int) version & (REMEMBERED - 1)] = request.transactionId();
    request.commit(version);
  }

  private long transactionOf(long version) {
    return watermark.lastIssued() - version < REMEMBERED
        ? recentIds[(int) version & (REMEMBERED - 1)]
        : ValidationRequest.NONE;
  }

  /** The highest commit version given so far. */
  long lastVersion() {
    return watermark.lastIssued();
  }

  /** How many versions are issued but not yet covered by the watermark. */
  long watermarkLag() {
    return watermark.lag();
  }
}
