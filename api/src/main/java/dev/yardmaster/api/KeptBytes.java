package dev.yardmaster.api;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.function.Function;

/** Reads what was kept, and says so where it is not what was written. */
final class KeptBytes {

  private KeptBytes() {}

  /** What bytes stand for, all of them. */
  static <R> R decode(byte[] bytes, Function<ByteBuffer, R> reader) {
    ByteBuffer from = ByteBuffer.wrap(bytes);
    R value;
    try {
      value = reader.apply(from);
    } catch (BufferUnderflowException e) {
      throw damaged("it ends early", "length", bytes.length + " bytes");
    }
    if (from.hasRemaining()) {
      throw damaged("something follows it", "bytes", from.remaining());
    }
    return value;
  }

  static byte[] bytes(ByteBuffer from, int length) {
    byte[] bytes = new byte[count(from, length)];
    from.get(bytes);
    return bytes;
  }

  /** A number of things of one byte or more that are to follow. */
  static int count(ByteBuffer from, int count) {
    if (count < 0 || count > from.remaining()) {
      throw damaged("it ends early", "missing", count);
    }
    return count;
  }

  static YardmasterException damaged(String what, Object... details) {
    return new YardmasterException(
        ErrorCode.DAMAGED, "a kept result is not what was written: " + what, details);
  }
}
