package dev.yardmaster.validator;

import dev.yardmaster.api.Key;

/**
 * The transaction that belongs to a request, with the methods that the final validation needs. The
 * thread of the final validation calls the methods while the request is at the validator.
 */
public interface ValidatedTransaction {

  /**
   * The value that stands for the scan number or the version of a key that is not in the scope of a
   * scan.
   */
  int NOT_SCANNED = -1;

  /** The result of a repair. */
  enum Rerun {
    /** The request has the reads and writes of a run with the newest values. */
    DONE,
    /** The run read a key whose newest value is unknown to the final validation. */
    UNKNOWN_KEY,
    /** The logic threw an exception. */
    THREW,
    /** The logic had not ended at its deadline. */
    OVERDUE,
    /** Repairs of this logic are suspended for some time. */
    SUSPENDED
  }

  /**
   * Prepares the transaction for the log. Called when the transaction commits with its request's
   * version, before the request is passed to the log.
   */
  void toBeLogged();

  /** Returns the key of the write at a position in the request. */
  Key writtenKey(int position);

  /** Returns whether any scan's range can contain the key of a write. */
  boolean canBeScanned(int position);

  /**
   * Returns the number of a scan whose scope contains a key; {@link #NOT_SCANNED} if there is none.
   * The scope of a scan is its range up to the key at which the scan has stopped.
   */
  int scanOf(Key key);

  /**
   * Returns the version of a key that a scan has seen.
   *
   * @param scan the scan's number, as in the request's predicates
   * @return 0 if the scan has found no entry of the key, {@link #NOT_SCANNED} if the key is not in
   *     the scan's scope
   */
  long versionSeen(int scan, Key key);

  /** Returns the value of a write, or null for a deletion. The array must not be changed. */
  byte[] writtenValue(int position);

  /**
   * Runs the logic again with the newest values, and fills the request with the new reads and
   * writes. If the result is not {@link Rerun#DONE}, neither the transaction nor the request has
   * changed.
   *
   * @param budgetNs the maximum time of the run, in ns
   */
  Rerun runAgain(NewestValues newest, long nowNs, long budgetNs);
}
