package dev.yardmaster.benchmarks.workload.ycsb;

import dev.yardmaster.benchmarks.workload.records.RecordRun;
import dev.yardmaster.benchmarks.workload.records.RecordWorkload;
import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.table.Partitioning;
import dev.yardmaster.engine.table.TableDefinition.Order;
import java.util.Locale;

/**
 * YCSB: requests to records of one table by Zipf's law (Cooper and others, SoCC 2010). A
 * transaction has several requests, as in the comparisons of Yu and others (VLDB 2014) and CCBench
 * (VLDB 2020).
 */
public final class Ycsb implements RecordWorkload {

  private final YcsbSettings settings;

  /** Creates the workload with some settings. */
  public Ycsb(YcsbSettings settings) {
    this.settings = settings;
  }

  @Override
  public String name() {
    return "ycsb-" + settings.mix().name();
  }

  @Override
  public String description() {
    YcsbMix mix = settings.mix();
    String bulk =
        mix.bulkPercent() == 0
            ? ""
            : String.format(
                Locale.ROOT,
                "; the last one of %d %% of transactions a scan of %,d keys",
                mix.bulkPercent(),
                settings.scanLength());
    String ranges =
        settings.order() == Order.HASHED
            ? ""
            : String.format(Locale.ROOT, " in ranges of %,d", settings.keysPerRange());
    return String.format(
        Locale.ROOT,
        "%,d records of %d bytes (%s%s), %s requests a transaction: %d %% reads, %d %% updates%s, "
            + "%d %% scans, %d %% inserts%s; Zipf theta %s, %s%s; seed %d",
        settings.records(),
        settings.recordBytes(),
        settings.order().name().toLowerCase(Locale.ROOT),
        ranges,
        settings.requests(),
        mix.readPercent(),
        mix.updatePercent(),
        mix.blindPercent() == 0 ? "" : " (" + mix.blindPercent() + " % blind)",
        mix.scanPercent(),
        mix.insertPercent(),
        bulk,
        settings.theta(),
        settings.scattered() ? "scattered" : "the most popular keys next to each other",
        settings.partitions().count() == 1 ? "" : ", " + settings.partitions(),
        settings.seed());
  }

  @Override
  public Partitioning partitioning() {
    return settings.partitions().count() == 1
        ? RecordWorkload.super.partitioning()
        : settings.partitions();
  }

  @Override
  public RecordRun create(Database database) {
    return new YcsbRun(settings, YcsbTable.create(database, settings));
  }
}
