package dev.yardmaster.jdbc.driver;

import java.sql.SQLException;

/** A call of a method of a vendor's object. */
@FunctionalInterface
interface SqlCall<T> {
  T run() throws SQLException;
}
