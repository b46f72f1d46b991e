package dev.yardmaster.jdbc.sql;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Derives the rows of a table from a statement's conditions. If every key column has a condition,
 * the rows are all combinations of the values that the conditions allow.
 */
final class RowPatterns {
  /**
   * The maximum number of derived rows. If a statement uses more rows of a table, the class derives
   * none of them.
   */
  static final int MAX_ROWS = 128;

  private final KeyColumns keys;
  private final RowHash hash;

  RowPatterns(KeyColumns keys, RowHash hash) {
    this.keys = keys;
    this.hash = hash;
  }

  /** Returns the rows of a table that a statement uses; empty if they are uncertain. */
  List<RowPattern> of(TableUse use) {
    List<String> key = keys.of(use.table);
    if (key.isEmpty()) {
      key = columnsOf(use.conditions);
    }
    if (key.isEmpty()) {
      return List.of();
    }
    List<ValueSource[]> rows = List.<ValueSource[]>of(new ValueSource[key.size()]);
    Set<String> decided = new HashSet<>();
    for (String column : key) {
      if (!decided.contains(column)) {
        Condition condition = smallest(use.conditions, column);
        if (condition == null || (long) rows.size() * condition.alternatives().size() > MAX_ROWS) {
          return List.of();
        }
        rows = combine(rows, key, condition);
        decided.addAll(condition.columns());
      }
    }
    long table = hash.table(use.table);
    List<RowPattern> patterns = new ArrayList<>(rows.size());
    for (ValueSource[] row : rows) {
      if (isComplete(row)) {
        patterns.add(new RowPattern(table, use.writes, row));
      }
    }
    return patterns;
  }

  private static List<String> columnsOf(List<Condition> conditions) {
    TreeSet<String> columns = new TreeSet<>();
    for (Condition condition : conditions) {
      columns.addAll(condition.columns());
    }
    return List.copyOf(columns);
  }

  /** Returns the condition with the fewest alternatives for a column; null if there is none. */
  private static Condition smallest(List<Condition> conditions, String column) {
    Condition smallest = null;
    for (Condition condition : conditions) {
      if (condition.columns().contains(column)
          && (smallest == null
              || condition.alternatives().size() < smallest.alternatives().size())) {
        smallest = condition;
      }
    }
    return smallest;
  }

  private static List<ValueSource[]> combine(
      List<ValueSource[]> rows, List<String> key, Condition condition) {
    List<ValueSource[]> combined = new ArrayList<>();
    for (ValueSource[] row : rows) {
      for (ValueSource[] alternative : condition.alternatives()) {
        ValueSource[] filled = row.clone();
        for (int i = 0; i < key.size(); i++) {
          int column = condition.columns().indexOf(key.get(i));
          if (filled[i] == null && column >= 0) {
            filled[i] = alternative[column];
          }
        }
        combined.add(filled);
      }
    }
    return combined;
  }

  private static boolean isComplete(ValueSource[] row) {
    for (ValueSource source : row) {
      if (source == null) {
        return false;
      }
    }
    return true;
  }
}
