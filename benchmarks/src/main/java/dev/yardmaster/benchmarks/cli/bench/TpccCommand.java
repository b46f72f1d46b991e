package dev.yardmaster.benchmarks.cli.bench;

import dev.yardmaster.benchmarks.cli.command.Environment;
import dev.yardmaster.benchmarks.cli.values.Choice;
import dev.yardmaster.benchmarks.cli.values.DecimalNumber;
import dev.yardmaster.benchmarks.cli.values.WholeNumber;
import dev.yardmaster.benchmarks.workload.tpcc.Tpcc;
import dev.yardmaster.benchmarks.workload.tpcc.schema.CrossWarehouses;
import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccMix;
import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccSettings;
import dev.yardmaster.engine.protocol.Isolation;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Compares protocols of the in-process engine on TPC-C. */
@Command(
    name = "tpcc",
    description = {
      "Runs TPC-C's transactions on the in-process engine under several protocols alternately, and"
          + " reports throughput, aborts, latency and allocated bytes.",
      "",
      "Every round loads fresh tables, warms up, records an interval, and checks the consistency"
          + " conditions of the standard's clause 3.3.2. Clients have no think time, so the figures"
          + " are not tpmC. Clients take turns in receiving a home warehouse: with fewer workers"
          + " than warehouses, the remaining warehouses are no client's home. ./yardmaster gives"
          + " this command 8 GiB of heap, which suffices for about 40 warehouses, unless"
          + " YARDMASTER_JVM_OPTIONS sets another size."
    },
    exitCodeList = {
      "0:fine",
      "1:a run failed: a consistency condition is broken, a history is not serializable, or a"
          + " report could not be written",
      "2:wrong usage",
      "130:ended by Ctrl-C"
    },
    footer = {
      "  yardmaster bench tpcc --warehouses 2 --mix neworder-payment --protocols silo,wait-die",
      "  yardmaster bench tpcc --mix rocc --protocols rocc,lrv,gwv --scan-length 1000",
      "  yardmaster bench tpcc --protocols partcc,cormcc --warehouses 8 --cross-warehouses 4 --simulated 8",
      "  yardmaster bench tpcc --protocols silo,si --warehouses 8 --cross-warehouses 8 --cross-percent 1 --home-skew 0.8",
      "  yardmaster bench tpcc --protocols silo,silo+rc --simulated 16 --seconds 0.01"
    })
final class TpccCommand extends EngineCommand {

  /**
   * The upper bound of the number of transactions drawn for each client. This number of
   * transactions occupies about 30 MiB.
   */
  private static final int MAX_DRAWN = 1 << 17;

  private static final int DEFAULT_CROSS_PERCENT = 100;

  @Option(
      names = "--warehouses",
      paramLabel = "<n>",
      converter = WholeNumber.Warehouses.class,
      defaultValue = "2",
      description = "Number of warehouses, of about 100 MB each; ${RANGE}.")
  private int warehouses;

  @Option(
      names = "--mix",
      paramLabel = "<name>",
      converter = Choice.TpccMixName.class,
      defaultValue = "standard",
      description =
          "Which transactions: standard (45 %% NewOrder, 43 %% Payment, 4 %% each of OrderStatus,"
              + " Delivery and StockLevel), neworder-payment (half and half), or rocc (40 %%"
              + " Payment, 40 %% NewOrder, 10 %% a scan of customers with a reward for the "
              + "customer who has paid most, 4 %% OrderStatus, 4 %% Delivery, 2 %% StockLevel), or"
              + " random-1 to random-9 (random shares).")
  private TpccMix mix;

  @Option(
      names = "--scan-length",
      paramLabel = "<n>",
      converter = WholeNumber.ScannedCustomers.class,
      description =
          "Number of customers that a scan of --mix rocc visits; ${RANGE}. Default: 3000.")
  private Integer scanLength;

  @Option(
      names = "--stock-level",
      paramLabel = "<isolation>",
      converter = Choice.IsolationName.class,
      defaultValue = "serializable",
      description =
          "Isolation of StockLevel: serializable; snapshot; or read-committed, which the standard's"
              + " clause 2.8.2.3 allows. A protocol may isolate a transaction more. Default:"
              + " serializable.")
  private Isolation stockLevel;

  @Option(
      names = "--cross-warehouses",
      paramLabel = "<n>",
      converter = WholeNumber.SomeWarehouses.class,
      description =
          "Number of warehouses, beginning with the first, whose workers have transactions that"
              + " access two of these warehouses: a NewOrder gets half of its lines from another of"
              + " them, and a Payment is for a customer of another of them. All other transactions"
              + " access only the home warehouse; ${RANGE}. Default: the remote orders and payments of the standard.")
  private Integer crossWarehouses;

  @Option(
      names = "--cross-percent",
      paramLabel = "<percent>",
      converter = WholeNumber.Percent.class,
      description =
          "Share of these workers' NewOrders and Payments that access two warehouses, in percent;"
              + " ${RANGE}. Default: 100.")
  private Integer crossPercent;

  @Option(
      names = "--skew",
      paramLabel = "<theta>",
      converter = DecimalNumber.RecordSkew.class,
      description =
          "Skew with which customers, last names and items are drawn inside a warehouse: theta of"
              + " Zipf's law, 0 (uniform) to 2. Default: the non-uniform numbers of the standard.")
  private Double skew;

  @Option(
      names = "--home-skew",
      paramLabel = "<theta>",
      converter = DecimalNumber.RecordSkew.class,
      description =
          "Let each transaction draw its home warehouse: theta of Zipf's law, 0 (uniform) to 2."
              + " Default: each worker has one home warehouse.")
  private Double homeSkew;

  TpccCommand(Environment environment) {
    super(environment);
  }

  @Override
  public Integer call() throws IOException {
    Map<String, Object> sizes = new LinkedHashMap<>();
    sizes.put("warehouses", warehouses);
    sizes.put("mix", mix.name());
    sizes.put("stockLevel", Choice.IsolationName.nameOf(stockLevel));
    if (scanLength != null && !mix.equals(TpccMix.ROCC)) {
      throw new ParameterException(command(), "--scan-length=" + scanLength + " is for --mix rocc");
    }
    TpccSettings settings =
        TpccSettings.of(warehouses, mix, engine().seed())
            .withStockLevel(stockLevel)
            .withDrawn(engine().drawn(MAX_DRAWN, command()));
    if (mix.equals(TpccMix.ROCC)) {
      settings = scanLength == null ? settings : settings.withScanLength(scanLength);
      sizes.put("scanLength", settings.scanLength());
    }
    if (crossPercent != null && crossWarehouses == null) {
      throw new ParameterException(
          command(), "--cross-percent=" + crossPercent + " needs --cross-warehouses");
    }
    if (crossWarehouses != null) {
      sizes.put("crossWarehouses", crossWarehouses);
      sizes.put("crossPercent", crossPercent());
    }
    if (skew != null) {
      sizes.put("skew", skew);
    }
    if (homeSkew != null) {
      sizes.put("homeSkew", homeSkew);
    }
    return compare(workload(settings.withTheta(skew).withHomeTheta(homeSkew)), sizes);
  }

  private int crossPercent() {
    return crossPercent == null ? DEFAULT_CROSS_PERCENT : crossPercent;
  }

  private Tpcc workload(TpccSettings settings) {
    int phases = engine().phases(command());
    try {
      TpccSettings first =
          crossWarehouses == null
              ? settings
              : settings.withCross(new CrossWarehouses(crossWarehouses, crossPercent()));
      return phases == 1 ? new Tpcc(first) : Tpcc.redrawn(first, phases);
    } catch (IllegalArgumentException wrong) {
      throw new ParameterException(command(), wrong.getMessage());
    }
  }
}
