package dev.yardmaster.jdbc.driver;

import java.sql.SQLException;
import java.sql.Wrapper;

/** A JDBC object that wraps the vendor's object, and can be unwrapped to it. */
abstract class VendorWrapper implements Wrapper {
  private final Wrapper vendor;

  VendorWrapper(Wrapper vendor) {
    this.vendor = vendor;
  }

  @Override
  public final <T> T unwrap(Class<T> type) throws SQLException {
    return Unwrapping.unwrap(this, vendor, type);
  }

  @Override
  public final boolean isWrapperFor(Class<?> type) throws SQLException {
    return Unwrapping.isWrapperFor(this, vendor, type);
  }

  /**
   * Returns an argument for the vendor. If the argument wraps a vendor's object, returns that
   * object.
   */
  static Object unwrapped(Object argument) {
    return argument instanceof VendorWrapper ours ? ours.vendor : argument;
  }

  @Override
  public String toString() {
    // The object's class is generated, so the text has the name of the superclass. The text of the
    // vendor's object may contain a password, so it is not included.
    return getClass().getSuperclass().getSimpleName() + " over " + vendor.getClass().getName();
  }
}
