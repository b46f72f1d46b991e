package dev.yardmaster.server.connection;

import java.util.List;

/**
 * The identity of a client and its rights.
 *
 * @param name the client's name in logs and limits
 * @param roles the names of the client's roles, as sent to the client
 * @param mayRead whether the client may read
 * @param mayWrite whether the client may write and call procedures
 */
public record ClientIdentity(String name, List<String> roles, boolean mayRead, boolean mayWrite) {

  /** Copies the roles. */
  public ClientIdentity {
    roles = List.copyOf(roles);
  }
}
