package dev.yardmaster.benchmarks.cli.bench;

import dev.yardmaster.benchmarks.cli.command.Environment;
import dev.yardmaster.benchmarks.cli.values.Choice;
import dev.yardmaster.benchmarks.cli.values.DecimalNumber;
import dev.yardmaster.benchmarks.cli.values.KeyPlacement;
import dev.yardmaster.benchmarks.cli.values.WholeNumber;
import dev.yardmaster.benchmarks.workload.ycsb.RequestCounts;
import dev.yardmaster.benchmarks.workload.ycsb.Ycsb;
import dev.yardmaster.benchmarks.workload.ycsb.YcsbMix;
import dev.yardmaster.benchmarks.workload.ycsb.YcsbPartitions;
import dev.yardmaster.benchmarks.workload.ycsb.YcsbSettings;
import dev.yardmaster.engine.table.TableDefinition.Order;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Compares protocols of the in-process engine on YCSB. */
@Command(
    name = "ycsb",
    description = {
      "Runs YCSB on the in-process engine under several protocols alternately, and reports"
          + " throughput, aborts, latency and allocated bytes.",
      "",
      "Every round loads fresh tables, warms up, records an interval, and checks that the records'"
          + " counters add up to the committed updates (to at most as many with blind writes)."
          + " 10,000,000 records of 100 bytes occupy 2"
          + " GiB of heap, 3 GiB with multi-version. ./yardmaster gives this command 8 GiB unless"
          + " YARDMASTER_JVM_OPTIONS sets another size."
    },
    exitCodeList = {
      "0:fine",
      "1:a run failed: an invariant is broken, a history is not serializable, or a report could"
          + " not be written",
      "2:wrong usage",
      "130:ended by Ctrl-C"
    },
    footer = {
      "  yardmaster bench ycsb --protocols partcc,no-wait,silo --simulated 32 --partitions 32",
      "  yardmaster bench ycsb --protocols cormcc,silo --simulated 32 --partitions 32 --redraw-ms 10",
      "  yardmaster bench ycsb --protocols silo,tictoc,no-wait --records 10000000 --skew 0.9",
      "  yardmaster bench ycsb --protocols silo,silo+rc --simulated 28 --skew 0.99 --seconds 0.01",
      "  yardmaster bench ycsb --mix a --requests 4 --big-requests 16 --record-bytes 1000 --skew 0.99",
      "  yardmaster bench ycsb --mix e --check --records 10000 --seconds 1",
      "  yardmaster bench ycsb --mix hybrid --scan-length 1500 --skew 0.7 --protocols rocc,lrv,gwv"
    })
final class YcsbCommand extends EngineCommand {

  /**
   * The upper bound of the number of requests drawn for each client. This number of requests
   * occupies 64 MiB.
   */
  private static final int MAX_DRAWN_REQUESTS = 1 << 23;

  private static final int DEFAULT_BIG_PERCENT = 10;
  private static final int DEFAULT_CROSS_PERCENT = 100;

  @Option(
      names = "--records",
      paramLabel = "<n>",
      converter = WholeNumber.TableRecords.class,
      defaultValue = "1000000",
      description = "Records; ${RANGE}.")
  private int records;

  @Option(
      names = "--record-bytes",
      paramLabel = "<n>",
      converter = WholeNumber.RecordBytes.class,
      defaultValue = "100",
      description = "Length of a record, in bytes; ${RANGE}.")
  private int recordBytes;

  @Option(
      names = "--skew",
      paramLabel = "<theta>",
      converter = DecimalNumber.RecordSkew.class,
      defaultValue = "0.9",
      description = "Skew with which keys are drawn: theta of Zipf's law, 0 (uniform) to 2.")
  private double skew;

  @Option(
      names = "--requests",
      paramLabel = "<n>",
      converter = WholeNumber.Requests.class,
      description =
          "Number of requests of a transaction, each with a different key; ${RANGE}. Default: 16, but 5 for"
              + " mix hybrid.")
  private Integer requests;

  @Option(
      names = "--big-requests",
      paramLabel = "<n>",
      converter = WholeNumber.Requests.class,
      description =
          "Number of requests of a big transaction; ${RANGE}. The latencies of big and small"
              + " transactions are also reported separately. Default: no transaction is big.")
  private Integer bigRequests;

  @Option(
      names = "--big-percent",
      paramLabel = "<percent>",
      converter = WholeNumber.Percent.class,
      description =
          "Share of big transactions, with --big-requests, in percent; ${RANGE}. Default: 10.")
  private Integer bigPercent;

  @Option(
      names = "--mix",
      paramLabel = "<name>",
      converter = Choice.YcsbMixName.class,
      defaultValue = "rmw",
      description =
          "The requests: rmw (half reads, half read-modify-writes), a (the same), b (95 %% reads),"
              + " c (reads), e (95 %% scans of 1 to 100 records, 5 %% inserts), hybrid (updates;"
              + " in 10 %% of transactions the last request is a scan).")
  private YcsbMix mix;

  @Option(
      names = "--reads",
      paramLabel = "<percent>",
      converter = WholeNumber.Percent.class,
      description = "Share of reads in the mix rmw, in percent; ${RANGE}. Default: 50.")
  private Integer reads;

  @Option(
      names = "--blind",
      paramLabel = "<percent>",
      converter = WholeNumber.Percent.class,
      defaultValue = "0",
      description =
          "Share of the updates that are blind writes, which replace the record and do not read it,"
              + " in percent; ${RANGE}.")
  private int blind;

  @Option(
      names = "--index",
      paramLabel = "<kind>",
      converter = Choice.IndexOrder.class,
      description =
          "The index of the records: hashed or ordered. Default: hashed, but ordered for mixes"
              + " with scans.")
  private Order order;

  @Option(
      names = "--scan-length",
      paramLabel = "<n>",
      converter = WholeNumber.ScanLength.class,
      description = "Number of keys that a scan of mix hybrid visits; ${RANGE}. Default: 100.")
  private Integer scanLength;

  @Option(
      names = "--ranges",
      paramLabel = "<n>",
      converter = WholeNumber.LogicalRanges.class,
      defaultValue = "16384",
      description =
          "Number of logical ranges into which an ordered table is divided, for rocc, mvrcc "
              + "and similar protocols; ${RANGE}.")
  private int ranges;

  @Option(
      names = "--keys",
      paramLabel = "<placement>",
      converter = Choice.Placement.class,
      description =
          "The popular keys: scattered over the table, or next to each other in the order of their"
              + " popularity. Default: scattered, but popularity for mix hybrid.")
  private KeyPlacement placement;

  @Option(
      names = "--partitions",
      paramLabel = "<n>",
      converter = WholeNumber.Partitions.class,
      defaultValue = "1",
      description =
          "Number of partitions of the records, for partcc, cormcc and hybrid; ${RANGE}. The skew"
              + " applies inside each partition. Each worker's requests go to one partition; the"
              + " partitions are assigned to the workers in turn.")
  private int partitions;

  @Option(
      names = "--cross-partitions",
      paramLabel = "<n>",
      converter = WholeNumber.SomePartitions.class,
      defaultValue = "0",
      description =
          "Number of partitions, beginning with the first, whose workers have cross-partition"
              + " transactions: half of the requests of such a transaction go to another of these"
              + " partitions; ${RANGE}.")
  private int crossPartitions;

  @Option(
      names = "--cross-percent",
      paramLabel = "<percent>",
      converter = WholeNumber.Percent.class,
      description =
          "Share of the transactions of these workers that are cross-partition, in percent;"
              + " ${RANGE}. Default: 100.")
  private Integer crossPercent;

  @Option(
      names = "--read-only-partitions",
      paramLabel = "<n>",
      converter = WholeNumber.SomePartitions.class,
      defaultValue = "0",
      description = "Number of partitions, ending with the last, that are only read; ${RANGE}.")
  private int readOnlyPartitions;

  YcsbCommand(Environment environment) {
    super(environment);
  }

  @Override
  public Integer call() throws IOException {
    Map<String, Object> sizes = new LinkedHashMap<>();
    sizes.put("records", records);
    sizes.put("recordBytes", recordBytes);
    sizes.put("skew", skew);
    YcsbSettings settings = settings();
    sizes.put("requests", settings.requests().small());
    if (settings.requests().hasBig()) {
      sizes.put("bigRequests", settings.requests().big());
      sizes.put("bigPercent", settings.requests().bigPercent());
    }
    sizes.put("mix", mix.name());
    if (reads != null) {
      sizes.put("reads", reads);
    }
    sizes.put("blind", blind);
    sizes.put("index", settings.order().name().toLowerCase(Locale.ROOT));
    sizes.put("keys", settings.scattered() ? "scattered" : "popularity");
    if (settings.order() == Order.ORDERED) {
      sizes.put("ranges", settings.ranges());
    }
    if (partitions > 1) {
      sizes.put("partitions", partitions);
      sizes.put("crossPartitions", crossPartitions);
      sizes.put("crossPercent", crossPercent());
      sizes.put("readOnlyPartitions", readOnlyPartitions);
    }
    if (mix.bulkPercent() > 0) {
      sizes.put("scanLength", settings.scanLength());
    }
    return compare(workload(settings), sizes);
  }

  private Ycsb workload(YcsbSettings settings) {
    int phases = engine().phases(command());
    try {
      return phases == 1 ? new Ycsb(settings) : Ycsb.redrawn(settings, phases);
    } catch (IllegalArgumentException wrong) {
      throw new ParameterException(command(), "--redraw-ms: " + wrong.getMessage());
    }
  }

  private YcsbSettings settings() {
    if (reads != null && !mix.name().equals("rmw")) {
      throw new ParameterException(
          command(), "--reads=" + reads + " is for --mix rmw, not " + mix.name());
    }
    if (partitions == 1 && crossPartitions + readOnlyPartitions > 0) {
      throw new ParameterException(
          command(), "--cross-partitions and --read-only-partitions need --partitions");
    }
    if (crossPercent != null && crossPartitions == 0) {
      throw new ParameterException(
          command(), "--cross-percent=" + crossPercent + " needs --cross-partitions");
    }
    if (blind > 0 && (reads == null ? mix.updatePercent() : 100 - reads) == 0) {
      throw new ParameterException(
          command(), "--blind=" + blind + " is a share of updates, which the mix does not have");
    }
    if (bigPercent != null && bigRequests == null) {
      throw new ParameterException(
          command(), "--big-percent=" + bigPercent + " needs --big-requests");
    }
    if (order == Order.HASHED && mix.scans()) {
      throw new ParameterException(
          command(), "--mix=" + mix.name() + " scans, so it needs --index ordered");
    }
    if (scanLength != null && mix.bulkPercent() == 0) {
      throw new ParameterException(
          command(), "--scan-length=" + scanLength + " is for --mix hybrid");
    }
    if (scanLength != null && scanLength > records) {
      throw new ParameterException(
          command(),
          "--scan-length=" + scanLength + " exceeds the number of records: --records=" + records);
    }
    YcsbMix wanted = (reads == null ? mix : YcsbMix.rmw(reads)).withBlind(blind);
    YcsbSettings settings =
        YcsbSettings.of(records, wanted, skew, engine().seed())
            .withRecordBytes(recordBytes)
            .withRanges(ranges);
    settings = requests == null ? settings : settings.withRequests(requests);
    settings = bigRequests == null ? settings : settings.withRequests(withBig(settings));
    settings = scanLength == null ? settings : settings.withScanLength(scanLength);
    settings =
        placement == null ? settings : settings.withScattered(placement == KeyPlacement.SCATTERED);
    settings = order == null ? settings : settings.withOrder(order);
    settings = partitions == 1 ? settings : partitioned(settings);
    if (crossPartitions > 0 && settings.requests().most() == 1) {
      throw new ParameterException(
          command(),
          "--cross-partitions="
              + crossPartitions
              + " needs transactions of at least 2 requests, not --requests=1");
    }
    return settings.withDrawn(
        engine().drawn(MAX_DRAWN_REQUESTS / settings.requests().most(), command()));
  }

  private YcsbSettings partitioned(YcsbSettings settings) {
    try {
      return settings.withPartitions(
          new YcsbPartitions(partitions, crossPartitions, crossPercent(), readOnlyPartitions));
    } catch (IllegalArgumentException wrong) {
      throw new ParameterException(
          command(), "--partitions=" + partitions + ": " + wrong.getMessage());
    }
  }

  private int crossPercent() {
    return crossPercent == null ? DEFAULT_CROSS_PERCENT : crossPercent;
  }

  private RequestCounts withBig(YcsbSettings settings) {
    return new RequestCounts(
        settings.requests().small(),
        bigRequests,
        bigPercent == null ? DEFAULT_BIG_PERCENT : bigPercent);
  }
}
