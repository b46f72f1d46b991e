package dev.yardmaster.jdbc.driver;

/**
 * The SQLStates of Yardmaster's own errors. Pools do not evict a connection because of any of these
 * states, since the vendor's connection is still usable.
 */
public final class SqlStates {
  private SqlStates() {}

  /** An error without a specific state. */
  public static final String GENERAL = "HY000";

  /** A required argument is null. */
  public static final String NULL_ARGUMENT = "HY009";

  /** The name of a setting is unknown, or its value is invalid. */
  public static final String BAD_SETTING = "HY024";
}
