package dev.yardmaster.jdbc.admission;

import dev.yardmaster.jdbc.sql.BoundStatement;
import dev.yardmaster.jdbc.sql.StatementTemplate;
import java.sql.SQLException;
import java.util.List;

/**
 * The admission of one connection's transactions: receives the connection's statements, and waits
 * for the turns of its transactions. Used by one thread at a time, as a connection is.
 */
public interface AdmissionSession {

  /**
   * Returns the template of a statement's text. Never null, never throws; cheap for a known text.
   */
  StatementTemplate template(String sql);

  /**
   * Called before statements go to the database; statements that go together are one call. Only the
   * first call of a transaction may wait for the transaction's turn.
   *
   * @param autoCommit the connection's mode; a statement's text may have begun a transaction
   *     nevertheless
   * @param waitLimit limits the wait
   * @throws SQLException with SQLState 57014 if the wait was cancelled or exceeded the statement's
   *     timeout; nothing may be sent to the database then
   */
  void beforeExecution(
      List<BoundStatement> statements, boolean autoCommit, CancellableTimeout waitLimit)
      throws SQLException;

  /**
   * Called after the statements have returned. Ends the transaction if the statements were a
   * transaction in auto-commit mode, or if the text of one of them ends it.
   *
   * @param autoCommit as in {@link #beforeExecution}
   * @param failure the database's exception, or null
   */
  void afterExecution(List<BoundStatement> statements, boolean autoCommit, SQLException failure);

  /**
   * Called when the transaction has ended: by a commit, a rollback, or the end of the connection.
   * May be called without a transaction.
   *
   * @param failure the database's exception at the commit, or null
   */
  void transactionEnded(boolean committed, SQLException failure);
}
