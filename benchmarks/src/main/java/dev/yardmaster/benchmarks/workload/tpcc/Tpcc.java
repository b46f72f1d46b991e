package dev.yardmaster.benchmarks.workload.tpcc;

import dev.yardmaster.benchmarks.workload.records.RecordRun;
import dev.yardmaster.benchmarks.workload.records.RecordWorkload;
import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccSettings;
import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccTables;
import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.protocol.hybrid.HotKeyPartitioning;
import dev.yardmaster.engine.table.Partitioning;
import java.util.List;
import java.util.Locale;

/**
 * TPC-C (standard specification, revision 5.11): customers of a wholesaler order items, pay, and
 * query the status of their orders. Each client has a home warehouse, or each transaction draws a
 * home warehouse. There is no think time.
 */
public final class Tpcc implements RecordWorkload {

  private final List<TpccSettings> phases;
  private final TpccSettings settings;

  /** Creates the workload with some settings. */
  public Tpcc(TpccSettings settings) {
    this(List.of(settings));
  }

  private Tpcc(List<TpccSettings> phases) {
    this.phases = phases;
    settings = phases.get(0);
  }

  /**
   * Returns a workload with a load that changes. Each phase draws the mix, the skew and the
   * transactions over two warehouses anew, as in the CormCC paper (USENIX ATC 2018, section 6.4).
   * All choices follow from the seed.
   *
   * @param first the settings of the first phase
   * @param phases number of phases of the recorded interval, at least 1
   * @throws IllegalArgumentException if there is only one warehouse, or the mix scans customers
   */
  public static Tpcc redrawn(TpccSettings first, int phases) {
    return new Tpcc(TpccRedraws.of(first, phases));
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
            + "name%s; %s%s%s; seed %d",
        settings.warehouses(),
        settings.districts(),
        settings.customers(),
        settings.items(),
        settings.byLastNamePercent(),
        settings.mix().scansCustomers()
            ? String.format(Locale.ROOT, ", scans of %,d customers", settings.scanLength())
            : "",
        settings.mix(),
        settings.cross() == null ? "" : ", " + settings.cross(),
        (settings.theta() == null ? "" : ", Zipf theta " + settings.theta())
            + (settings.homeTheta() == null
                ? ""
                : ", homes drawn with Zipf theta " + settings.homeTheta())
            + (phases.size() == 1 ? "" : "; then drawn anew, phases: " + phases.size()),
        settings.seed());
  }

  @Override
  public Partitioning partitioning() {
    return new Warehouses(settings.warehouses());
  }

  /**
   * Returns the keys of the warehouse and, if there is room for all of them, of its districts.
   * Among the customers and the stock of a warehouse, no record is much hotter than the others.
   */
  @Override
  public HotKeyPartitioning hottest(int ofPartition) {
    boolean districts = ofPartition > settings.districts();
    return (table, key, rest) ->
        switch (table.name()) {
          case "warehouse" -> ofPartition > 0;
          case "district" -> districts;
          default -> false;
        };
  }

  @Override
  public List<String> phases() {
    return phases.size() == 1 ? List.of() : phases.stream().map(TpccRedraws::words).toList();
  }

  @Override
  public RecordRun create(Database database) {
    return new TpccRun(phases, TpccTables.create(database, settings));
  }
}
