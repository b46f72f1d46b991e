package dev.yardmaster.jdbc.durability;

import java.sql.SQLException;

/** Opens sessions for forces. */
@FunctionalInterface
public interface SessionSource {

  /**
   * Opens a session, which makes a first force. The thread of the forces calls this method.
   *
   * @throws SQLException if there is no session now; the caller tries again later
   */
  ForceSession open() throws SQLException;
}
