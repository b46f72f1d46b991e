package dev.yardmaster.jdbc.sql;

import java.util.ArrayList;
import java.util.List;

/** A template of a parsed text, with a pattern for each row that the text determines. */
final class ParsedTemplate implements StatementTemplate {
  private final String sql;
  private final Kind kind;
  private final RowHash hash;
  private final RowPattern[] patterns;

  ParsedTemplate(String sql, Kind kind, RowHash hash, List<RowPattern> patterns) {
    this.sql = sql;
    this.kind = kind;
    this.hash = hash;
    this.patterns = patterns.toArray(RowPattern[]::new);
  }

  @Override
  public String sql() {
    return sql;
  }

  @Override
  public Kind kind() {
    return kind;
  }

  @Override
  public List<RowUse> rows(Object[] parameters) {
    if (patterns.length == 0) {
      return List.of();
    }
    if (patterns.length == 1) {
      RowUse row = patterns[0].row(hash, parameters);
      return row == null ? List.of() : List.of(row);
    }
    List<RowUse> rows = new ArrayList<>(patterns.length);
    for (RowPattern pattern : patterns) {
      RowUse row = pattern.row(hash, parameters);
      if (row != null) {
        rows.add(row);
      }
    }
    return rows;
  }

  @Override
  public String toString() {
    return kind + " " + sql;
  }
}
