package dev.yardmaster.api;

/**
 * One run of a transaction's logic. The run sees its own writes; no other transaction does before
 * it commits. Used by one thread at a time: the one that runs the logic.
 */
public interface Transaction extends Reads {

  /**
   * Sets a key's value. The array is copied.
   *
   * @throws YardmasterException {@link ErrorCode#VALUE_TOO_LARGE} over the service's limit, {@link
   *     ErrorCode#BAD_VALUE} for null; otherwise as {@link #get}
   */
  void put(Key key, byte[] value);

  /** Sets a key's value to a number, as 8 bytes, most significant byte first. */
  void putLong(Key key, long value);

  /** Removes a key's value. */
  void delete(Key key);

  /**
   * Ends the transaction without its writes: {@code throw transaction.abort("too little money")}.
   * The decision is validated like a commit, so it never rests on stale values; the outcome is
   * {@link AbortCause#USER}.
   *
   * @return the exception to throw; catching it does not undo the abort
   */
  RuntimeException abort(String reason);
}
