package dev.yardmaster.api.outcome;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.ValueCodec;
import dev.yardmaster.api.YardmasterException;

/** Writes results as bytes, and says what is wrong with those that cannot be written. */
public final class ResultBytes {

  /** Takes results that are bytes already. */
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
   * A result as bytes.
   *
   * @param what the name of what it is the result of, as errors call it, with its value
   * @throws YardmasterException {@link ErrorCode#RESULT_NOT_KEPT} if it cannot be written
   */
  public static byte[] of(
      ValueCodec<Object> codec, Object result, int maxBytes, String what, Object value) {
    byte[] encoded;
    try {
      encoded = codec.encode(result);
    } catch (Throwable thrown) { // whatever a procedure's own codec may do
      throw thrown instanceof YardmasterException error && error.code() == ErrorCode.RESULT_NOT_KEPT
          ? error
          : new YardmasterException(
              ErrorCode.RESULT_NOT_KEPT, "the codec refuses the result", thrown, what, value);
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
