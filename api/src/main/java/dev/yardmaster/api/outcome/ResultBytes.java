package dev.yardmaster.api.outcome;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.ValueCodec;
import dev.yardmaster.api.YardmasterException;

/** Encodes results, and creates the errors for results that cannot be encoded. */
public final class ResultBytes {

  /**
   * A codec for results that are already encoded: a value of type {@code byte[]} is its own
   * encoding.
   */
  public static final ValueCodec<Object> WRITTEN =
      new ValueCodec<>() {
        @Override
        public byte[] encode(Object result) {
          return (byte[]) result;
        }

        @Override
        public Object decode(byte[] bytes) {
          return bytes;
        }
      };

  private ResultBytes() {}

  /**
   * Encodes a result.
   *
   * @param what the name of an error detail that identifies the transaction
   * @param value the value of the error detail
   * @throws YardmasterException {@link ErrorCode#RESULT_NOT_KEPT} if the result cannot be encoded
   */
  public static byte[] of(
      ValueCodec<Object> codec, Object result, int maxBytes, String what, Object value) {
    byte[] encoded;
    try {
      encoded = codec.encode(result);
    } catch (Throwable thrown) { // A procedure's own codec may throw any exception or error.
      throw thrown instanceof YardmasterException error
          ? error.as(ErrorCode.RESULT_NOT_KEPT, what, value)
          : new YardmasterException(
              ErrorCode.RESULT_NOT_KEPT, "the codec cannot encode the result", thrown, what, value);
    }
    if (encoded == null || encoded.length > maxBytes) {
      throw new YardmasterException(
          ErrorCode.RESULT_NOT_KEPT,
          "a result has at most " + maxBytes + " bytes",
          what,
          value,
          "length",
          encoded == null ? "null" : encoded.length + " bytes");
    }
    return encoded;
  }
}
