package dev.yardmaster.server.admin;

/**
 * Decides whether a request may see figures. The admin server's threads call this interface for
 * each request, so an implementation must not block.
 */
@FunctionalInterface
public interface AdminAccess {

  /** Allows every request. This constant is for a server whose security is off. */
  AdminAccess EVERYBODY = token -> true;

  /**
   * Returns whether a request is allowed.
   *
   * @param bearerTokenOrNull the request's bearer token; null if the request has none
   */
  boolean isAllowed(String bearerTokenOrNull);
}
