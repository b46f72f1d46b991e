package dev.yardmaster.jdbc.sql;

import java.util.List;

/**
 * A statement about to be executed.
 *
 * @param template its text
 * @param rows the rows that it uses, as far as they can be told
 */
public record BoundStatement(StatementTemplate template, List<RowUse> rows) {

  /**
   * A statement with the values of its parameters.
   *
   * @param parameters the first at 0; null where none was set
   */
  public static BoundStatement of(StatementTemplate template, Object[] parameters) {
    return new BoundStatement(template, template.rows(parameters));
  }
}
