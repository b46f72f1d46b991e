package dev.yardmaster.api;

/**
 * How a transaction's result is kept, so that it can be given again. Called by the service's
 * threads, several at once; quick, deterministic and without effects, as a procedure.
 *
 * @param <R> the result's type
 */
public interface ResultCodec<R> {

  /**
   * A result, perhaps null, as bytes, which become the service's. An exception says that it cannot
   * be kept: the transaction does then not commit, {@link ErrorCode#RESULT_NOT_KEPT}.
   */
  byte[] encode(R result);

  /** The result that was encoded so; bytes that no result has make it throw. Not to be changed. */
  R decode(byte[] bytes);

  /**
   * Keeps null, Boolean, Integer, Long, Double, String, byte arrays, and lists of these and of
   * lists, up to 8 deep. A list is decoded as one that cannot be changed.
   */
  static ResultCodec<Object> basic() {
    return BasicResultCodec.INSTANCE;
  }
}
