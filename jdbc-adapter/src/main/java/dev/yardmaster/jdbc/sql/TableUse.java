package dev.yardmaster.jdbc.sql;

import java.util.ArrayList;
import java.util.List;

/** A table in a statement, and what the statement's conditions say of its rows. */
final class TableUse {
  final String table;

  /** The name by which columns refer to it: its alias, or its own name; folded as all names are. */
  final String alias;

  final List<Condition> conditions = new ArrayList<>();

  boolean writes;

  TableUse(String table, String alias, boolean writes) {
    this.table = table;
    this.alias = alias;
    this.writes = writes;
  }
}
