package dev.yardmaster.validator;

import dev.yardmaster.api.Key;

/**
 * The transaction behind a request, as the final validation sees it. Its methods are called by the
 * final validation's thread, while the request is under way.
 */
public interface ValidatedTransaction {

  /** For a key that is not in the scope of a scan. */
  int NOT_SCANNED = -1;

  /** How it went to run a transaction again. */
  enum Rerun {
    /** The request holds the reads and writes of a run on the newest values. */
    DONE,
    /** It asked for a key whose newest value is not known here. */
    UNKNOWN_KEY,
    /** Its logic threw. */
    THREW,
    /** It was not done at its deadline. */
    OVERDUE,
    /** Its logic is not to be run here for the time being. */
    SUSPENDED
  }

  /** It commits at its request's version, and goes to the log next. */
  void toBeLogged();

  /** The key of a write, by the position that the request gives for it. */
  Key writtenKey(int position);

  /** Whether a write's key can be in the range of a scan at all. */
  boolean canBeScanned(int position);

  /**
   * The number of a scan that has a key in its scope: its range, up to where it has stopped. {@link
   * #NOT_SCANNED} if none has.
   */
  int scanOf(Key key);

  /**
   * The version of a key that a scan has seen.
   *
   * @param scan its number, as the request's predicates have it
   * @return 0 if it has found nothing of the key, {@link #NOT_SCANNED} if the key is not in its
   *     scope
   */
  long versionSeen(int scan, Key key);

  /** The value of a write, null for a deletion; not to be changed. */
  byte[] writtenValue(int position);

  /**
   * Runs its logic again on the newest values and refills its request. Unless the answer is {@link
   * Rerun#DONE}, neither transaction nor request has changed.
   *
   * @param budgetNs how long it may take
   */
  Rerun runAgain(NewestValues newest, long nowNs, long budgetNs);
}
