package dev.yardmaster.server.security;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The identity of a client and its rights. Instances are immutable.
 *
 * @param name 1 to 64 of the letters, digits and {@code . _ @ : / + -}
 * @param roles the granted roles; at least one
 * @param tables the tables that the principal may read and, with the role WRITE, write
 * @param procedures the procedures that the principal may call with the role WRITE; a procedure may
 *     use all tables, independent of its caller's rights
 */
public record Principal(
    String name, Set<Role> roles, NamePatterns tables, NamePatterns procedures) {

  // This field must precede ANONYMOUS, whose constructor uses it.
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._@:/+-]{1,64}");

  /** The principal of all clients of a server whose security is off. */
  public static final Principal ANONYMOUS = new Principal("anonymous", EnumSet.allOf(Role.class));

  /** Creates a principal whose roles apply to all tables and procedures. */
  public Principal(String name, Set<Role> roles) {
    this(name, roles, NamePatterns.ALL, NamePatterns.ALL);
  }

  /**
   * Creates a principal whose roles apply to some tables and procedures.
   *
   * @param tables as {@link NamePatterns#parse} reads them; null for all tables
   * @param procedures as {@link NamePatterns#parse} reads them; null for all procedures if {@code
   *     tables} is null, and otherwise for no procedure
   * @throws IllegalArgumentException if a parameter is not valid
   */
  public static Principal of(String name, Set<Role> roles, String tables, String procedures) {
    NamePatterns inTables = tables == null ? NamePatterns.ALL : NamePatterns.parse(tables);
    return new Principal(
        name,
        roles,
        inTables,
        procedures == null ? defaultProcedures(inTables) : NamePatterns.parse(procedures));
  }

  /**
   * Returns the procedures of a tokens file's line that names no procedures. A procedure may use
   * any table, so a principal that is limited to tables may call no procedure.
   */
  static NamePatterns defaultProcedures(NamePatterns tables) {
    return tables.equals(NamePatterns.ALL) ? NamePatterns.ALL : NamePatterns.NONE;
  }

  /** Checks name and roles. */
  public Principal {
    if (!isName(name)) {
      throw new IllegalArgumentException("a name is 1 to 64 letters, digits and . _ @ : / + -");
    }
    if (roles.isEmpty()) {
      throw new IllegalArgumentException("a principal needs at least one role");
    }
    if (roles.contains(Role.ADMIN)
        && !(tables.equals(NamePatterns.ALL) && procedures.equals(NamePatterns.ALL))) {
      throw new IllegalArgumentException(
          "the role admin cannot be limited to tables or procedures, because backups have all data");
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

  /** Returns the labels of the roles in alphabetical order. */
  public List<String> roleLabels() {
    return roles.stream().map(Role::label).sorted().toList();
  }
}
