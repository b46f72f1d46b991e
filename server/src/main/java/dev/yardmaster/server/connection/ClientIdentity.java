package dev.yardmaster.server.connection;

import java.util.List;

/**
 * Who is at the other end of a connection, and what it may do.
 *
 * @param name as it stands in logs and limits
 * @param roles the names of its roles, as the client is told
 * @param mayRead whether it may read
 * @param mayWrite whether it may write, and call procedures
 */
public record ClientIdentity(String name, List<String> roles, boolean mayRead, boolean mayWrite) {

  /** Copies the roles. */
  public ClientIdentity {
    roles = List.copyOf(roles);
  }
}
