package dev.yardmaster.jdbc.sql;

import java.util.List;

/**
 * A statement that is about to be executed, with the rows that follow from the values of its
 * parameters.
 *
 * @param template the template of the statement's text
 * @param rows the rows that the statement uses, as far as they are known
 */
public record BoundStatement(StatementTemplate template, List<RowUse> rows) {

  /**
   * Binds values to a statement.
   *
   * @param parameters the values, the first at index 0; a value is null if it was not set
   */
  public static BoundStatement of(StatementTemplate template, Object[] parameters) {
    return new BoundStatement(template, template.rows(parameters));
  }
}
