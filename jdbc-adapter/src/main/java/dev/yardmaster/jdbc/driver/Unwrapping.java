package dev.yardmaster.jdbc.driver;

import java.sql.SQLException;
import java.sql.Wrapper;
import javax.sql.XAConnection;
import javax.sql.XADataSource;

/**
 * Implements {@link Wrapper} for Yardmaster's objects. An object unwraps to itself, to the vendor's
 * object, or to an object that the vendor's object unwraps to, in this order. This class is
 * thread-safe.
 */
public final class Unwrapping {
  private Unwrapping() {}

  /** Implements {@link Wrapper#unwrap}. */
  public static <T> T unwrap(Wrapper ours, Wrapper vendor, Class<T> type) throws SQLException {
    if (isDistributed(type)) {
      throw new SQLException(
          "XA transactions are not scheduled; use the vendor's XADataSource without Yardmaster:"
              + " type="
              + type.getName(),
          SqlStates.GENERAL);
    }
    if (isOwnType(ours, type)) {
      return type.cast(ours);
    }
    return type.isInstance(vendor) ? type.cast(vendor) : vendor.unwrap(type);
  }

  /** Implements {@link Wrapper#isWrapperFor}. */
  public static boolean isWrapperFor(Wrapper ours, Wrapper vendor, Class<?> type)
      throws SQLException {
    return !isDistributed(type)
        && (isOwnType(ours, type) || type.isInstance(vendor) || vendor.isWrapperFor(type));
  }

  /**
   * Returns true for a type of Yardmaster or of JDBC, and false for a type of the vendor. For an
   * interface of the vendor, {@code unwrap} returns the vendor's object, although the wrapper's
   * class ({@link WrapperClass}) implements the interface, too.
   */
  private static boolean isOwnType(Wrapper ours, Class<?> type) {
    Class<?> own = ours.getClass();
    return type.isAssignableFrom(own.isHidden() ? own.getSuperclass() : own);
  }

  /**
   * Returns whether a type belongs to distributed transactions. The commit of a distributed
   * transaction bypasses the connection, so the session would not see the transaction's end.
   */
  static boolean isDistributed(Class<?> type) {
    return XAConnection.class.isAssignableFrom(type) || XADataSource.class.isAssignableFrom(type);
  }
}
