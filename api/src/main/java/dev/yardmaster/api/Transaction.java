package dev.yardmaster.api;

/**
 * One run of a transaction's logic. The run sees its own writes. No other transaction sees these
 * writes before the commit. Only the thread that runs the logic may use the object.
 */
public interface Transaction extends Reads {

  /**
   * Sets a key's value. The array is copied.
   *
   * @throws YardmasterException {@link ErrorCode#VALUE_TOO_LARGE} if the value exceeds the
   *     service's limit, {@link ErrorCode#BAD_VALUE} for null; and the errors of {@link #get}
   */
  void put(Key key, byte[] value);

  /** Sets a key's value to a number, as 8 bytes, most significant byte first. */
  void putLong(Key key, long value);

  /** Removes a key's value. */
  void delete(Key key);

  /**
   * Aborts the transaction: {@code throw transaction.abort("too little money")}. None of the
   * transaction's writes is applied. The service validates an abort like a commit, so the decision
   * to abort never depends on stale values. The outcome is {@link AbortCause#USER}.
   *
   * @return the exception to throw; logic that catches the exception does not cancel the abort
   */
  RuntimeException abort(String reason);
}
