package dev.yardmaster.engine.durable;

import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableKeys;
import dev.yardmaster.engine.transaction.Loader;
import dev.yardmaster.engine.transaction.Worker;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;

/**
 * Rebuilds the entries of secondary indexes from the rows of the tables, after the rows were loaded
 * from the data directory.
 */
@NullUnmarked // Internal: fields and results may be null.
public final class IndexRebuild {

  private IndexRebuild() {}

  /**
   * Loads the entries of all indexes. No transaction may run during the call.
   *
   * @param worker a worker that no other thread uses
   */
  public static void run(Map<String, Table> tables, Worker worker) {
    Loader loader = worker.loader();
    for (Table table : tables.values()) {
      if (!table.indexes().isEmpty()) {
        Row row = Row.of(table.layout());
        new TypedScan(Map.of(table.name(), table), worker, false)
            .scan(
                null,
                entry -> {
                  if (entry.key().definedTable() == null) {
                    row.setImage(table.layout(), entry.value());
                    byte[] rest = TableKeys.rest(entry.key());
                    loader.loadEntries(table, TableKeys.number(entry.key(), rest), rest, row);
                  }
                  return true;
                });
      }
    }
  }
}
