package dev.yardmaster.server.security;

import java.time.Instant;

/**
 * The rights that a line of a tokens file grants.
 *
 * @param until the time at which the credential expires; {@link #FOREVER} if it does not expire
 */
public record Grant(Principal principal, Instant until) {

  /** The value of {@code until} for a credential that does not expire. */
  public static final Instant FOREVER = Instant.MAX;

  /** Returns a grant that does not expire. */
  public static Grant forever(Principal principal) {
    return new Grant(principal, FOREVER);
  }
}
