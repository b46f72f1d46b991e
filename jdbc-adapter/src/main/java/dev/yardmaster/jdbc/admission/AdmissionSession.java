package dev.yardmaster.jdbc.admission;

import dev.yardmaster.jdbc.sql.BoundStatement;
import dev.yardmaster.jdbc.sql.StatementTemplate;
import java.sql.SQLException;
import java.util.List;

/**
 * What one connection tells the scheduling of its transactions, and where it waits for its turn.
 * Used by one thread at a time, as a connection is.
 */
public interface AdmissionSession {

  /** What is known of a statement's text. Never null, never throws; cheap for a known text. */
  StatementTemplate template(String sql);

  /**
   * Before statements go to the database, all in one call if they go together. The first of a
   * transaction may wait for its turn; none waits later than that.
   *
   * @param autoCommit the connection's mode; a text may have begun a transaction all the same
   * @param waitLimit how long they may wait
   * @throws SQLException with SQLState 57014 when the wait was cancelled or ran out of the
   *     statement's own time; nothing was sent to the database
   */
  void beforeExecution(
      List<BoundStatement> statements, boolean autoCommit, CancellableTimeout waitLimit)
      throws SQLException;

  /**
   * After the statements were answered. This ends the transaction if they were one of their own, or
   * if the text of one of them does.
   *
   * @param autoCommit as before them
   * @param failure what the database threw, or null
   */
  void afterExecution(List<BoundStatement> statements, boolean autoCommit, SQLException failure);

  /**
   * The transaction has ended: committed, rolled back, abandoned, or gone with its connection. May
   * be called when there is none.
   *
   * @param failure what the database threw at the commit, or null
   */
  void transactionEnded(boolean committed, SQLException failure);
}
