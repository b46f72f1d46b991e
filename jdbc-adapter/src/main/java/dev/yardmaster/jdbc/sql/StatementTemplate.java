package dev.yardmaster.jdbc.sql;

import java.util.List;

/** What the text of a statement tells about the rows that it will use. Immutable; any thread. */
public interface StatementTemplate {

  /** What a statement does, as far as scheduling asks. */
  enum Kind {
    /** It reads rows. */
    READ,
    /** It writes rows, or locks them. */
    WRITE,
    /** It begins a transaction. */
    BEGIN,
    /** It commits the transaction. */
    COMMIT,
    /** It ends the transaction without a commit. Not a return to a savepoint. */
    ROLLBACK,
    /** Anything else, or nothing that was understood; passes straight through. */
    OTHER
  }

  /** The text that the application gave. */
  String sql();

  /** What the statement does. */
  Kind kind();

  /**
   * The rows that the statement uses, as far as they can be told: an empty list is a statement that
   * passes through.
   *
   * @param parameters the values of its parameters, the first at 0; null where none was set
   */
  List<RowUse> rows(Object[] parameters);
}
