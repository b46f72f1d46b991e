package dev.yardmaster.jdbc;

import dev.yardmaster.jdbc.sql.RowHash;
import dev.yardmaster.jdbc.sql.RowUse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The rows that a transaction will read and write, each a table's name and the values of its key.
 * One thread's while it is filled.
 *
 * <pre>{@code
 * TransactionKeys.of().write("accounts", payer).write("accounts", payee).read("rates", currency)
 * }</pre>
 */
public final class TransactionKeys {

  private record Row(String table, List<Object> key, boolean writes) {}

  private final List<Row> rows = new ArrayList<>(4);

  private TransactionKeys() {}

  /** No row so far. A transaction without rows waits for nobody. */
  public static TransactionKeys of() {
    return new TransactionKeys();
  }

  /**
   * A row that is read.
   *
   * @param table the table's name, without its schema
   * @param key the values of its key's columns, in their order
   * @return this
   */
  public TransactionKeys read(String table, Object... key) {
    rows.add(new Row(table, Arrays.asList(key.clone()), false));
    return this;
  }

  /** A row that is written, whether or not it is read before; as {@link #read}. */
  public TransactionKeys write(String table, Object... key) {
    rows.add(new Row(table, Arrays.asList(key.clone()), true));
    return this;
  }

  /** The fingerprints of the rows that are written, or of those that are not. */
  long[] fingerprints(RowHash hash, boolean written) {
    return rows.stream()
        .filter(row -> row.writes == written)
        .map(row -> hash.read(row.table, row.key.toArray()))
        .mapToLong(RowUse::fingerprint)
        .toArray();
  }
}
