package dev.yardmaster.server.admin;

import java.net.SocketAddress;
import java.util.List;

/**
 * Decides whether a request may see figures. The admin server's threads call this interface for
 * each request, so an implementation must not block.
 */
@FunctionalInterface
public interface AdminAccess {

  /** Allows every request to an IP address or to {@code localhost}. */
  AdminAccess EVERYBODY = everybodyAt(List.of());

  /**
   * Allows every request to an IP address, to {@code localhost} or to one of these host names. This
   * access is for a server whose security is off.
   */
  static AdminAccess everybodyAt(List<String> hostNames) {
    return new OpenAccess(hostNames);
  }

  /**
   * Returns the name of a request's principal; null if the request is not allowed.
   *
   * @param bearerTokenOrNull the request's bearer token; null if the request has none
   * @param remote the client's address, for the audit log
   */
  String principal(String bearerTokenOrNull, SocketAddress remote);

  /**
   * Returns whether the server answers requests to a host. An implementation that needs a token
   * allows every host, because no browser sends the token by itself.
   *
   * @param hostOrNull the host and optionally a port, as the request gives them; null if the
   *     request names no host
   */
  default boolean isHostAllowed(String hostOrNull) {
    return true;
  }

  /** Returns whether requests need no token. */
  default boolean isOpen() {
    return false;
  }
}
