package dev.yardmaster.validator;

import dev.yardmaster.api.Key;

/**
 * The transaction behind a request, as the final validation sees it. The final validation's thread
 * calls the methods while the request is under way.
 */
public interface ValidatedTransaction {

  /** The scan number and version of a key that is not in the scope of a scan. */
  int NOT_SCANNED = -1;

  /** The result of a repair. */
  enum Rerun {
    /** The request holds the reads and writes of a run on the newest values. */
    DONE,
    /** The run asked for a key whose newest value is not known here. */
    UNKNOWN_KEY,
    /** The logic threw. */
    THREW,
    /** The logic was not done at its deadline. */
    OVERDUE,
    /** The logic is suspended from repair for a while. */
    SUSPENDED
  }

  /** Called when the transaction commits at its request's version, before it goes to the log. */
  void toBeLogged();

  /** Returns the key of a write, by the position given in the request. */
  Key writtenKey(int position);

  /** Whether a scan's range can contain a write's key at all. */
  boolean canBeScanned(int position);

  /**
   * Returns the number of a scan that has a key in its scope, which is the range up to where the
   * scan has stopped; {@link #NOT_SCANNED} if there is none.
   */
  int scanOf(Key key);

  /**
   * Returns the version of a key that a scan has seen.
   *
   * @param scan the scan's number, as in the request's predicates
   * @return 0 if the scan has found no entry of the key, {@link #NOT_SCANNED} if the key is not in
   *     its scope
   */
  long versionSeen(int scan, Key key);

  /** The value of a write, null for a deletion; must not be changed. */
  byte[] writtenValue(int position);

  /**
   * Runs the logic again on the newest values and refills the request. Unless the answer is {@link
   * Rerun#DONE}, transaction and request are unchanged.
   *
   * @param budgetNs how long the run may take
   */
  Rerun runAgain(NewestValues newest, long nowNs, long budgetNs);
}
