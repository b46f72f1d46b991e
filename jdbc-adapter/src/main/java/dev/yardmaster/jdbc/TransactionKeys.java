package dev.yardmaster.jdbc;

import dev.yardmaster.jdbc.sql.RowUse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows that a transaction will read and write. A row is named by its table and the values of
 * its key, or by the statement that will use it. The object is not thread-safe while rows are
 * added.
 *
 * <pre>{@code
 * TransactionKeys.of().write("accounts", payer).write("accounts", payee).read("rates", currency)
 * }</pre>
 */
public final class TransactionKeys {

  /** A row by its table and key, or the rows of a statement if {@code sql} is not null. */
  private record Named(
      @Nullable String table,
      @Nullable String sql,
      List<@Nullable Object> values,
      boolean writes) {}

  private final List<Named> named = new ArrayList<>(4);

  private TransactionKeys() {}

  /** Creates an empty set of rows. A transaction without rows waits for no other transaction. */
  public static TransactionKeys of() {
    return new TransactionKeys();
  }

  /**
   * Adds a row that the transaction reads.
   *
   * @param table the table's name
   * @param key the values of the key's columns, in their order
   * @return this
   */
  public TransactionKeys read(String table, Object... key) {
    return with(table, null, key, false);
  }

  /**
   * Adds a row that the transaction writes, with the parameters of {@link #read}. The transaction
   * may also read the row.
   */
  public TransactionKeys write(String table, Object... key) {
    return with(table, null, key, true);
  }

  /**
   * Adds the rows that a statement will use, if they can be derived from the statement's text.
   * These are the rows whose keys the statement inserts, or compares with parameters or literals.
   *
   * @param sql the text, with {@code ?} for parameters
   * @param parameters the parameters' values
   * @return this
   */
  public TransactionKeys statement(String sql, @Nullable Object... parameters) {
    return with(null, sql, parameters, false);
  }

  private TransactionKeys with(
      @Nullable String table, @Nullable String sql, @Nullable Object[] values, boolean writes) {
    named.add(new Named(table, sql, Arrays.asList(values.clone()), writes));
    return this;
  }

  /** Returns the fingerprints of the rows. */
  List<RowUse> rows(RowFingerprints fingerprints) {
    List<RowUse> rows = new ArrayList<>(named.size());
    for (Named one : named) {
      if (one.sql == null) {
        rows.add(fingerprints.row(one.table, one.values, one.writes));
      } else {
        rows.addAll(fingerprints.rows(one.sql, one.values));
      }
    }
    return rows;
  }
}
