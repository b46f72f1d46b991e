package dev.yardmaster.jdbc.sql;

import dev.yardmaster.jdbc.sql.StatementTemplate.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.sf.jsqlparser.expression.Alias;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.ExpressionVisitorAdapter;
import net.sf.jsqlparser.expression.operators.relational.ExpressionList;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.schema.Table;
import net.sf.jsqlparser.statement.Statement;
import net.sf.jsqlparser.statement.delete.Delete;
import net.sf.jsqlparser.statement.delete.ParenthesedDelete;
import net.sf.jsqlparser.statement.insert.Insert;
import net.sf.jsqlparser.statement.insert.ParenthesedInsert;
import net.sf.jsqlparser.statement.merge.Merge;
import net.sf.jsqlparser.statement.select.ForMode;
import net.sf.jsqlparser.statement.select.FromItem;
import net.sf.jsqlparser.statement.select.Join;
import net.sf.jsqlparser.statement.select.ParenthesedFromItem;
import net.sf.jsqlparser.statement.select.ParenthesedSelect;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.Select;
import net.sf.jsqlparser.statement.select.SelectItem;
import net.sf.jsqlparser.statement.select.SetOperationList;
import net.sf.jsqlparser.statement.select.Values;
import net.sf.jsqlparser.statement.select.WithItem;
import net.sf.jsqlparser.statement.update.ParenthesedUpdate;
import net.sf.jsqlparser.statement.update.Update;
import net.sf.jsqlparser.statement.update.UpdateSet;
import net.sf.jsqlparser.statement.upsert.Upsert;

/** Traverses a parsed statement once, and collects its kind and the tables that it uses. */
final class StatementReading {
  private final KeyColumns keys;
  private final List<TableUse> uses = new ArrayList<>();
  private final Set<String> views = new HashSet<>();
  private final Subqueries subqueries = new Subqueries();
  private boolean writes;
  private boolean understood = true;

  private StatementReading(KeyColumns keys) {
    this.keys = keys;
  }

  static StatementReading of(Statement statement, KeyColumns keys) {
    StatementReading reading = new StatementReading(keys);
    reading.read(statement);
    return reading;
  }

  Kind kind() {
    if (!understood) {
      return Kind.OTHER;
    }
    return writes ? Kind.WRITE : Kind.READ;
  }

  /** Returns the tables with the conditions on their rows; empty if the kind is OTHER. */
  List<TableUse> uses() {
    return understood ? uses : List.of();
  }

  /** Drops the collected rows, but keeps the kind of the statement. */
  void forgetRows() {
    uses.clear();
  }

  private void read(Statement statement) {
    if (statement instanceof Select select) {
      select(select, false);
    } else if (statement instanceof Insert insert) {
      insert(insert);
    } else if (statement instanceof Update update) {
      update(update);
    } else if (statement instanceof Delete delete) {
      delete(delete);
    } else if (statement instanceof Merge merge) {
      merge(merge);
    } else if (statement instanceof Upsert upsert) {
      upsert(upsert);
    } else {
      understood = false;
    }
  }

  private void select(Select select, boolean locked) {
    with(select.getWithItemsList());
    boolean locks = locked || locks(select.getForMode());
    writes |= locks;
    if (select instanceof ParenthesedSelect parenthesed) {
      select(parenthesed.getSelect(), locks);
    } else if (select instanceof SetOperationList list) {
      list.getSelects().forEach(each -> select(each, locks));
    } else if (select instanceof PlainSelect plain) {
      plainSelect(plain, locks);
    } else if (select instanceof Values values) {
      subqueries.in(values.getExpressions());
    }
  }

  private void plainSelect(PlainSelect select, boolean locks) {
    understood &=
        select.getIntoTables() == null
            && select.getIntoTempTable() == null
            && select.getMySqlSelectIntoClause() == null;
    Scope scope = new Scope(keys);
    from(scope, select.getFromItem());
    joins(scope, select.getJoins());
    scope.restrict(select.getWhere(), null);
    if (locks) {
      lock(scope, select.getForUpdateTables());
    }
    for (SelectItem<?> item : select.getSelectItems()) {
      subqueries.in(item.getExpression());
    }
    subqueries.in(select.getWhere());
    subqueries.in(select.getHaving());
  }

  private static boolean locks(ForMode mode) {
    return mode != null && mode != ForMode.READ_ONLY && mode != ForMode.FETCH_ONLY;
  }

  /**
   * Marks the tables that a {@code FOR UPDATE OF} clause names as written. If the clause names no
   * table, marks all tables of the query level.
   */
  private static void lock(Scope scope, List<Table> named) {
    if (named == null || named.isEmpty()) {
      scope.tables().forEach(table -> table.writes = true);
      return;
    }
    for (Table table : named) {
      TableUse use = scope.byAlias(SqlName.fold(table.getName()));
      if (use != null) {
        use.writes = true;
      }
    }
  }

  private void with(List<WithItem<?>> items) {
    if (items == null) {
      return;
    }
    for (WithItem<?> item : items) {
      views.add(SqlName.fold(item.getAliasName()));
    }
    for (WithItem<?> item : items) {
      Statement statement = item.getParenthesedStatement();
      if (statement instanceof ParenthesedInsert parenthesed) {
        read(parenthesed.getInsert());
      } else if (statement instanceof ParenthesedUpdate parenthesed) {
        read(parenthesed.getUpdate());
      } else if (statement instanceof ParenthesedDelete parenthesed) {
        read(parenthesed.getDelete());
      } else {
        read(statement);
      }
    }
  }

  private void from(Scope scope, FromItem item) {
    if (item instanceof Table table) {
      if (views.contains(SqlName.fold(table.getName()))) {
        scope.addOther();
      } else {
        use(scope, table, false);
      }
    } else if (item instanceof ParenthesedFromItem parenthesed) {
      from(scope, parenthesed.getFromItem());
      joins(scope, parenthesed.getJoins());
    } else if (item instanceof Select select) {
      scope.addConstants(alias(item.getAlias()), constants(select));
      select(select, false);
    } else if (item != null) {
      scope.addOther();
    }
  }

  private void joins(Scope scope, List<Join> joins) {
    if (joins == null) {
      return;
    }
    for (Join join : joins) {
      int before = scope.tables().size();
      from(scope, join.getFromItem());
      boolean one = scope.tables().size() == before + 1;
      for (Expression on : join.getOnExpressions()) {
        if (one && on != null) {
          scope.restrict(on, scope.tables().get(before));
        }
        subqueries.in(on);
      }
    }
  }

  private TableUse use(Scope scope, Table table, boolean written) {
    String name = SqlName.fold(table.getName());
    TableUse use =
        new TableUse(name, table.getAlias() == null ? name : alias(table.getAlias()), written);
    scope.add(use);
    uses.add(use);
    return use;
  }

  private static String alias(Alias alias) {
    return alias == null ? "" : SqlName.fold(alias.getName());
  }

  /** Returns the columns of a subquery without a table. */
  private static Map<String, Expression> constants(Select select) {
    Map<String, Expression> constants = new HashMap<>();
    if (select instanceof ParenthesedSelect parenthesed
        && parenthesed.getSelect() instanceof PlainSelect plain
        && plain.getFromItem() == null) {
      for (SelectItem<?> item : plain.getSelectItems()) {
        if (item.getAlias() != null) {
          constants.put(alias(item.getAlias()), item.getExpression());
        }
      }
    }
    return constants;
  }

  /**
   * Marks the table that the statement writes. If FROM does not contain the table under its name,
   * adds the table.
   */
  private void target(Scope scope, Table table) {
    TableUse named = table.getAlias() == null ? scope.byAlias(SqlName.fold(table.getName())) : null;
    if (named == null) {
      use(scope, table, true);
    } else {
      named.writes = true;
    }
  }

  private void insert(Insert insert) {
    writes = true;
    with(insert.getWithItemsList());
    List<UpdateSet> sets = insert.getSetUpdateSets();
    if (!insert.isOracleMultiInsert()) {
      inserted(insert.getTable(), insert.getColumns(), insert.getSelect(), sets);
    }
  }

  private void upsert(Upsert upsert) {
    writes = true;
    inserted(upsert.getTable(), upsert.getColumns(), upsert.getSelect(), upsert.getUpdateSets());
  }

  /**
   * Adds the inserted rows. If the table's key is unknown, adds no rows, because the key columns
   * are uncertain.
   */
  private void inserted(
      Table table, ExpressionList<Column> columns, Select source, List<UpdateSet> sets) {
    if (source != null) {
      select(source, false);
    }
    List<String> names = new ArrayList<>();
    List<Expression> row = new ArrayList<>();
    if (sets != null) {
      for (UpdateSet set : sets) {
        set.getColumns().forEach(column -> names.add(SqlName.fold(column.getColumnName())));
        row.addAll(set.getValues());
      }
    } else if (columns != null) {
      columns.forEach(column -> names.add(SqlName.fold(column.getColumnName())));
    }
    if (names.isEmpty() || keys.of(SqlName.fold(table.getName())).isEmpty()) {
      return;
    }
    Scope scope = new Scope(keys);
    List<? extends Expression> rows = List.of();
    if (sets != null) {
      rows = List.of(new ExpressionList<>(row));
    } else if (source instanceof Values values) {
      rows = values.getExpressions();
      boolean single = !(rows.get(0) instanceof ExpressionList<?>);
      rows = single ? List.of(new ExpressionList<>(values.getExpressions())) : rows;
    }
    List<ValueSource[]> alternatives = scope.rows(names.size(), rows);
    if (!alternatives.isEmpty()) {
      use(scope, table, true).conditions.add(new Condition(names, alternatives));
    }
  }

  private void update(Update update) {
    writes = true;
    with(update.getWithItemsList());
    Scope scope = new Scope(keys);
    from(scope, update.getFromItem());
    target(scope, update.getTable());
    joins(scope, update.getStartJoins());
    joins(scope, update.getJoins());
    scope.restrict(update.getWhere(), null);
    for (UpdateSet set : update.getUpdateSets()) {
      subqueries.in(set.getValues());
    }
    subqueries.in(update.getWhere());
  }

  private void delete(Delete delete) {
    writes = true;
    with(delete.getWithItemsList());
    Scope scope = new Scope(keys);
    if (delete.getUsingFromItemList() != null) {
      delete.getUsingFromItemList().forEach(item -> from(scope, item));
    }
    target(scope, delete.getTable());
    joins(scope, delete.getJoins());
    if (delete.getUsingFromItemList() == null && delete.getTables() != null) {
      lock(scope, delete.getTables());
    }
    scope.restrict(delete.getWhere(), null);
    subqueries.in(delete.getWhere());
  }

  private void merge(Merge merge) {
    writes = true;
    with(merge.getWithItemsList());
    Scope scope = new Scope(keys);
    from(scope, merge.getFromItem());
    TableUse target = use(scope, merge.getTable(), true);
    scope.restrict(merge.getOnCondition(), target);
  }

  /** Finds the queries in an expression. Each of these queries is a separate query level. */
  private final class Subqueries extends ExpressionVisitorAdapter<Void> {
    void in(Expression expression) {
      if (expression != null) {
        expression.accept(this, null);
      }
    }

    @Override
    public <S> Void visit(ParenthesedSelect select, S context) {
      select(select, false);
      return null;
    }

    @Override
    public <S> Void visit(Select select, S context) {
      select(select, false);
      return null;
    }
  }
}
