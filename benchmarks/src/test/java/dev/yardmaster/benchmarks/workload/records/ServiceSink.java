package dev.yardmaster.benchmarks.workload.records;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;
import java.util.ArrayList;
import java.util.List;

/**
 * Loads records into a service, several in each transaction, in the form of {@link ServiceRecords}.
 */
final class ServiceSink implements RecordSink, AutoCloseable {

  private static final int ROWS_AT_ONCE = 64;

  private final TransactionService service;
  private final List<Key> keys = new ArrayList<>();
  private final List<byte[]> values = new ArrayList<>();

  /** Creates a sink that loads into an open service. */
  public ServiceSink(TransactionService service) {
    this.service = service;
  }

  @Override
  public void load(Table table, long key, Row row) {
    keys.add(Key.of(table.name(), key));
    values.add(row.image(table.layout()));
    if (keys.size() == ROWS_AT_ONCE) {
      put();
    }
  }

  private void put() {
    boolean unused =
        service.execute(
            transaction -> {
              for (int i = 0; i < keys.size(); i++) {
                transaction.put(keys.get(i), values.get(i));
              }
              return true;
            });
    keys.clear();
    values.clear();
  }

  /** Loads the remaining records. */
  @Override
  public void close() {
    put();
  }
}
