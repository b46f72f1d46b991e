package dev.yardmaster.validator;

import dev.yardmaster.api.Key;

/**
 * The transaction that belongs to a request, with the methods that the validator needs. The
 * validator's threads call the methods while the validator owns the request.
 */
public interface ValidatedTransaction {

  /**
   * The result of {@link #scanOf} and {@link #versionSeen} for a key that is not in the scope of a
   * scan.
   */
  int NOT_SCANNED = -1;

  /** The result of a repair. */
  enum Rerun {
    /** The run has succeeded, and the request contains its reads and writes. */
    DONE,
    /** The run read a key, and the final validation does not know the newest value of this key. */
    UNKNOWN_KEY,
    /** The logic threw an exception. */
    THREW,
    /** The logic had not ended at its deadline. */
    OVERDUE,
    /** Repairs of this logic are suspended for some time. */
    SUSPENDED
  }

  /**
   * Prepares the transaction for the log. The final validation calls this method when the
   * transaction has committed with the request's version, before it passes the request to the log.
   */
  void toBeLogged();

  /** Returns the key of the write at a position in the request. */
  Key writtenKey(int position);

  /** Returns whether a scan can find the key of a write. */
  boolean canBeScanned(int position);

  /**
   * Returns the number of a scan whose scope contains a key; {@link #NOT_SCANNED} if there is none.
   * The scope of a scan is the part of its range that the scan has read before it stopped.
   */
  int scanOf(Key key);

  /**
   * Returns the version of a key that a scan has seen.
   *
   * @param scan the scan's number, as in the request's predicates
   * @return the version; 0 if the scan has found no entry for the key, {@link #NOT_SCANNED} if the
   *     key is not in the scan's scope
   */
  long versionSeen(int scan, Key key);

  /** Returns the value of a write, or null for a deletion. The array must not be changed. */
  byte[] writtenValue(int position);

  /**
   * Runs the logic again with the newest values, and fills the request with the reads and writes of
   * this run. If the result is not {@link Rerun#DONE}, the transaction and the request are
   * unchanged.
   *
   * @param budgetNs the maximum time of the run, in ns
   */
  Rerun runAgain(NewestValues newest, long nowNs, long budgetNs);
}
