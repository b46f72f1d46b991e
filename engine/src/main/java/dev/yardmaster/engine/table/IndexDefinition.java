package dev.yardmaster.engine.table;

import java.util.List;

/**
 * The definition of a secondary index. The index orders the rows of a table by some of their
 * columns.
 *
 * @param name the name of the index, 1 to 128 characters; unique within the table
 * @param columns the names of these columns, at least one
 */
public record IndexDefinition(String name, List<String> columns) {

  private static final int MAX_NAME_LENGTH = 128;

  /** Checks the definition. */
  public IndexDefinition {
    if (name == null || name.isEmpty() || name.length() > MAX_NAME_LENGTH) {
      throw new IllegalArgumentException(
          "an index's name has 1 to " + MAX_NAME_LENGTH + " characters: name=" + name);
    }
    columns = List.copyOf(columns);
    if (columns.isEmpty()) {
      throw new IllegalArgumentException("an index has at least one column: index=" + name);
    }
  }
}
