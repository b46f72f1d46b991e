package dev.yardmaster.processor;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.YardmasterException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** How numbers stand in values: 8 bytes, most significant first. */
public final class Values {

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private Values() {}

  /** The value that stands for a number. */
  public static byte[] ofLong(long number) {
    byte[] value = new byte[Long.BYTES];
    LONG.set(value, 0, number);
    return value;
  }

  /**
   * The number that a value stands for; 0 for none.
   *
   * @throws YardmasterException {@link ErrorCode#NOT_A_NUMBER} if the value does not have 8 bytes
   */
  public static long toLong(Key key, byte[] value) {
    if (value == null) {
      return 0;
    }
    if (value.length != Long.BYTES) {
      throw new YardmasterException(
          ErrorCode.NOT_A_NUMBER,
          "a number has 8 bytes",
          "key",
          key,
          "length",
          value.length + " bytes");
    }
    return (long) LONG.get(value, 0);
  }

  static byte[] check(Key key, byte[] value, int maxBytes) {
    if (value == null) {
      throw new YardmasterException(
          ErrorCode.BAD_VALUE, "a value is not null; delete removes one", "key", key);
    }
    if (value.length > maxBytes) {
      throw new YardmasterException(
          ErrorCode.VALUE_TOO_LARGE,
          "a value has at most " + maxBytes + " bytes",
          "key",
          key,
          "length",
          value.length + " bytes");
    }
    return value;
  }
}
