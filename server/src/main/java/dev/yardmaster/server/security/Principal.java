package dev.yardmaster.server.security;

import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Who a client is. Immutable.
 *
 * @param name 1 to 64 of the letters, digits and {@code . _ @ : / + -}
 * @param roles as granted; one at least
 */
public record Principal(String name, Set<Role> roles) {

  // First, since making ANONYMOUS needs it.
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._@:/+-]{1,64}");

  /** Everybody, where security is off. */
  public static final Principal ANONYMOUS = new Principal("anonymous", EnumSet.allOf(Role.class));

  /** Checks the name. */
  public Principal {
    if (!isName(name)) {
      throw new IllegalArgumentException("a name is 1 to 64 letters, digits and . _ @ : / + -");
    }
    if (roles.isEmpty()) {
      throw new IllegalArgumentException("a principal has one role at least");
    }
    roles = Set.copyOf(roles);
  }

  /** Whether a principal can have this name. */
  public static boolean isName(String name) {
    return NAME.matcher(name).matches();
  }

  /** Whether it may do what needs this role. */
  public boolean may(Role role) {
    return roles.contains(role) || (role == Role.READ && roles.contains(Role.WRITE));
  }
}
