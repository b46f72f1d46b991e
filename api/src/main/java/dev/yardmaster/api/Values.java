package dev.yardmaster.api;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** What values may be, and how numbers stand in them: 8 bytes, most significant first. */
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

  /**
   * A value that may be put.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_VALUE} for null, {@link
   *     ErrorCode#VALUE_TOO_LARGE} over the limit
   */
  public static byte[] check(Key key, byte[] value, int maxBytes) {
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

  /**
   * A key that logic may touch.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_KEY} for null, and for the service's own keys
   */
  public static Key check(Key key) {
    if (key == null) {
      throw new YardmasterException(ErrorCode.BAD_KEY, "a key is not null", "key", "null");
    }
    if (key.isReserved()) {
      throw new YardmasterException(
          ErrorCode.BAD_KEY, "the service's own keys are not for transactions", "key", key);
    }
    return key;
  }
}
