package dev.yardmaster.benchmarks.cli.bench;

import dev.yardmaster.benchmarks.cli.command.Environment;
import dev.yardmaster.benchmarks.cli.values.Choice;
import dev.yardmaster.benchmarks.cli.values.WholeNumber;
import dev.yardmaster.benchmarks.workload.tpce.Tpce;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceMix;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceSettings;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Compares protocols of the in-process engine on TPC-E. */
@Command(
    name = "tpce",
    description = {
      "Runs TPC-E's ten transactions on the in-process engine under several protocols alternately,"
          + " and reports throughput, aborts, latency and allocated bytes, also for each type of"
          + " transaction.",
      "",
      "Every round loads fresh tables, warms up, records an interval, and checks the consistency"
          + " conditions of the standard's clause 7.3 and others. The mix hybrid adds the"
          + " analytic transaction of the ERMIA paper (CSRG-623, section 4.2): the total assets"
          + " of a group of accounts. Clients have no think time, so the figures are not tpsE."
          + " Before a round, customers / scale-factor * days * 28800 trades are loaded: 2.88"
          + " million by default. ./yardmaster gives this command 8 GiB of heap, which suffices for"
          + " the default, unless YARDMASTER_JVM_OPTIONS sets another size. Fewer --days, fewer"
          + " --customers or --quick load less."
    },
    exitCodeList = {
      "0:fine",
      "1:a run failed: a consistency condition is broken, a history is not serializable, or a"
          + " report could not be written",
      "2:wrong usage",
      "130:ended by Ctrl-C"
    },
    footer = {
      "  yardmaster bench tpce --quick --protocols silo,multi-version",
      "  yardmaster bench tpce --mix hybrid --group 60 --drop --protocols silo,multi-version",
      "  yardmaster bench tpce --quick --mix hybrid --protocols silo --simulated 24 --seconds 0.01"
    })
final class TpceCommand extends EngineCommand {

  /**
   * The upper bound of the number of transactions drawn for each client. This number of
   * transactions occupies about 10 MiB.
   */
  private static final int MAX_DRAWN = 1 << 17;

  private static final int CUSTOMERS = 5_000;
  private static final int QUICK_CUSTOMERS = 1_000;
  private static final int DAYS = 10;
  private static final int QUICK_DAYS = 1;
  private static final int GROUP = 20;

  @Option(
      names = "--customers",
      paramLabel = "<n>",
      converter = WholeNumber.TpceCustomers.class,
      description =
          "Number of customers, a multiple of 100. Each has 5 accounts on average, and 1,000 of them"
              + " have 500 companies and 685 securities; ${RANGE}. Default: 5000, and 1000 with"
              + " --quick.")
  private Integer customers;

  @Option(
      names = "--days",
      paramLabel = "<n>",
      converter = WholeNumber.TradingDays.class,
      description =
          "Number of trading days whose trades are loaded; ${RANGE}. Default: 10, and 1 with"
              + " --quick.")
  private Integer days;

  @Option(
      names = "--scale-factor",
      paramLabel = "<n>",
      converter = WholeNumber.ScaleFactor.class,
      defaultValue = "500",
      description =
          "Number of customers for each loaded trade per second of a trading day; ${RANGE}.")
  private int scaleFactor;

  @Option(
      names = "--mix",
      paramLabel = "<name>",
      converter = Choice.TpceMixName.class,
      defaultValue = "original",
      description =
          "Which transactions: original (4.9 %% broker-volume, 13 %% customer-position, 1 %%"
              + " market-feed, 18 %% market-watch, 14 %% security-detail, 8 %% trade-lookup, 10.1 %%"
              + " trade-order, 10 %% trade-result, 19 %% trade-status, 2 %% trade-update), or hybrid"
              + " (8 %% customer-position, 13 %% market-watch and 9 %% trade-status, the others the"
              + " same, and 20 %% analytic).")
  private TpceMix mix;

  @Option(
      names = "--group",
      paramLabel = "<percent>",
      converter = WholeNumber.GroupPercent.class,
      description =
          "Share of all accounts that an analytic transaction of --mix hybrid reads, in percent;"
              + " ${RANGE}. Default: 20.")
  private Integer group;

  TpceCommand(Environment environment) {
    super(environment);
  }

  @Override
  public Integer call() throws IOException {
    if (group != null && !mix.isHybrid()) {
      throw new ParameterException(command(), "--group=" + group + " is for --mix hybrid");
    }
    if (engine().phases(command()) > 1) {
      throw new ParameterException(
          command(), "--redraw-ms is not for this command, whose load does not change");
    }
    TpceSettings settings = settings();
    Map<String, Object> sizes = new LinkedHashMap<>();
    sizes.put("customers", settings.customers());
    sizes.put("days", settings.days());
    sizes.put("scaleFactor", settings.scaleFactor());
    sizes.put("mix", mix.label());
    if (mix.isHybrid()) {
      sizes.put("group", settings.groupPercent());
    }
    return compare(new Tpce(settings), sizes);
  }

  private TpceSettings settings() {
    boolean isQuick = engine().isQuick();
    try {
      return TpceSettings.of(
              customers != null ? customers : isQuick ? QUICK_CUSTOMERS : CUSTOMERS,
              days != null ? days : isQuick ? QUICK_DAYS : DAYS,
              scaleFactor,
              mix,
              group != null ? group : GROUP,
              engine().seed())
          .withDrawn(engine().drawn(MAX_DRAWN, command()));
    } catch (IllegalArgumentException wrong) {
      throw new ParameterException(command(), wrong.getMessage());
    }
  }
}
