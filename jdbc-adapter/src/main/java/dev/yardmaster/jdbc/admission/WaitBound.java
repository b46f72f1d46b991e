package dev.yardmaster.jdbc.admission;

/**
 * The maximum wait of a transaction for its admission.
 *
 * @param boundNs the maximum total wait of all attempts of the transaction, in ns. Also the minimum
 *     time for which the transaction runs before it can be removed from the schedule because other
 *     transactions wait for it
 * @param spentNs the time for which earlier attempts have waited, in ns
 * @param isRetry whether an earlier attempt was aborted; the transaction then enters the queues of
 *     its rows before tickets that are held over
 */
record WaitBound(long boundNs, long spentNs, boolean isRetry) {

  /** Returns the maximum wait of this attempt. */
  long leftNs() {
    return Math.max(0, boundNs - spentNs);
  }
}
