package dev.yardmaster.server.security;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** The rights of a principal. */
public enum Role {
  /** To run transactions that write nothing. */
  READ,
  /** To run all transactions, including those that only read. */
  WRITE,
  /** To see the server's figures; not to access data. */
  ADMIN;

  /** The name in tokens files and on the command line, in lower case. */
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
              .orElseThrow(() -> new IllegalArgumentException("roles are read, write and admin"));
      if (!roles.add(role)) {
        throw new IllegalArgumentException("a role is given twice");
      }
    }
    return roles;
  }
}
