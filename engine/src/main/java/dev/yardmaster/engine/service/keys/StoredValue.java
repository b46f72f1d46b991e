package dev.yardmaster.engine.service.keys;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A value as it lies in a table: behind who wrote it, big-endian.
 *
 * <pre>
 *   0                8                16
 *   | commit version | transaction id | value ... |
 * </pre>
 *
 * <p>The array of every write is a new one and does not change once others can see it, so the same
 * array is the same write.
 */
public final class StoredValue {

  private static final int VERSION_OFFSET = 0;
  private static final int TRANSACTION_OFFSET = 8;
  private static final int VALUE_OFFSET = 16;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private StoredValue() {}

  /** A value with room for who writes it. */
  public static byte[] of(byte[] value) {
    byte[] stored = new byte[VALUE_OFFSET + value.length];
    System.arraycopy(value, 0, stored, VALUE_OFFSET, value.length);
    return stored;
  }

  /** Notes who writes it, before others can see it. */
  public static void stamp(byte[] stored, long version, long transactionId) {
    LONG.set(stored, VERSION_OFFSET, version);
    LONG.set(stored, TRANSACTION_OFFSET, transactionId);
  }

  /** The commit version that wrote it; 0 where there is none. */
  public static long version(byte[] stored) {
    return stored == null ? 0 : (long) LONG.get(stored, VERSION_OFFSET);
  }

  /** The transaction that wrote it; 0 where it is not known. */
  public static long transactionId(byte[] stored) {
    return stored == null ? 0 : (long) LONG.get(stored, TRANSACTION_OFFSET);
  }

  /** A copy of the value; null where there is none. */
  public static byte[] value(byte[] stored) {
    return stored == null ? null : Arrays.copyOfRange(stored, VALUE_OFFSET, stored.length);
  }
}
