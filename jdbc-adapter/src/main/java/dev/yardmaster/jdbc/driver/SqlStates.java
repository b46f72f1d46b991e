package dev.yardmaster.jdbc.driver;

/**
 * SQLStates of errors that are ours. None is a state for which a pool evicts a connection: the
 * vendor's connection is as good as before.
 */
public final class SqlStates {
  private SqlStates() {}

  /** An error without a state of its own. */
  public static final String GENERAL = "HY000";

  /** A required argument is null. */
  public static final String NULL_ARGUMENT = "HY009";

  /** A setting's value is not one that it can have, or its name is unknown. */
  public static final String BAD_SETTING = "HY024";
}
