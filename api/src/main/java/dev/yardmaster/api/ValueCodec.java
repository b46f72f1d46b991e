package dev.yardmaster.api;

import org.jspecify.annotations.Nullable;

/**
 * Encodes arguments, results or values of keys as bytes, for sending and storing. Several threads
 * may call the methods at the same time. Like the methods of a procedure, the methods must be fast
 * and deterministic, and must have no side effects. {@link dev.yardmaster.api.codec.RecordCodec} is
 * a codec for records.
 *
 * @param <T> the value's type
 */
public interface ValueCodec<T extends @Nullable Object> {

  /**
   * Encodes a value, which may be null. The caller takes ownership of the returned bytes. If the
   * value cannot be encoded, the method throws an exception; the codecs of this library throw
   * {@link ErrorCode#BAD_VALUE}. If the value is an argument, the submission then fails with {@link
   * ErrorCode#BAD_ARGUMENT}. A transaction whose result cannot be encoded does not commit; its
   * error is {@link ErrorCode#RESULT_NOT_KEPT}.
   */
  byte[] encode(T value);

  /**
   * Decodes a value. Throws an exception if the bytes are not the encoding of a value; the codecs
   * of this library throw {@link ErrorCode#DAMAGED}. The method must not change the bytes.
   */
  T decode(byte[] bytes);

  /**
   * Returns a codec for null, Boolean, Integer, Long, Double, String, byte arrays, and lists of
   * these types. Lists may be nested up to 8 deep and have up to 131,072 elements in total. Decoded
   * lists are unmodifiable.
   */
  static ValueCodec<@Nullable Object> basic() {
    return BasicCodec.INSTANCE;
  }
}
