package dev.yardmaster.server.security;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** A right that a principal may have. */
public enum Role {
  /** The right to run transactions that write nothing. */
  READ,
  /** The right to run all transactions, including transactions that only read. */
  WRITE,
  /**
   * The right to lease rows of another database, which the drop-in driver and the scheduler in
   * front of that database need. This right does not include access to data.
   */
  LEASE,
  /** The right to see the server's figures. This right does not include access to data. */
  ADMIN;

  /** Returns the name that tokens files and the command line use, in lower case. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Parses roles such as {@code read,write}.
   *
   * @throws IllegalArgumentException if the text has an unknown role, a role twice, or no role
   */
  public static Set<Role> parse(String text) {
    Set<Role> roles = EnumSet.noneOf(Role.class);
    for (String label : text.split(",", -1)) {
      Role role =
          Arrays.stream(values())
              .filter(known -> known.label().equals(label))
              .findFirst()
              .orElseThrow(
                  () -> new IllegalArgumentException("roles are read, write, lease and admin"));
      if (!roles.add(role)) {
        throw new IllegalArgumentException("a role is given twice");
      }
    }
    return roles;
  }
}
