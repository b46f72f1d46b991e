package dev.yardmaster.benchmarks.workload.tpcc;

import dev.yardmaster.benchmarks.workload.records.RecordRun;
import dev.yardmaster.benchmarks.workload.records.RecordWorkload;
import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.table.Partitioning;
import java.util.Locale;

/**
 * TPC-C (standard specification, revision 5.11): customers of a wholesaler order items, pay, and
 * query the status of their orders. Each client has a home warehouse, and there is no think time.
 */
public final class Tpcc implements RecordWorkload {

  private final TpccSettings settings;

  /** Creates the workload with some settings. */
  public Tpcc(TpccSettings settings) {
    this.settings = settings;
  }

  @Override
  public String name() {
    return settings.mix().workload();
  }

  @Override
  public String description() {
    return String.format(
        Locale.ROOT,
        "%,d warehouses of %d districts of %,d customers, %,d items; %d %% of customers by last "
            + "name%s; seed %d",
        settings.warehouses(),
        settings.districts(),
        settings.customers(),
        settings.items(),
        settings.byLastNamePercent(),
        settings.mix().scansCustomers()
            ? String.format(Locale.ROOT, ", scans of %,d customers", settings.scanLength())
            : "",
        settings.seed());
  }

  @Override
  public Partitioning partitioning() {
    return new Warehouses(settings.warehouses());
  }

  @Override
  public RecordRun create(Database database) {
    return new TpccRun(settings, TpccTables.create(database, settings));
  }
}
