package dev.yardmaster.server.security;

import java.time.Instant;

/**
 * What a line of a tokens file grants.
 *
 * @param until the time at which the credential expires; {@link #FOREVER} if it does not
 */
public record Grant(Principal principal, Instant until) {

  /** The end of a credential that does not expire. */
  public static final Instant FOREVER = Instant.MAX;

  /** Returns a grant without an end. */
  public static Grant forever(Principal principal) {
    return new Grant(principal, FOREVER);
  }
}
