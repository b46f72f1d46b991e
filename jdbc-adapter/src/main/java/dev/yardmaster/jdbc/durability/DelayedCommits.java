package dev.yardmaster.jdbc.durability;

import java.sql.SQLException;

/**
 * Commits without a flush on one borrowed connection. The lane that borrowed the connection calls
 * the methods.
 */
public interface DelayedCommits {

  /** Returns the identity of the connection's session and of its server. */
  SessionId id();

  /**
   * Returns the text that commits the open transaction without a flush, in one round trip. The text
   * may follow other statements in the same round trip.
   */
  String commit();

  /** Returns whether {@link #delaySession} is possible. */
  boolean canDelaySession();

  /**
   * Makes all commits of the session asynchronous, or restores the session's own setting. The
   * connection must be in auto-commit mode.
   */
  void delaySession(boolean delayed) throws SQLException;
}
