package dev.yardmaster.api;

/**
 * How an argument or a result is written as bytes, so that it can travel, or be kept and given
 * again. Called by the service's threads, several at once; quick, deterministic and without
 * effects, as a procedure.
 *
 * @param <T> the value's type
 */
public interface ValueCodec<T> {

  /**
   * A value, perhaps null, as bytes, which become the service's. An exception says that it cannot
   * be written: an argument is then {@link ErrorCode#BAD_VALUE}, and of a result the transaction
   * does not commit, {@link ErrorCode#RESULT_NOT_KEPT}.
   */
  byte[] encode(T value);

  /** The value that was encoded so; bytes that no value has make it throw. Not to be changed. */
  T decode(byte[] bytes);

  /**
   * Keeps null, Boolean, Integer, Long, Double, String, byte arrays, and lists of these and of
   * lists, up to 8 deep. A list is decoded as one that cannot be changed.
   */
  static ValueCodec<Object> basic() {
    return BasicCodec.INSTANCE;
  }
}
