package dev.yardmaster.jdbc.admission;

import dev.yardmaster.jdbc.admission.TransactionClasses.Aborted;
import dev.yardmaster.jdbc.sql.BoundStatement;
import dev.yardmaster.jdbc.sql.RowUse;
import java.util.ArrayList;
import java.util.List;

/**
 * The rows of a session's present transaction: those that its statements have named, and those that
 * the transaction is expected to use. Only the session uses the object.
 */
final class UsedRows {

  /**
   * The maximum number of recorded rows. A transaction with more rows is a bulk load; its further
   * rows are not recorded.
   */
  private static final int MAX_ROWS = 256;

  private final ArrayList<RowUse> used = new ArrayList<>();
  private List<RowUse> first = List.of();
  private List<RowUse> expected = List.of();
  private boolean isLoad;
  private boolean writing;

  /**
   * Begins with the first statement of a transaction.
   *
   * @param last the aborted transaction that the new transaction may repeat; null if there is none
   * @param template predicts further rows; null if the transaction has only one statement
   */
  void begin(List<BoundStatement> statements, Aborted last, TransactionTemplate template) {
    List<RowUse> rows = rows(statements);
    used.clear();
    isLoad = rows.size() > MAX_ROWS;
    first = rows;
    expected = isLoad ? List.of() : rows;
    if (template != null && !isLoad) {
      if (last != null && last.first().equals(rows)) {
        expected = last.rows();
      }
      expected = template.predict(expected);
    }
    writing = writesAny(expected);
    if (!isLoad) {
      used.addAll(rows);
    }
  }

  /**
   * Adds the rows of a further statement. Returns the added rows; empty if the statement names no
   * rows, or the transaction has too many rows.
   */
  List<RowUse> add(List<BoundStatement> statements) {
    if (isLoad) {
      return List.of();
    }
    List<RowUse> rows = rows(statements);
    if (used.size() + rows.size() > MAX_ROWS) {
      return List.of();
    }
    used.addAll(rows);
    return rows;
  }

  /**
   * Predicts the rows of the transaction again.
   *
   * @param template predicts further rows; null for none
   * @return the newly expected rows, which the caller adds to the schedule
   */
  List<RowUse> predict(TransactionTemplate template) {
    List<RowUse> all = template == null ? List.copyOf(used) : template.predict(used);
    boolean wrote = writing;
    writing |= writesAny(all);
    // Until the first expected write, none of the transaction's rows were added to the schedule.
    List<RowUse> added = wrote ? all.stream().filter(row -> !isExpected(row)).toList() : all;
    expected = all;
    return added;
  }

  /** Forgets the rows at the end of the transaction. */
  void clear() {
    expected = List.of();
    used.clear();
  }

  /** Returns the rows that the transaction is expected to use. */
  List<RowUse> expected() {
    return expected;
  }

  /** Returns the rows of the first statement. */
  List<RowUse> first() {
    return first;
  }

  /** Returns the rows that the statements have named so far. */
  List<RowUse> used() {
    return used;
  }

  /** Returns whether the transaction is a bulk load, whose rows are not recorded. */
  boolean isLoad() {
    return isLoad;
  }

  /**
   * Returns whether the transaction is expected to write. A transaction that only reads delays no
   * other transaction.
   */
  boolean writes() {
    return writing;
  }

  /** Returns whether the transaction was expected to use all of these rows. */
  boolean areExpected(List<RowUse> rows) {
    for (RowUse row : rows) {
      if (!isExpected(row)) {
        return false;
      }
    }
    return true;
  }

  private boolean isExpected(RowUse row) {
    for (RowUse known : expected) {
      if (known.row() == row.row()
          && known.table() == row.table()
          && (known.writes() || !row.writes())) {
        return true;
      }
    }
    return false;
  }

  private static List<RowUse> rows(List<BoundStatement> statements) {
    if (statements.size() == 1) {
      return statements.get(0).rows();
    }
    List<RowUse> rows = new ArrayList<>(statements.size());
    for (BoundStatement statement : statements) {
      rows.addAll(statement.rows());
    }
    return rows;
  }

  private static boolean writesAny(List<RowUse> rows) {
    for (RowUse row : rows) {
      if (row.writes()) {
        return true;
      }
    }
    return false;
  }
}
