package dev.yardmaster.jdbc.admission;

import dev.yardmaster.jdbc.sql.BoundStatement;
import dev.yardmaster.jdbc.sql.StatementTemplate;
import java.sql.SQLException;
import java.util.List;

/**
 * The admission of one connection's transactions. A session receives the connection's statements,
 * and waits until each transaction is admitted. Like a connection, a session is used by one thread
 * at a time.
 */
public interface AdmissionSession {

  /**
   * Returns the template of a statement's text. Never returns null and never throws an exception.
   * The call is cheap for a known text.
   */
  StatementTemplate template(String sql);

  /**
   * The connection's guard calls this method before statements are sent to the database, once for
   * all statements that are sent together. Only the first call of a transaction may wait until the
   * transaction is admitted.
   *
   * @param autoCommit whether the connection is in auto-commit mode; even then, the text of a
   *     statement may have begun a transaction
   * @param waitLimit limits the wait
   * @throws SQLException with SQLState 57014 if the wait was cancelled or exceeded the statement's
   *     timeout; the caller must then send nothing to the database
   */
  void beforeExecution(
      List<BoundStatement> statements, boolean autoCommit, CancellableTimeout waitLimit)
      throws SQLException;

  /**
   * The connection's guard calls this method after the statements have returned. The method ends
   * the transaction if the statements were a whole transaction in auto-commit mode, or if the text
   * of one of the statements ends the transaction.
   *
   * @param autoCommit whether the connection is in auto-commit mode, as in {@link #beforeExecution}
   * @param failure the database's exception, or null
   */
  void afterExecution(List<BoundStatement> statements, boolean autoCommit, SQLException failure);

  /**
   * The connection's guard calls this method when the transaction has ended by a commit, by a
   * rollback, or by the end of the connection. The method may be called even if there is no
   * transaction.
   *
   * @param failure the database's exception at the commit, or null
   */
  void transactionEnded(boolean committed, SQLException failure);

  /**
   * The connection's guard calls this method after a change of the connection's read-only mode or
   * isolation level. If {@code on} is true, the connection is read-only or READ COMMITTED, and the
   * transactions that begin on this connection pass through without scheduling.
   */
  void passThrough(boolean on);

  /**
   * The connection's guard calls this method after the application has set a savepoint in the
   * transaction.
   */
  void savepointSet();
}
