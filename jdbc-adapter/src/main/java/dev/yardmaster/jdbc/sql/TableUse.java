package dev.yardmaster.jdbc.sql;

import java.util.ArrayList;
import java.util.List;

/** A table in a statement, with the statement's conditions on its rows. */
final class TableUse {
  final String table;

  /** The folded name by which columns refer to the table: its alias, or its own name. */
  final String alias;

  final List<Condition> conditions = new ArrayList<>();

  boolean writes;

  TableUse(String table, String alias, boolean writes) {
    this.table = table;
    this.alias = alias;
    this.writes = writes;
  }
}
