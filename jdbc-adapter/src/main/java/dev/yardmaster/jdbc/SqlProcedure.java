package dev.yardmaster.jdbc;

import dev.yardmaster.jdbc.sql.StatementTemplates;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A transaction that is declared as SQL with parameters. The transaction's rows are derived from
 * the statements and the values of the parameters. If a statement's text does not name its rows,
 * for example because the statement calls a function, declare the rows with {@link #reads} and
 * {@link #writes}. The arguments are the values of all parameters of all statements, in the order
 * of the statements. Instances are immutable and thread-safe.
 *
 * <pre>{@code
 * SqlProcedure<Integer> transfer =
 *     SqlProcedure.update(
 *         "UPDATE accounts SET balance = balance - ? WHERE id = ?",
 *         "UPDATE accounts SET balance = balance + ? WHERE id = ?");
 * scheduler.execute(transfer, List.of(10, payer, 10, payee));
 * }</pre>
 *
 * @param <R> the type of the result
 */
public final class SqlProcedure<R extends @Nullable Object> implements JdbcProcedure<List<?>, R> {

  /**
   * Reads the result of a query.
   *
   * @param <R> the type of the value that is read
   */
  @FunctionalInterface
  public interface Reading<R extends @Nullable Object> {
    /**
     * Reads the rows. The result set's position is before the first row. The scheduler closes the
     * result set afterwards.
     */
    R read(ResultSet rows) throws SQLException;
  }

  private record Statement(String sql, int firstParameter, int parameterCount) {
    boolean isOne() {
      return StatementTemplates.onlyStatement(sql) != null;
    }
  }

  private record DeclaredRow(String table, List<Integer> parameters, boolean writes) {}

  private final List<Statement> statements;
  private final int parameterCount;
  private final @Nullable Reading<R> reading;
  private final List<DeclaredRow> declared;
  private final boolean synchronous;
  private final JoinPolicy joins;

  private SqlProcedure(
      List<Statement> statements,
      @Nullable Reading<R> reading,
      List<DeclaredRow> declared,
      boolean synchronous,
      JoinPolicy joins) {
    this.synchronous = synchronous;
    this.joins = joins;
    this.statements = statements;
    this.reading = reading;
    this.declared = declared;
    parameterCount = statements.stream().mapToInt(Statement::parameterCount).sum();
  }

  /**
   * Returns a transaction of statements that update rows. The result of the transaction is the
   * total number of updated rows.
   *
   * @throws IllegalArgumentException if there is no statement
   */
  public static SqlProcedure<Integer> update(String... statements) {
    return new SqlProcedure<>(numbered(statements), null, List.of(), false, JoinPolicy.ALONE);
  }

  /**
   * Returns a transaction of one query, which may call a function that updates rows. The
   * transaction is a single statement, so it commits before {@code reading} reads the rows. If
   * {@code reading} throws an exception, the caller gets a {@link ResultNotReadException}, and the
   * transaction remains committed.
   */
  public static <R extends @Nullable Object> SqlProcedure<R> query(
      String statement, Reading<R> reading) {
    if (reading == null) {
      throw new IllegalArgumentException("reading=null");
    }
    return new SqlProcedure<>(numbered(statement), reading, List.of(), false, JoinPolicy.ALONE);
  }

  private static List<Statement> numbered(String... texts) {
    if (texts.length == 0) {
      throw new IllegalArgumentException("statements=0: a transaction needs at least one");
    }
    List<Statement> statements = new ArrayList<>();
    int first = 0;
    for (String text : texts) {
      int count = StatementTemplates.parameters(text);
      statements.add(new Statement(text, first, count));
      first += count;
    }
    return List.copyOf(statements);
  }

  /**
   * Declares a row that the transaction reads.
   *
   * @param table the row's table
   * @param parameters the numbers of the parameters that hold the row's key; the first parameter of
   *     the first statement has number 1
   */
  public SqlProcedure<R> reads(String table, int... parameters) {
    return with(table, parameters, false);
  }

  /** Declares a row that the transaction writes, with the parameters of {@link #reads}. */
  public SqlProcedure<R> writes(String table, int... parameters) {
    return with(table, parameters, true);
  }

  private SqlProcedure<R> with(String table, int[] parameters, boolean writes) {
    List<Integer> key = new ArrayList<>();
    for (int parameter : parameters) {
      if (parameter < 1 || parameter > parameterCount) {
        throw new IllegalArgumentException(
            "parameter=" + parameter + " must be from 1 to " + parameterCount);
      }
      key.add(parameter);
    }
    List<DeclaredRow> more = new ArrayList<>(declared);
    more.add(new DeclaredRow(table, List.copyOf(key), writes));
    return new SqlProcedure<>(statements, reading, List.copyOf(more), synchronous, joins);
  }

  @Override
  public TransactionKeys keys(List<?> arguments) {
    if (arguments.size() != parameterCount) {
      throw new IllegalArgumentException(
          "arguments=" + arguments.size() + " for parameters=" + parameterCount);
    }
    TransactionKeys keys = TransactionKeys.of();
    for (Statement statement : statements) {
      keys.statement(statement.sql, of(statement, arguments).toArray());
    }
    for (DeclaredRow row : declared) {
      Object[] key = row.parameters.stream().map(i -> arguments.get(i - 1)).toArray();
      if (row.writes) {
        keys.write(row.table, key);
      } else {
        keys.read(row.table, key);
      }
    }
    return keys;
  }

  private static List<?> of(Statement statement, List<?> arguments) {
    int first = statement.firstParameter;
    return arguments.subList(first, first + statement.parameterCount);
  }

  @Override
  public R run(Connection connection, List<?> arguments) throws SQLException {
    if (isSingleStatement()) {
      return new SingleStatement(arguments).run(connection);
    }
    int updated = 0;
    for (Statement statement : statements) {
      try (PreparedStatement prepared = connection.prepareStatement(statement.sql)) {
        SharedRoundTrip.set(prepared, 0, of(statement, arguments));
        updated += prepared.executeUpdate();
      }
    }
    return updates(updated);
  }

  @Override
  public TransactionLogic<R> logic(List<?> arguments) {
    return isSingleStatement()
        ? new SingleStatement(arguments)
        : JdbcProcedure.super.logic(arguments);
  }

  /** The logic of a procedure with a single statement. */
  private final class SingleStatement implements StatementLogic<R> {
    private final List<?> arguments;

    SingleStatement(List<?> arguments) {
      this.arguments = arguments;
    }

    @Override
    public String sql() {
      return statements.get(0).sql;
    }

    @Override
    public List<?> parameters() {
      return arguments;
    }

    @Override
    public R read(PreparedStatement executed) throws SQLException {
      try (ResultSet rows = executed.getResultSet()) {
        if ((rows == null) != (reading == null)) {
          throw new SQLException(rows == null ? "no rows were returned" : "rows were returned");
        }
        return rows == null ? updates(executed.getUpdateCount()) : reading.read(rows);
      }
    }
  }

  /**
   * Returns the number of updated rows as the result. If {@code reading} is null, {@code R} is
   * {@code Integer}, because only {@link #update} creates such a procedure.
   */
  @SuppressWarnings("unchecked")
  private R updates(int updated) {
    return (R) Integer.valueOf(updated);
  }

  /** Returns a copy of this procedure whose commits flush the log themselves. */
  public SqlProcedure<R> synchronous() {
    return new SqlProcedure<>(statements, reading, declared, true, joins);
  }

  /**
   * Returns a copy of this procedure with another join policy. The policy takes effect only if each
   * of the procedure's texts is one statement that cannot end the transaction.
   */
  public SqlProcedure<R> joining(JoinPolicy policy) {
    return new SqlProcedure<>(
        statements,
        reading,
        declared,
        synchronous,
        statements.stream().allMatch(Statement::isOne)
            ? Objects.requireNonNull(policy, "policy")
            : JoinPolicy.ALONE);
  }

  @Override
  public JoinPolicy joins() {
    return joins;
  }

  @Override
  public boolean commitsSynchronously() {
    return synchronous;
  }

  @Override
  public boolean isSingleStatement() {
    return statements.size() == 1;
  }
}
