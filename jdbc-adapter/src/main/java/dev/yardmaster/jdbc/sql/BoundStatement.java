package dev.yardmaster.jdbc.sql;

import java.util.List;

/**
 * A statement that is about to be executed, with the values of its parameters. The statement
 * derives its rows from the values when the rows are first requested, because most statements are
 * executed without a request for their rows. Only the thread that executes the statement uses the
 * object.
 */
public final class BoundStatement {
  private final StatementTemplate template;
  private Object[] parameters;
  private List<RowUse> rows;

  private BoundStatement(StatementTemplate template, Object[] parameters) {
    this.template = template;
    this.parameters = parameters;
  }

  /**
   * Binds values to a statement.
   *
   * @param parameters the values, the first at index 0; a value is null if it was not set. The
   *     caller must not change the array before the execution has ended
   */
  public static BoundStatement of(StatementTemplate template, Object[] parameters) {
    return new BoundStatement(template, parameters);
  }

  /**
   * Derives the rows now. After this call the object does not keep the values, and the caller may
   * change them. Returns this object.
   */
  public BoundStatement derived() {
    rows();
    return this;
  }

  /** Returns the template of the statement's text. */
  public StatementTemplate template() {
    return template;
  }

  /** Returns the known rows that the statement uses. */
  public List<RowUse> rows() {
    if (rows == null) {
      rows = template.rows(parameters);
      parameters = null;
    }
    return rows;
  }
}
