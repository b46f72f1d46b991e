package dev.yardmaster.benchmarks.workload.records;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.SecondaryIndex;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.transaction.RecordLogic;
import dev.yardmaster.engine.transaction.RecordTransaction;
import dev.yardmaster.engine.transaction.RowVisitor;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Records on a {@link TransactionService}. A row is the value of a key that consists of the table's
 * name and the row's key. A table has only a name and a layout. At the end of the logic, all
 * changed rows are put. Scans are rejected, because they would not see the changes that the
 * transaction has not put yet. An instance is for one run of a transaction, on its thread.
 */
final class ServiceRecords implements RecordTransaction {

  private final Transaction transaction;
  private final Map<Key, ServiceRow> rows = new LinkedHashMap<>();

  private ServiceRecords(Transaction transaction) {
    this.transaction = transaction;
  }

  /** Runs logic over records as a transaction of a service, on the calling thread. */
  public static Outcome<Boolean> execute(
      TransactionService service, RecordLogic logic, TransactionOptions options) {
    return service.execute(
        transaction -> {
          ServiceRecords records = new ServiceRecords(transaction);
          logic.run(records);
          records.putChanged();
          return true;
        },
        options);
  }

  private void putChanged() {
    for (ServiceRow row : rows.values()) {
      if (row.isChanged() && row.isPresent()) {
        transaction.put(row.key(), row.image());
      } else if (row.isChanged()) {
        transaction.delete(row.key());
      }
    }
  }

  private ServiceRow row(Table table, long key, byte[] rest) {
    if (rest != null) {
      throw new UnsupportedOperationException(
          "records on a service have numbers as keys: table=" + table.name());
    }
    Key name = Key.of(table.name(), key);
    ServiceRow row = rows.get(name);
    if (row == null) {
      row = new ServiceRow(name, table.layout(), transaction.get(name));
      rows.put(name, row);
    }
    return row;
  }

  @Override
  public Row read(Table table, long key, byte[] rest) {
    ServiceRow row = row(table, key, rest);
    return row.isPresent() ? row : null;
  }

  @Override
  public Row update(Table table, long key, byte[] rest) {
    ServiceRow row = row(table, key, rest);
    if (!row.isPresent()) {
      return null;
    }
    row.change();
    return row;
  }

  @Override
  public Row insert(Table table, long key, byte[] rest) {
    ServiceRow row = row(table, key, rest);
    if (row.isPresent()) {
      return null;
    }
    row.insert();
    return row;
  }

  @Override
  public Row put(Table table, long key, byte[] rest) {
    ServiceRow row = row(table, key, rest);
    row.insert();
    return row;
  }

  @Override
  public boolean delete(Table table, long key, byte[] rest) {
    ServiceRow row = row(table, key, rest);
    if (!row.isPresent()) {
      return false;
    }
    row.delete();
    return true;
  }

  @Override
  public int scan(
      Table table,
      long from,
      byte[] fromRest,
      long to,
      byte[] toRest,
      int limit,
      boolean backward,
      RowVisitor visitor) {
    throw new UnsupportedOperationException(
        "rows are put when the logic has ended, so scans are not supported: table=" + table.name());
  }

  @Override
  public int scan(
      SecondaryIndex index,
      byte[] from,
      byte[] to,
      int limit,
      boolean backward,
      RowVisitor visitor) {
    throw new UnsupportedOperationException("a service has no secondary indexes: index=" + index);
  }

  @Override
  public RuntimeException abort(String reason) {
    return transaction.abort(reason);
  }
}
