package dev.yardmaster.benchmarks.cli.bench;

import dev.yardmaster.benchmarks.cli.command.Environment;
import dev.yardmaster.benchmarks.cli.values.DecimalNumber;
import dev.yardmaster.benchmarks.cli.values.WholeNumber;
import dev.yardmaster.benchmarks.workload.stock.StockReads;
import dev.yardmaster.benchmarks.workload.stock.StockSettings;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Compares protocols of the in-process engine on random reads of TPC-C's stock. */
@Command(
    name = "stock",
    description = {
      "Runs transactions that read random rows of TPC-C's table STOCK and update a share of them on"
          + " the in-process engine under several protocols alternately, and reports throughput,"
          + " aborts, latency and allocated bytes. It is the microbenchmark of the ERMIA paper"
          + " (CSRG-623, section 4.2 and Figure 1), which drops aborted transactions, as --drop does.",
      "",
      "Every round loads a fresh table of 100,000 rows for each warehouse, warms up, records an"
          + " interval, and checks that the rows count the committed updates. ./yardmaster gives this"
          + " command 8 GiB of heap unless YARDMASTER_JVM_OPTIONS sets another size."
    },
    exitCodeList = {
      "0:fine",
      "1:a run failed: an invariant is broken, a history is not serializable, or a report could"
          + " not be written",
      "2:wrong usage",
      "130:ended by Ctrl-C"
    },
    footer = {
      "  yardmaster bench stock --protocols silo,si,ssn --drop",
      "  yardmaster bench stock --protocols silo,si,ssn --drop --reads 10000 --writes 0.1"
    })
final class StockCommand extends EngineCommand {

  /**
   * The upper bound of the number of rows to read that are drawn for each client. This number of
   * rows occupies 16 MiB.
   */
  private static final int MAX_DRAWN_ROWS = 1 << 22;

  private static final double PERCENT = 100;

  @Option(
      names = "--warehouses",
      paramLabel = "<n>",
      converter = WholeNumber.Warehouses.class,
      defaultValue = "24",
      description = "Number of warehouses, of 100,000 rows each; ${RANGE}.")
  private int warehouses;

  @Option(
      names = "--reads",
      paramLabel = "<n>",
      converter = WholeNumber.StockRows.class,
      defaultValue = "1000",
      description = "Number of different rows that a transaction reads; ${RANGE}.")
  private int reads;

  @Option(
      names = "--writes",
      paramLabel = "<percent>",
      converter = DecimalNumber.DecimalPercent.class,
      defaultValue = "1",
      description =
          "Share of the read rows that the transaction updates, in percent, rounded to whole rows;"
              + " ${RANGE}.")
  private double writes;

  StockCommand(Environment environment) {
    super(environment);
  }

  @Override
  public Integer call() throws IOException {
    if (engine().phases(command()) > 1) {
      throw new ParameterException(
          command(), "--redraw-ms is not for this command, whose load does not change");
    }
    StockSettings settings =
        StockSettings.of(warehouses, reads, writes / PERCENT, engine().seed())
            .withDrawn(drawn(engine().drawn(MAX_DRAWN_ROWS, command())));
    Map<String, Object> sizes = new LinkedHashMap<>();
    sizes.put("warehouses", warehouses);
    sizes.put("reads", reads);
    sizes.put("writes", writes);
    return compare(new StockReads(settings), sizes);
  }

  private int drawn(int most) {
    return Math.max(1, Math.min(most, MAX_DRAWN_ROWS / reads));
  }
}
