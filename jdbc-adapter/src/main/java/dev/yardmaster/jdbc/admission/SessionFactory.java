package dev.yardmaster.jdbc.admission;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Creates the sessions of one database's connections. All connections share one factory.
 * Implementations are thread-safe.
 */
@FunctionalInterface
public interface SessionFactory {

  /**
   * Creates the session of a connection that was just opened.
   *
   * @param vendor the connection of the other driver
   * @return the session, which is never null
   * @throws SQLException if the connection's state cannot be read; the caller then closes the
   *     connection
   */
  AdmissionSession session(Connection vendor) throws SQLException;
}
