package dev.yardmaster.server.admin;

/**
 * Decides who may see figures. The admin server's threads call it for each request; it must not
 * block.
 */
@FunctionalInterface
public interface AdminAccess {

  /** Allows everybody: for a server whose security is off. */
  AdminAccess EVERYBODY = token -> true;

  /**
   * Whether a request is allowed.
   *
   * @param bearerTokenOrNull the request's bearer token; null if the request has none
   */
  boolean isAllowed(String bearerTokenOrNull);
}
