package dev.yardmaster.api;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.function.Function;

/** Decodes the bytes of encoded values and results, and reports damaged bytes as errors. */
final class KeptBytes {

  private KeptBytes() {}

  /** Decodes bytes and checks that the reader has used all of them. */
  static <R> R decode(byte[] bytes, Function<ByteBuffer, R> reader) {
    ByteBuffer from = ByteBuffer.wrap(bytes);
    R value;
    try {
      value = reader.apply(from);
    } catch (BufferUnderflowException e) {
      throw damaged("the data ends too early", "length", bytes.length + " bytes");
    }
    if (from.hasRemaining()) {
      throw damaged("extra bytes follow the data", "bytes", from.remaining());
    }
    return value;
  }

  static byte[] bytes(ByteBuffer from, int length) {
    byte[] bytes = new byte[count(from, length)];
    from.get(bytes);
    return bytes;
  }

  /** Checks a count of elements against the remaining bytes. Each element has at least 1 byte. */
  static int count(ByteBuffer from, int count) {
    if (count < 0 || count > from.remaining()) {
      throw damaged("the data ends too early", "missing", count);
    }
    return count;
  }

  static YardmasterException damaged(String what, Object... details) {
    return new YardmasterException(
        ErrorCode.DAMAGED, "an encoded value is damaged: " + what, details);
  }
}
