package dev.yardmaster.api;

/**
 * Encodes arguments or results as bytes, to send or to keep them. Several of the service's threads at once calls the methods. The methods must be fast, deterministic and without side effects, like
 * those of a procedure.
 *
 * @param <T> the value's type
 */
public interface ValueCodec<T> {

  /**
   * Encodes a value, which may be null; the service takes over the bytes. An exception says that
   * the value cannot be encoded: an argument is then {@link ErrorCode#BAD_VALUE}; a transaction
   * with such a result does not commit, {@link ErrorCode#RESULT_NOT_KEPT}.
   */
  byte[] encode(T value);

  /** Decodes a value; throws for bytes that no value has. The bytes must not be changed. */
  T decode(byte[] bytes);

  /**
   * Returns a codec for null, Boolean, Integer, Long, Double, String, byte arrays, and lists of
   * these and of lists, up to 8 deep. Decoded lists are unmodifiable.
   */
  static ValueCodec<Object> basic() {
    return BasicCodec.INSTANCE;
  }
}
