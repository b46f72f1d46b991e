package dev.yardmaster.jdbc.driver;

import java.sql.SQLException;
import java.sql.Wrapper;
import javax.sql.XAConnection;
import javax.sql.XADataSource;

/**
 * How an object of ours answers for which others it stands: for itself, then for the vendor's, then
 * for what the vendor's stands for. Any thread.
 */
public final class Unwrapping {
  private Unwrapping() {}

  /** {@link Wrapper#unwrap} of an object of ours. */
  public static <T> T unwrap(Wrapper ours, Wrapper vendor, Class<T> type) throws SQLException {
    if (isDistributed(type)) {
      throw new SQLException(
          "XA transactions are not scheduled; use the vendor's XADataSource without Yardmaster:"
              + " type="
              + type.getName(),
          SqlStates.GENERAL);
    }
    if (type.isInstance(ours)) {
      return type.cast(ours);
    }
    return type.isInstance(vendor) ? type.cast(vendor) : vendor.unwrap(type);
  }

  /** {@link Wrapper#isWrapperFor} of an object of ours. */
  public static boolean isWrapperFor(Wrapper ours, Wrapper vendor, Class<?> type)
      throws SQLException {
    return !isDistributed(type)
        && (type.isInstance(ours) || type.isInstance(vendor) || vendor.isWrapperFor(type));
  }

  /**
   * Whether a type is of distributed transactions. A session would not hear how they end: they are
   * committed past the connection.
   */
  private static boolean isDistributed(Class<?> type) {
    return XAConnection.class.isAssignableFrom(type) || XADataSource.class.isAssignableFrom(type);
  }
}
