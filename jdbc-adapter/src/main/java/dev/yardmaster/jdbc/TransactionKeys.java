package dev.yardmaster.jdbc;

import dev.yardmaster.jdbc.sql.RowUse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The rows that a transaction will read and write, each as a table's name and the values of its
 * key, or by the statement that will use them. One thread's while it is filled.
 *
 * <pre>{@code
 * TransactionKeys.of().write("accounts", payer).write("accounts", payee).read("rates", currency)
 * }</pre>
 */
public final class TransactionKeys {

  /** Rows by name, or by the text of a statement if that is not null. */
  private record Named(String table, String sql, List<Object> values, boolean writes) {}

  private final List<Named> named = new ArrayList<>(4);

  private TransactionKeys() {}

  /** No row so far. A transaction without rows waits for nobody. */
  public static TransactionKeys of() {
    return new TransactionKeys();
  }

  /**
   * A row that is read.
   *
   * @param table the table's name
   * @param key the values of its key's columns, in their order
   * @return this
   */
  public TransactionKeys read(String table, Object... key) {
    return with(table, null, key, false);
  }

  /** A row that is written, whether or not it is read before; as {@link #read}. */
  public TransactionKeys write(String table, Object... key) {
    return with(table, null, key, true);
  }

  /**
   * The rows that a statement will use, as far as its text tells: those whose keys it compares to
   * parameters or literals, or inserts.
   *
   * @param sql the text, with {@code ?} for parameters
   * @param parameters their values
   * @return this
   */
  public TransactionKeys statement(String sql, Object... parameters) {
    return with(null, sql, parameters, false);
  }

  private TransactionKeys with(String table, String sql, Object[] values, boolean writes) {
    named.add(new Named(table, sql, Arrays.asList(values.clone()), writes));
    return this;
  }

  /** The rows as fingerprints. */
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
