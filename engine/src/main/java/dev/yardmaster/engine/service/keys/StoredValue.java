package dev.yardmaster.engine.service.keys;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A value as a table stores it: the commit version, the id of the writing transaction, and the
 * value itself. Numbers are big-endian.
 *
 * <pre>
 *   0                8                16
 *   | commit version | transaction id | value ... |
 * </pre>
 *
 * <p>Every write creates a new array, which is never changed after it has become visible. So if two
 * references refer to the same array, they refer to the same write.
 */
public final class StoredValue {

  private static final int VERSION_OFFSET = 0;
  private static final int TRANSACTION_OFFSET = 8;
  private static final int VALUE_OFFSET = 16;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private StoredValue() {}

  /** Returns a stored value with space for the version and the transaction id. */
  public static byte[] of(byte[] value) {
    byte[] stored = new byte[VALUE_OFFSET + value.length];
    System.arraycopy(value, 0, stored, VALUE_OFFSET, value.length);
    return stored;
  }

  /**
   * Sets the version and the id of the writing transaction. The array must not be visible to other
   * threads yet.
   */
  public static void stamp(byte[] stored, long version, long transactionId) {
    LONG.set(stored, VERSION_OFFSET, version);
    LONG.set(stored, TRANSACTION_OFFSET, transactionId);
  }

  /** Returns the commit version of the write, or 0 if there is no stored value. */
  public static long version(byte[] stored) {
    return stored == null ? 0 : (long) LONG.get(stored, VERSION_OFFSET);
  }

  /**
   * Returns the id of the transaction that wrote the value, or 0 if that transaction is unknown.
   */
  public static long transactionId(byte[] stored) {
    return stored == null ? 0 : (long) LONG.get(stored, TRANSACTION_OFFSET);
  }

  /** Returns a copy of the value, or null if there is no stored value. */
  public static byte[] value(byte[] stored) {
    return stored == null ? null : Arrays.copyOfRange(stored, VALUE_OFFSET, stored.length);
  }
}
