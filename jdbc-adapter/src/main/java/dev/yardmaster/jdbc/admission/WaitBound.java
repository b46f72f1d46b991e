package dev.yardmaster.jdbc.admission;

/**
 * The maximum wait of a transaction for its admission.
 *
 * @param boundNs the maximum total wait of all attempts of the transaction, in ns. Waiting
 *     transactions may remove the running transaction from the schedule only after it has run for
 *     the same time
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
