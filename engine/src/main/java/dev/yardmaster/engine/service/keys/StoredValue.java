package dev.yardmaster.engine.service.keys;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A value as a table stores it: version and writer, then the value; big-endian.
 *
 * <pre>
 *   0                8                16
 *   | commit version | transaction id | value ... |
 * </pre>
 *
 * <p>Every write creates a new array, which does not change once it is visible. So the same array
 * means the same write.
 */
public final class StoredValue {

  private static final int VERSION_OFFSET = 0;
  private static final int TRANSACTION_OFFSET = 8;
  private static final int VALUE_OFFSET = 16;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private StoredValue() {}

  /** Returns a stored value with space for the version and the writer. */
  public static byte[] of(byte[] value) {
    byte[] stored = new byte[VALUE_OFFSET + value.length];
    System.arraycopy(value, 0, stored, VALUE_OFFSET, value.length);
    return stored;
  }

  /** Sets the version and the writer, before the array is visible. */
  public static void stamp(byte[] stored, long version, long transactionId) {
    LONG.set(stored, VERSION_OFFSET, version);
    LONG.set(stored, TRANSACTION_OFFSET, transactionId);
  }

  /** Returns the commit version of the write; 0 if there is no value. */
  public static long version(byte[] stored) {
    return stored == null ? 0 : (long) LONG.get(stored, VERSION_OFFSET);
  }

  /** Returns the transaction that wrote the value; 0 if it is unknown. */
  public static long transactionId(byte[] stored) {
    return stored == null ? 0 : (long) LONG.get(stored, TRANSACTION_OFFSET);
  }

  /** Returns a copy of the value; null if there is none. */
  public static byte[] value(byte[] stored) {
    return stored == null ? null : Arrays.copyOfRange(stored, VALUE_OFFSET, stored.length);
  }
}
