package dev.yardmaster.api;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/** Checks keys and values, and encodes numbers as 8 bytes, most significant byte first. */
public final class Values {

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private Values() {}

  /** Encodes a number as a value. */
  public static byte[] ofLong(long number) {
    byte[] value = new byte[Long.BYTES];
    LONG.set(value, 0, number);
    return value;
  }

  /**
   * Decodes the number in a value; returns 0 for null.
   *
   * @throws YardmasterException {@link ErrorCode#NOT_A_NUMBER} if the value does not have 8 bytes
   */
  public static long toLong(Key key, byte @Nullable [] value) {
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
   * Checks that a transaction may put a value, and returns the value.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_VALUE} for null, {@link
   *     ErrorCode#VALUE_TOO_LARGE} if the value exceeds the limit
   */
  public static byte[] check(Key key, byte[] value, int maxBytes) {
    if (value == null) {
      throw new YardmasterException(
          ErrorCode.BAD_VALUE, "a value must not be null; delete removes a value", "key", key);
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
   * Checks that logic may use a key, and returns the key.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_KEY} for null, and for reserved keys
   */
  public static Key check(Key key) {
    if (key == null) {
      throw new YardmasterException(ErrorCode.BAD_KEY, "a key must not be null", "key", "null");
    }
    if (key.isReserved()) {
      throw new YardmasterException(
          ErrorCode.BAD_KEY, "transactions must not use reserved keys", "key", key);
    }
    return key;
  }
}
