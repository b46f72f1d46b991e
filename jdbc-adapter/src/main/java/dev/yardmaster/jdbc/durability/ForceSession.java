package dev.yardmaster.jdbc.durability;

import java.sql.SQLException;

/**
 * A session of the database that forces the log. One thread uses the session, except for {@link
 * #abort}, which any thread may call.
 */
public interface ForceSession extends AutoCloseable {

  /** Returns the identity of the session and of its server. */
  SessionId id();

  /**
   * Makes all commits durable that returned before this call. The user's own settings determine
   * what durable means, for example on which standbys.
   *
   * @throws SQLException if it is not certain that the commits are durable; the session must then
   *     not be used again
   */
  void force() throws SQLException;

  /**
   * Checks without a flush that the session is alive.
   *
   * @throws SQLException if the session has ended
   */
  void check() throws SQLException;

  /** Ends the session immediately. A force that is under way fails. */
  void abort();

  /** Restores the connection's settings and returns it to the pool. */
  @Override
  void close();
}
