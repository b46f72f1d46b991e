package dev.yardmaster.jdbc.sql;

import java.util.List;

/**
 * The kind of a statement, and the rows that it will use, from its text. Immutable and thread-safe.
 */
public interface StatementTemplate {

  /** The kinds of statements that scheduling distinguishes. */
  enum Kind {
    /** It reads rows. */
    READ,
    /** It writes rows, or locks them. */
    WRITE,
    /** It begins a transaction. */
    BEGIN,
    /** It commits the transaction. */
    COMMIT,
    /** It ends the transaction without a commit; a rollback to a savepoint is OTHER. */
    ROLLBACK,
    /** All other statements, and those that were not understood; they pass through. */
    OTHER
  }

  /** Returns the application's text. */
  String sql();

  /** Returns the kind of the statement. */
  Kind kind();

  /**
   * Returns the rows that the statement uses, as far as they are known; a statement without known
   * rows passes through.
   *
   * @param parameters the values of its parameters, the first at 0; null where none was set
   */
  List<RowUse> rows(Object[] parameters);
}
