package dev.yardmaster.benchmarks.workload.tpce;

import dev.yardmaster.benchmarks.workload.records.RecordRun;
import dev.yardmaster.benchmarks.workload.records.RecordWorkload;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceSettings;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceTables;
import dev.yardmaster.engine.Database;
import java.util.Locale;

/**
 * TPC-E (standard specification, revision 1.14): customers order trades of securities at brokers,
 * and the market completes these trades. Each client simulates a part of the market for the trades
 * that it has submitted. There is no think time.
 */
public final class Tpce implements RecordWorkload {

  private final TpceSettings settings;

  /** Creates the workload with some settings. */
  public Tpce(TpceSettings settings) {
    this.settings = settings;
  }

  @Override
  public String name() {
    return "tpce-" + settings.mix().label();
  }

  @Override
  public String description() {
    return String.format(
        Locale.ROOT,
        "%,d customers with %,d accounts, %,d securities, %d brokers, %,d loaded trades; %s%s;"
            + " seed %d",
        settings.customers(),
        settings.accounts(),
        settings.securities(),
        settings.brokers(),
        settings.trades(),
        settings.mix().shares(),
        settings.mix().isHybrid()
            ? String.format(
                Locale.ROOT,
                " of %d %% of the accounts (%,d)",
                settings.groupPercent(),
                settings.groupAccounts())
            : "",
        settings.seed());
  }

  @Override
  public RecordRun create(Database database) {
    return new TpceRun(settings, TpceTables.create(database, settings));
  }
}
