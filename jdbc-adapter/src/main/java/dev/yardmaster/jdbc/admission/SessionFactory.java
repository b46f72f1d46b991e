package dev.yardmaster.jdbc.admission;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Makes the sessions of one database's connections; one for the database, shared by all of them.
 * Any thread.
 */
@FunctionalInterface
public interface SessionFactory {

  /**
   * The session of a connection that was just opened, used for as long as the connection is.
   *
   * @param vendor the connection as the driver behind made it
   * @return never null
   * @throws SQLException when the connection cannot be asked what must be known of it; the
   *     connection is then closed
   */
  AdmissionSession session(Connection vendor) throws SQLException;
}
