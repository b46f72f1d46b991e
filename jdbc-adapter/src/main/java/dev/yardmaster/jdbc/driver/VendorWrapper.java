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

  /**
   * Returns the wrapper of an object that a method of the vendor's own interfaces has returned;
   * returns the object itself if it needs no wrapper.
   *
   * @param sql the text of the statement; null if the method has no text as its first parameter
   */
  Object wrapped(Object vendors, String sql) {
    return vendors == vendor ? this : vendors;
  }

  // The classes that WrapperClassWriter generates call the following methods.

  /** Returns the vendor's object. */
  final Object vendorsObject() {
    return vendor;
  }

  /**
   * Returns the wrapper of a vendor's result if the wrapper is an instance of {@code type};
   * otherwise returns the vendor's result itself.
   */
  final Object answer(Object vendors, String sql, Class<?> type) {
    Object ours = wrapped(vendors, sql);
    return type.isInstance(ours) ? ours : vendors;
  }

  /** Returns a wrapper if it has the type; otherwise the vendor's object. */
  static Object narrowed(Object ours, Class<?> type) {
    return type.isInstance(ours) ? ours : unwrapped(ours);
  }

  /** Returns the text of the vendor's object, because applications log and compare this text. */
  @Override
  public String toString() {
    return vendor.toString();
  }
}
