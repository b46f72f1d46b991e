package dev.yardmaster.benchmarks.workload.stock;

import dev.yardmaster.benchmarks.workload.records.RecordRun;
import dev.yardmaster.benchmarks.workload.records.RecordWorkload;
import dev.yardmaster.benchmarks.workload.tpcc.rows.Stock;
import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.table.TableDefinition;
import java.util.Locale;

/**
 * Transactions that read uniformly random rows of TPC-C's table STOCK and update a share of these
 * rows (the ERMIA paper, CSRG-623, section 4.2).
 */
public final class StockReads implements RecordWorkload {

  private final StockSettings settings;

  /** Creates the workload with some settings. */
  public StockReads(StockSettings settings) {
    this.settings = settings;
  }

  @Override
  public String name() {
    return "stock";
  }

  @Override
  public String description() {
    return String.format(
        Locale.ROOT,
        "%,d rows of %d warehouses; a transaction reads %,d random rows and updates %,d of them;"
            + " seed %d",
        settings.rows(),
        settings.warehouses(),
        settings.reads(),
        settings.writes(),
        settings.seed());
  }

  @Override
  public RecordRun create(Database database) {
    return new StockRun(
        settings, database.create(TableDefinition.hashed("stock", Stock.LAYOUT, settings.rows())));
  }
}
