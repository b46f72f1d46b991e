package dev.yardmaster.jdbc.admission;

/**
 * The bound of a transaction's wait for its admission.
 *
 * @param boundNs the longest wait of all attempts of the transaction, in ns. Also the time for
 *     which another transaction waits for this one at least
 * @param spentNs the time for which earlier attempts have waited, in ns
 * @param isRetry whether the transaction was aborted before; it then precedes the transactions that
 *     have no place in the order yet
 */
record WaitBound(long boundNs, long spentNs, boolean isRetry) {

  /** Returns the longest wait of this attempt. */
  long leftNs() {
    return Math.max(0, boundNs - spentNs);
  }
}
