package dev.yardmaster.server.security;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** What a principal may do. */
public enum Role {
  /** Run transactions that write nothing. */
  READ,
  /** Run all transactions, those that only read among them. */
  WRITE,
  /** See and steer the server itself; its data is for the other roles. */
  ADMIN;

  /** The name in tokens files and on the command line: lower case. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The roles of a text as {@code read,write}.
   *
   * @throws IllegalArgumentException if it names another, or one twice, or none
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
        throw new IllegalArgumentException("a role is named twice");
      }
    }
    return roles;
  }
}
