package dev.yardmaster.benchmarks.cli.bench;

import dev.yardmaster.benchmarks.cli.command.Environment;
import dev.yardmaster.benchmarks.cli.command.MeasurementCommand;
import dev.yardmaster.benchmarks.cli.options.PostgresOptions;
import dev.yardmaster.benchmarks.cli.options.ReportFileOptions;
import dev.yardmaster.benchmarks.cli.options.ReportFiles;
import dev.yardmaster.benchmarks.cli.options.ShortIntervals;
import dev.yardmaster.benchmarks.cli.options.SlicesOptions;
import dev.yardmaster.benchmarks.cli.options.SqlBankOptions;
import dev.yardmaster.benchmarks.cli.values.Choice;
import dev.yardmaster.benchmarks.cli.values.DistinctList;
import dev.yardmaster.benchmarks.cli.values.Switch;
import dev.yardmaster.benchmarks.cli.values.WholeNumber;
import dev.yardmaster.benchmarks.jdbc.Backoff;
import dev.yardmaster.benchmarks.jdbc.JdbcComparison;
import dev.yardmaster.benchmarks.jdbc.JdbcPlan;
import dev.yardmaster.benchmarks.jdbc.JdbcReport;
import dev.yardmaster.benchmarks.jdbc.JdbcSideName;
import dev.yardmaster.benchmarks.jdbc.bank.BankLogic;
import dev.yardmaster.benchmarks.jdbc.bank.BankTables;
import dev.yardmaster.benchmarks.jdbc.slices.SlicesComparison;
import dev.yardmaster.benchmarks.jdbc.slices.SlicesPlan;
import dev.yardmaster.benchmarks.jdbc.slices.SlicesReport;
import dev.yardmaster.benchmarks.measure.ProgressListener;
import dev.yardmaster.benchmarks.postgres.PostgresServer;
import dev.yardmaster.benchmarks.report.Report;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import java.io.IOException;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Compares ways to run transactions on PostgreSQL at SERIALIZABLE. */
@Command(
    name = "jdbc",
    description = {
      "Compares ways to run smallbank on PostgreSQL at SERIALIZABLE, and reports throughput,"
          + " aborts and latency. Starts its own server, from binaries that come with the build."
          + " With --url, uses a running server.",
      "",
      "In nobatch each client has a connection and sends one statement per round trip; a"
          + " transaction that ends in a conflict is run again. nobatch-procedure does the same"
          + " with one function call per transaction. cap is nobatch or nobatch-procedure, by"
          + " --logic, with a limit on the transactions that run at once. batch is a scheduler"
          + " that collects transactions and spreads them over its connections. reorder is the"
          + " same scheduler, which also knows the rows of each transaction and runs transactions"
          + " that conflict one after the other; its clients have no threads. reorder-threads is"
          + " reorder with a waiting thread for each client. early-release is reorder whose"
          + " transactions release their rows before their commit is flushed; it needs"
          + " --forced-writes on. joined is reorder whose transactions of a chain share a database"
          + " transaction, and joined-early-release is both. drop-in is the application of nobatch"
          + " with another JDBC URL, whose driver makes conflicting transactions wait."
          + " pass-through is the same driver with scheduling off.",
      "",
      "With --slices, compares only the drop-in driver with the plain driver, on the same tables in"
          + " alternating slices of a second, with smallbank and ycsb (transactions of four"
          + " requests, half of them updates). Shows a table with a row for each combination of"
          + " workload, forced writes, connections, skew and pool.",
      "",
      "Without --slices, every round loads fresh tables, warms up, records an interval, and checks that the sum of"
          + " all accounts matches the committed transactions to the cent."
    },
    exitCodeList = {
      "0:fine; a missed bar does not count as a failure",
      "1:a run failed: money is missing, a history is not serializable, the server does not start"
          + " or answer, or a report could not be written",
      "2:wrong usage",
      "130:ended by Ctrl-C"
    },
    footer = {
      "  yardmaster bench jdbc --sides nobatch,reorder --skew 1.2 --connections 16",
      "  yardmaster bench jdbc --sides nobatch-procedure,cap --logic procedure --skew 0.9,1.2",
      "  yardmaster bench jdbc --sides nobatch --check --seconds 2 --repeats 1",
      "  yardmaster bench jdbc --slices --quick"
    })
final class JdbcCommand extends MeasurementCommand {

  private static final long SLICE_NS = 1_000_000_000L;
  private static final double NS_PER_SECOND = 1e9;

  @Option(
      names = "--sides",
      paramLabel = "<list>",
      converter = DistinctList.JdbcSides.class,
      defaultValue = "nobatch,reorder",
      description =
          "The sides to compare, comma-separated: ${RANGE}; ratios are to the first side.")
  private DistinctList<JdbcSideName> sides;

  @Option(
      names = "--logic",
      paramLabel = "<kind>",
      converter = Choice.BankLogicName.class,
      defaultValue = "interactive",
      description =
          "How a side that supports both runs a transaction: interactive (one statement per round"
              + " trip, between BEGIN and COMMIT) or procedure (one function call in auto-commit"
              + " mode). With point-select there is no bank: each transaction reads one row by its"
              + " key, which shows the cost of a driver.")
  private BankLogic logic;

  @Option(
      names = "--cap",
      paramLabel = "<n>",
      converter = WholeNumber.Cap.class,
      defaultValue = "tune",
      description =
          "Number of transactions that the side cap runs at once; ${RANGE}, or tune, which tries"
              + " several limits first and uses the best.")
  private int cap;

  @Option(
      names = "--lanes",
      paramLabel = "<n>",
      converter = WholeNumber.Cap.class,
      defaultValue = "tune",
      description =
          "Number of transactions that each of the sides batch, reorder and drop-in runs at once,"
              + " which is also the number of connections of batch and reorder; ${RANGE}, or tune, as"
              + " for --cap.")
  private int lanes;

  @Option(
      names = "--connections",
      paramLabel = "<list>",
      converter = DistinctList.Connections.class,
      defaultValue = "16",
      description =
          "Number of clients, each with one transaction in flight, and of connections on sides"
              + " with a connection per client; ${RANGE}, one or several, comma-separated.")
  private DistinctList<Integer> connections;

  @ArgGroup(validate = false, heading = "%nWorkload:%n")
  private final SqlBankOptions bank = new SqlBankOptions();

  @ArgGroup(validate = false, heading = "%nSlices:%n")
  private final SlicesOptions slices = new SlicesOptions();

  @ArgGroup(validate = false, heading = "%nServer:%n")
  private final PostgresOptions postgres = new PostgresOptions();

  @ArgGroup(validate = false, heading = "%nComparison:%n")
  private final ShortIntervals intervals = new ShortIntervals();

  @Option(
      names = "--check",
      description =
          "Record the values that each transaction read, and check that each round's history is"
              + " serializable and that no transaction was applied twice. Recording slows all sides"
              + " down, so the figures are not comparable with figures of runs without this "
              + "option. This option needs PostgreSQL 18."
              + " Default: off.")
  private boolean check;

  @Mixin private ReportFileOptions reports;

  JdbcCommand(Environment environment) {
    super(environment);
  }

  @Override
  public Integer call() throws IOException {
    postgres.check(slices.isOn(), command());
    slices.check(connections.values(), command());
    for (JdbcSideName side : sides.values()) {
      if (side.needsForcedWrites() && postgres.forcedWrites() == Switch.OFF) {
        throw new ParameterException(
            command(), "--sides: " + side.label() + " needs a server with --forced-writes on");
      }
    }
    ReportFiles files = reports.files(command());
    if (slices.isOn()) {
      return run(SlicesReport.description(), files, this::measureInSlices);
    }
    return run("smallbank on PostgreSQL: " + bank.description(), files, this::measure);
  }

  @Override
  protected String goodNews() {
    return check
        ? "Every round's history is serializable, and contains every transaction " + "once."
        : "";
  }

  private Report measure(ProgressListener progress) throws InterruptedException {
    JdbcPlan plan =
        new JdbcPlan(
            sides.values(),
            logic,
            cap,
            lanes,
            0,
            bank.lockOrder(),
            bank.customers(),
            bank.skews(),
            connections.values(),
            intervals.seed(),
            intervals.warmUpNs(),
            intervals.recordedNs(),
            intervals.repeats(),
            check);
    try (PostgresServer server = postgres.open()) {
      JdbcComparison comparison = new JdbcComparison(plan, server, environment().clock(), progress);
      List<JdbcComparison.Found> found = comparison.run();
      Map<String, Object> settings = settings(plan);
      settings.put("postgres", server.settings());
      return judged(
          JdbcReport.of(
              bank.description(),
              settings,
              check,
              "on".equals(server.settings().get("fsync")),
              found));
    } catch (SQLException e) {
      throw new WorkloadFailure("the server does not answer: " + e.getMessage(), e);
    }
  }

  private Report measureInSlices(ProgressListener progress) throws InterruptedException {
    SlicesPlan plan = slicesPlan();
    SlicesComparison comparison =
        new SlicesComparison(
            plan,
            forced -> postgres.open(forced ? Switch.ON : Switch.OFF),
            environment().clock(),
            progress,
            cell -> {
              command().getErr().println(SlicesReport.line(cell));
              command().getErr().flush();
            });
    SlicesComparison.Found found = comparison.run();
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("customers", plan.customers());
    settings.put("rows", plan.rows());
    settings.put("lockOrder", plan.lockOrder().label());
    settings.put("retryPause", Backoff.STANDARD.toString());
    settings.put("fillfactor", BankTables.FILLFACTOR);
    settings.put("server", serverText());
    settings.put("seed", plan.seed());
    settings.put("warmupSeconds", plan.warmUpNs() / NS_PER_SECOND);
    settings.put("seconds", plan.sliceNs() / NS_PER_SECOND);
    settings.put("pairs", plan.pairs());
    settings.put("processes", plan.processes());
    settings.put("postgres", found.servers());
    return judged(SlicesReport.of(settings, found.cells()));
  }

  private Report judged(Report report) {
    return intervals.isQuick() ? report.withoutVerdicts() : report;
  }

  private SlicesPlan slicesPlan() {
    boolean quick = intervals.isQuick();
    long sliceNs =
        givenOr("--seconds", intervals.recordedNs(), quick ? intervals.recordedNs() : SLICE_NS);
    List<Switch> forcedWrites =
        postgres.isGiven() || quick ? List.of(Switch.OFF) : List.of(Switch.ON, Switch.OFF);
    return new SlicesPlan(
        slices.workloads(),
        postgres.forcedWrites(forcedWrites).stream().map(each -> each == Switch.ON).toList(),
        givenOr("--connections", connections.values(), quick ? List.of(16) : List.of(2, 16, 64)),
        givenOr("--skew", bank.skews(), quick ? List.of(0.9, 1.2) : List.of(0.0, 0.9, 1.2)),
        slices.pools(quick),
        bank.lockOrder(),
        bank.customers(),
        slices.rows(),
        intervals.seed(),
        givenOr("--warmup", intervals.warmUpNs(), sliceNs),
        sliceNs,
        slices.processes(),
        slices.pairs(quick));
  }

  /** Returns the value of an option if the command line names it, and another value otherwise. */
  private <T> T givenOr(String option, T given, T otherwise) {
    return SlicesOptions.isGiven(option, command()) ? given : otherwise;
  }

  private String serverText() {
    return postgres.isGiven() ? "given" : "started here";
  }

  private Map<String, Object> settings(JdbcPlan plan) {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("customers", plan.customers());
    settings.put("skew", plan.skews());
    settings.put("connections", plan.connections());
    settings.put("logic", plan.logic().label());
    settings.put("cap", plan.cap() == 0 ? "tune" : plan.cap());
    settings.put("lanes", plan.lanes() == 0 ? "tune" : plan.lanes());
    settings.put("lockOrder", plan.lockOrder().label());
    settings.put("retryPause", Backoff.STANDARD.toString());
    settings.put("fillfactor", BankTables.FILLFACTOR);
    settings.put("server", serverText());
    if (!postgres.isGiven()) {
      settings.put("forcedWrites", postgres.forcedWrites().name().toLowerCase(Locale.ROOT));
    }
    settings.put("checked", plan.isChecked());
    settings.put("seed", plan.seed());
    intervals.put(settings);
    return settings;
  }
}
