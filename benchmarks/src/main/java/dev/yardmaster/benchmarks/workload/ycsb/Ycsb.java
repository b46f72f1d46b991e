package dev.yardmaster.benchmarks.workload.ycsb;

import dev.yardmaster.benchmarks.workload.ScatteredKeys;
import dev.yardmaster.benchmarks.workload.records.RecordRun;
import dev.yardmaster.benchmarks.workload.records.RecordWorkload;
import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.protocol.hybrid.HotKeyPartitioning;
import dev.yardmaster.engine.table.Partitioning;
import dev.yardmaster.engine.table.TableDefinition.Order;
import java.util.List;
import java.util.Locale;

/**
 * YCSB: requests to records of one table, with keys drawn by Zipf's law (Cooper and others, SoCC
 * 2010). A transaction has several requests, as in the comparisons of Yu and others (VLDB 2014) and
 * CCBench (VLDB 2020).
 */
public final class Ycsb implements RecordWorkload {

  private final List<YcsbSettings> phases;
  private final YcsbSettings settings;
  private final Partitioning partitioning;

  /** Creates the workload with some settings. */
  public Ycsb(YcsbSettings settings) {
    this(List.of(settings));
  }

  private Ycsb(List<YcsbSettings> phases) {
    this(
        phases,
        phases.get(0).partitions().count() == 1
            ? Partitioning.hashed(PARTITIONS)
            : phases.get(0).partitions());
  }

  private Ycsb(List<YcsbSettings> phases, Partitioning partitioning) {
    this.phases = phases;
    this.partitioning = partitioning;
    settings = phases.get(0);
  }

  /**
   * Returns a workload with a load that changes. Each phase draws the share of reads, the number of
   * requests, the skew and the cross-partition transactions anew, as in the CormCC paper (USENIX
   * ATC 2018, section 6.4). All choices follow from the seed.
   *
   * @param first the settings of the first phase
   * @param phases number of phases of the recorded interval, at least 1
   * @throws IllegalArgumentException if there is only one partition, the mix has more than reads
   *     and read-modify-writes, or transactions have several sizes
   */
  public static Ycsb redrawn(YcsbSettings first, int phases) {
    return new Ycsb(YcsbRedraws.of(first, phases));
  }

  /**
   * Returns this workload with the keys assigned to partitions by hash, so that a transaction may
   * access any partition.
   */
  public Ycsb hashedInto(int partitions) {
    return new Ycsb(phases, Partitioning.hashed(partitions));
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
            + "%d %% scans, %d %% inserts%s; Zipf theta %s, %s%s%s; seed %d",
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
        phases.size() == 1 ? "" : "; then drawn anew, phases: " + phases.size(),
        settings.seed());
  }

  @Override
  public Partitioning partitioning() {
    return partitioning;
  }

  @Override
  public List<String> phases() {
    return phases.size() == 1 ? List.of() : phases.stream().map(YcsbRedraws::words).toList();
  }

  /** Returns the most popular keys of each partition. */
  @Override
  public HotKeyPartitioning hottest(int ofPartition) {
    int partitions = settings.partitions().count();
    ScatteredKeys keys = new ScatteredKeys(settings.records() / partitions);
    return (table, key, rest) -> {
      long inPartition = key / partitions;
      long rank = settings.scattered() ? keys.rankOf(inPartition) : inPartition;
      return rank < ofPartition && key < settings.records();
    };
  }

  @Override
  public RecordRun create(Database database) {
    return create(YcsbTable.create(database, settings));
  }

  /** Creates the state of one run on a table. */
  RecordRun create(YcsbTable table) {
    return new YcsbRun(phases, table);
  }
}
