package dev.yardmaster.server.admin;

/** Who may see figures. Called by the admin server's threads for each request; must not block. */
@FunctionalInterface
public interface AdminAccess {

  /** Lets everybody in: for a server whose security is off. */
  AdminAccess EVERYBODY = token -> true;

  /**
   * Whether a request is to be answered.
   *
   * @param bearerTokenOrNull the token that came with it; null if none did
   */
  boolean isAllowed(String bearerTokenOrNull);
}
