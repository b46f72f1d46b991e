package dev.yardmaster.engine.index;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Compares keys that are byte strings. Most comparisons need only the first 8 bytes, as a number.
 */
public final class ByteKeys {

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private ByteKeys() {}

  /**
   * Returns the first 8 bytes of a string as a number. The numbers have the same order as the
   * unsigned bytes. A shorter string is padded with zeros.
   */
  public static long prefixOf(byte[] bytes) {
    if (bytes.length >= Long.BYTES) {
      return (long) LONG.get(bytes, 0) ^ Long.MIN_VALUE;
    }
    long prefix = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      prefix = (prefix << Byte.SIZE) | (i < bytes.length ? bytes[i] & 0xFF : 0);
    }
    return prefix ^ Long.MIN_VALUE;
  }
}
