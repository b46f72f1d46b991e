package dev.yardmaster.jdbc.sql;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.sf.jsqlparser.expression.BooleanValue;
import net.sf.jsqlparser.expression.CastExpression;
import net.sf.jsqlparser.expression.DoubleValue;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.JdbcParameter;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.expression.SignedExpression;
import net.sf.jsqlparser.expression.StringValue;
import net.sf.jsqlparser.expression.operators.conditional.AndExpression;
import net.sf.jsqlparser.expression.operators.relational.EqualsTo;
import net.sf.jsqlparser.expression.operators.relational.ExpressionList;
import net.sf.jsqlparser.expression.operators.relational.InExpression;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.schema.Column;

/**
 * The tables of one query level of a statement, and the conditions on their rows. The conditions
 * are equalities and lists of values that are joined by AND. Other conditions are ignored.
 */
final class Scope {
  private final KeyColumns keys;
  private final List<TableUse> tables = new ArrayList<>();
  private final Map<String, Map<String, Expression>> constantsByAlias = new HashMap<>();
  private boolean hasOthers;

  Scope(KeyColumns keys) {
    this.keys = keys;
  }

  void add(TableUse table) {
    tables.add(table);
  }

  /**
   * Adds a source of rows that is not a table, for example a WITH view, a function or a subquery.
   */
  void addOther() {
    hasOthers = true;
  }

  /** Adds a subquery whose result is one row of constants. */
  void addConstants(String alias, Map<String, Expression> valuesByColumn) {
    hasOthers = true;
    constantsByAlias.put(alias, valuesByColumn);
  }

  List<TableUse> tables() {
    return tables;
  }

  /** Returns the table with this alias; null if there is none. */
  TableUse byAlias(String alias) {
    for (TableUse table : tables) {
      if (table.alias.equals(alias)) {
        return table;
      }
    }
    return null;
  }

  /**
   * Collects the conditions on the tables' rows.
   *
   * @param condition the condition, or null
   * @param only the only table whose conditions count; null for all tables
   */
  void restrict(Expression condition, TableUse only) {
    Deque<Expression> parts = new ArrayDeque<>();
    if (condition != null) {
      parts.push(condition);
    }
    while (!parts.isEmpty()) {
      Expression part = bare(parts.pop());
      if (part instanceof AndExpression and) {
        parts.push(and.getLeftExpression());
        parts.push(and.getRightExpression());
      } else if (part instanceof EqualsTo equality) {
        equal(bare(equality.getLeftExpression()), bare(equality.getRightExpression()), only);
      } else if (part instanceof InExpression in && !in.isNot()) {
        in(bare(in.getLeftExpression()), in.getRightExpression(), only);
      }
    }
  }

  private void equal(Expression left, Expression right, TableUse only) {
    if (left instanceof ExpressionList<?> columns && right instanceof ExpressionList<?> values) {
      for (int i = 0; i < columns.size() && columns.size() == values.size(); i++) {
        equal(bare(columns.get(i)), bare(values.get(i)), only);
      }
      return;
    }
    equalColumn(left, right, only);
    equalColumn(right, left, only);
  }

  private void equalColumn(Expression side, Expression other, TableUse only) {
    ValueSource value = value(other);
    TableUse table = table(side);
    if (value != null && table != null && (only == null || only == table)) {
      List<ValueSource[]> one = List.of(new ValueSource[][] {{value}});
      table.conditions.add(new Condition(List.of(name((Column) side)), one));
    }
  }

  private void in(Expression left, Expression right, TableUse only) {
    List<? extends Expression> columns =
        left instanceof ExpressionList<?> list ? list : List.of(left);
    TableUse table = table(bare(columns.get(0)));
    if (table == null
        || (only != null && only != table)
        || !(right instanceof ParenthesedExpressionList<?> values)) {
      return;
    }
    List<String> names = new ArrayList<>();
    for (Expression column : columns) {
      if (table(bare(column)) != table) {
        return;
      }
      names.add(name((Column) bare(column)));
    }
    List<ValueSource[]> rows = rows(names.size(), values);
    if (!rows.isEmpty()) {
      table.conditions.add(new Condition(names, rows));
    }
  }

  /** Returns the rows of a list of values; empty if a row does not have a value for each column. */
  List<ValueSource[]> rows(int columns, List<? extends Expression> values) {
    List<ValueSource[]> rows = new ArrayList<>(values.size());
    for (Expression value : values) {
      List<? extends Expression> cells =
          columns > 1 && value instanceof ExpressionList<?> list ? list : List.of(value);
      if (cells.size() != columns) {
        return List.of();
      }
      ValueSource[] row = new ValueSource[columns];
      for (int i = 0; i < columns; i++) {
        row[i] = value(cells.get(i));
      }
      rows.add(row);
    }
    return rows;
  }

  /**
   * Returns the table of a column; null if the expression is not a column, or if its table is
   * uncertain. If the query level has one table and no other source of rows, a column without a
   * table's name belongs to this table. Otherwise the column belongs to the only table that has a
   * key column of this name.
   */
  private TableUse table(Expression expression) {
    if (!(expression instanceof Column column)) {
      return null;
    }
    if (column.getTable() != null && column.getTable().getName() != null) {
      return byAlias(SqlName.fold(column.getTable().getName()));
    }
    if (tables.size() == 1 && !hasOthers) {
      return tables.get(0);
    }
    TableUse owner = null;
    for (TableUse table : tables) {
      if (keys.of(table.table).contains(name(column))) {
        if (owner != null) {
          return null;
        }
        owner = table;
      }
    }
    return owner;
  }

  /**
   * Returns the source of an expression's value; null if the expression is not a parameter, a
   * literal or a constant.
   */
  private ValueSource value(Expression expression) {
    Expression bare = bare(expression);
    if (bare instanceof JdbcParameter parameter) {
      return parameter.isUseFixedIndex() ? null : ValueSource.parameter(parameter.getIndex() - 1);
    }
    if (bare instanceof LongValue number) {
      return ValueSource.literal(number.getBigIntegerValue());
    }
    if (bare instanceof DoubleValue number) {
      return ValueSource.literal(new java.math.BigDecimal(number.toString()));
    }
    if (bare instanceof SignedExpression signed && signed.getSign() == '-') {
      return negative(bare(signed.getExpression()));
    }
    if (bare instanceof StringValue text) {
      return ValueSource.literal(text.getNotExcapedValue());
    }
    if (bare instanceof BooleanValue bool) {
      return ValueSource.literal(bool.getValue());
    }
    if (bare instanceof Column column && column.getTable() != null) {
      Expression constant =
          constantsByAlias
              .getOrDefault(SqlName.fold(String.valueOf(column.getTable().getName())), Map.of())
              .get(name(column));
      return constant == null ? null : value(constant);
    }
    return null;
  }

  private static ValueSource negative(Expression number) {
    if (number instanceof LongValue value) {
      return ValueSource.literal(value.getBigIntegerValue().negate());
    }
    if (number instanceof DoubleValue value) {
      return ValueSource.literal(new java.math.BigDecimal(value.toString()).negate());
    }
    return null;
  }

  private static String name(Column column) {
    return SqlName.fold(column.getColumnName());
  }

  /** Returns an expression without surrounding parentheses and casts. */
  private static Expression bare(Expression expression) {
    Expression bare = expression;
    while (true) {
      if (bare instanceof ParenthesedExpressionList<?> list && list.size() == 1) {
        bare = list.get(0);
      } else if (bare instanceof CastExpression cast) {
        bare = cast.getLeftExpression();
      } else {
        return bare;
      }
    }
  }
}
