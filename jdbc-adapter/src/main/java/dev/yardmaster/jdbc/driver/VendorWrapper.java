package dev.yardmaster.jdbc.driver;

import java.sql.SQLException;
import java.sql.Wrapper;

/** An object of JDBC around the vendor's, from which the vendor's can be had again. */
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

  /** An argument as the vendor knows it: its own object in place of ours. */
  static Object unwrapped(Object argument) {
    return argument instanceof VendorWrapper ours ? ours.vendor : argument;
  }

  @Override
  public String toString() {
    // The class is the generated one, its superclass the one with a name of ours.
    return getClass().getSuperclass().getSimpleName()
        + " over "
        + Secrets.masked(vendor.toString());
  }
}
