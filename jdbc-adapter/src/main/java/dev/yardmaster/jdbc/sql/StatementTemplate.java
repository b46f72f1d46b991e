package dev.yardmaster.jdbc.sql;

import java.util.List;

/**
 * The kind of a statement and the rows that it will use, derived from the statement's text.
 * Implementations are immutable and thread-safe.
 */
public interface StatementTemplate {

  /** The kinds of statements that scheduling distinguishes. */
  enum Kind {
    /** The statement reads rows. */
    READ,
    /** The statement writes rows, or locks them. */
    WRITE,
    /** The statement begins a transaction. */
    BEGIN,
    /** The statement commits the transaction. */
    COMMIT,
    /** The statement ends the transaction without a commit. A rollback to a savepoint is OTHER. */
    ROLLBACK,
    /**
     * Any other statement, a statement that was not understood, or a statement that is not parsed
     * yet. Such a statement passes through without scheduling.
     */
    OTHER
  }

  /** Returns the statement's text as the application gave it. */
  String sql();

  /** Returns the kind of the statement. */
  Kind kind();

  /**
   * Returns whether the text makes its transaction read-only or READ COMMITTED. Such a transaction
   * is never scheduled.
   */
  default boolean unscheduled() {
    return false;
  }

  /**
   * Returns the known rows that the statement uses. A statement without known rows passes through
   * without scheduling.
   *
   * @param parameters the values of the statement's parameters, the first at index 0; a value is
   *     null if it was not set
   */
  List<RowUse> rows(Object[] parameters);
}
