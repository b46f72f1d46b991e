package dev.yardmaster.jdbc.driver;

import java.sql.SQLException;
import java.sql.Wrapper;

/** A JDBC object around the vendor's object, to which it can be unwrapped. */
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

  /** Returns an argument for the vendor: the vendor's object if the argument wraps one. */
  static Object unwrapped(Object argument) {
    return argument instanceof VendorWrapper ours ? ours.vendor : argument;
  }

  @Override
  public String toString() {
    // The object's class is generated; its superclass has the readable name.
    return getClass().getSuperclass().getSimpleName()
        + " over "
        + Secrets.masked(vendor.toString());
  }
}
