package dev.yardmaster.server.security;

import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The identity of a client and its roles. Instances are immutable.
 *
 * @param name 1 to 64 of the letters, digits and {@code . _ @ : / + -}
 * @param roles the granted roles; at least one
 */
public record Principal(String name, Set<Role> roles) {

  // This field must precede ANONYMOUS, whose constructor uses it.
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._@:/+-]{1,64}");

  /** The principal of all clients of a server whose security is off. */
  public static final Principal ANONYMOUS = new Principal("anonymous", EnumSet.allOf(Role.class));

  /** Checks name and roles. */
  public Principal {
    if (!isName(name)) {
      throw new IllegalArgumentException("a name is 1 to 64 letters, digits and . _ @ : / + -");
    }
    if (roles.isEmpty()) {
      throw new IllegalArgumentException("a principal needs at least one role");
    }
    roles = Set.copyOf(roles);
  }

  /** Returns whether the name is valid for a principal. */
  public static boolean isName(String name) {
    return NAME.matcher(name).matches();
  }

  /** Returns whether the principal has the rights of a role; the role WRITE includes READ. */
  public boolean may(Role role) {
    return roles.contains(role) || (role == Role.READ && roles.contains(Role.WRITE));
  }
}
