package dev.yardmaster.jdbc.sql;

import java.util.List;

/**
 * A statement with the values of its parameters, about to be executed.
 *
 * @param template the template of its text
 * @param rows the rows that it uses, as far as they are known
 */
public record BoundStatement(StatementTemplate template, List<RowUse> rows) {

  /**
   * Binds values to a statement.
   *
   * @param parameters the values, the first at 0; null where none was set
   */
  public static BoundStatement of(StatementTemplate template, Object[] parameters) {
    return new BoundStatement(template, template.rows(parameters));
  }
}
