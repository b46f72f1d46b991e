package dev.yardmaster.benchmarks.cli.bench;

import dev.yardmaster.benchmarks.backend.BackEnds;
import dev.yardmaster.benchmarks.cli.command.Environment;
import dev.yardmaster.benchmarks.cli.command.MeasurementCommand;
import dev.yardmaster.benchmarks.cli.options.BackEndOptions;
import dev.yardmaster.benchmarks.cli.options.ComparisonOptions;
import dev.yardmaster.benchmarks.cli.options.HistoryCheckOptions;
import dev.yardmaster.benchmarks.cli.options.OpenLoadOptions;
import dev.yardmaster.benchmarks.cli.options.PipelineOptions;
import dev.yardmaster.benchmarks.cli.options.RemoteServerOptions;
import dev.yardmaster.benchmarks.cli.options.ReportFiles;
import dev.yardmaster.benchmarks.cli.options.ReportOptions;
import dev.yardmaster.benchmarks.cli.options.WorkloadOptions;
import dev.yardmaster.benchmarks.jdbc.keyvalue.KeyValueService;
import dev.yardmaster.benchmarks.load.OpenLoad;
import dev.yardmaster.benchmarks.measure.Side;
import dev.yardmaster.benchmarks.run.Experiment;
import dev.yardmaster.benchmarks.run.Histories;
import dev.yardmaster.benchmarks.run.PipelineReport;
import dev.yardmaster.benchmarks.run.PipelineRounds;
import dev.yardmaster.benchmarks.run.PipelineRunSettings;
import dev.yardmaster.benchmarks.run.PipelineSide;
import dev.yardmaster.benchmarks.wire.RemoteServer;
import dev.yardmaster.benchmarks.wire.ServerSide;
import dev.yardmaster.benchmarks.wire.WireLoad;
import dev.yardmaster.benchmarks.wire.WireReport;
import dev.yardmaster.benchmarks.wire.WireSideName;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.workloads.Workload;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** Compares modes of the embedded pipeline on a workload. */
@Command(
    name = "bench",
    description = {
      "Runs a workload on the embedded pipeline in several modes alternately, and reports"
          + " throughput, aborts, restarts and latency. With --server, runs the workload on a"
          + " running server instead; with --on, on several back ends alternately. A workload of"
          + " your own runs with --class-path; see docs/guide-workloads.md.",
      "",
      "Every round loads a fresh service, warms up, records an interval, and checks that no"
          + " committed write was lost: in smallbank the sum of all accounts must match the"
          + " committed transactions to the cent. A durable side is opened again, and the data it"
          + " recovers"
    },
    exitCodeList = {
      "0:fine",
      "1:a run failed: an invariant is broken, a transaction ended with an unexpected outcome, or"
          + " a report could not be written",
      "2:wrong usage",
      "130:ended by Ctrl-C"
    },
    footer = {
      "  yardmaster bench smallbank",
      "  yardmaster bench micro --skew 0.8 --modes base,srvc:mc,srvc:rdeg --seconds 10",
      "  yardmaster bench smallbank --modes base,base+repair,full --logic interactive",
      "  yardmaster bench smallbank --modes full --rate 50000",
      "  yardmaster bench smallbank --server localhost:7411 --concurrency 1000",
      "  yardmaster bench smallbank --on pipeline,server,engine,jdbc"
    })
public final class BenchCommand extends MeasurementCommand {

  /** The side that supplies the pipeline's settings in a comparison with other back ends. */
  private static final String TUNED = "auto";

  private static final String BACK_ENDS_NOTE =
      "Each round started its back end without data, loaded it, and checked the workload's"
          + " invariant. The server had a process of its own on this machine; PostgreSQL ran at"
          + " SERIALIZABLE and forced each commit to disk unless a running server was named. All"
          + " others kept their data in memory. All shared the machine's cores. Back ends"
          + " alternated, in reverse order in every second repeat.";

  @Parameters(
      arity = "0..1",
      paramLabel = "WORKLOAD",
      description = "The workload; see --workload.")
  private String workload;

  @Option(
      names = "--list",
      description =
          "Show all workloads of the class path with their options, and exit. Default: off.")
  private boolean list;

  @ArgGroup(validate = false, heading = "%nWorkload:%n")
  private final WorkloadOptions workloadOptions = new WorkloadOptions();

  @ArgGroup(validate = false, heading = "%nComparison:%n")
  private final ComparisonOptions runOptions = new ComparisonOptions();

  @ArgGroup(validate = false, heading = "%nPipeline:%n")
  private final PipelineOptions pipelineOptions = new PipelineOptions();

  @ArgGroup(validate = false, heading = "%nBack ends:%n")
  private final BackEndOptions backEndOptions = new BackEndOptions();

  @ArgGroup(validate = false, heading = "%nOpen loop:%n")
  private final OpenLoadOptions openLoadOptions = new OpenLoadOptions();

  @ArgGroup(validate = false, heading = "%nOver the wire:%n")
  private final RemoteServerOptions serverOptions = new RemoteServerOptions();

  @ArgGroup(validate = false, heading = "%nProof:%n")
  private final HistoryCheckOptions checkOptions = new HistoryCheckOptions();

  @ArgGroup(validate = false, heading = "%nReports:%n")
  private final ReportOptions reportOptions = new ReportOptions();

  private boolean hasHistories;

  private BenchCommand(Environment environment) {
    super(environment);
  }

  /** Returns the command with its subcommands. */
  public static CommandLine line(Environment environment) {
    return new CommandLine(new BenchCommand(environment))
        .setAllowSubcommandsAsOptionParameters(true) // --on jdbc is no subcommand.
        .addSubcommand(new LimitCommand(environment))
        .addSubcommand(new DiskCommand(environment))
        .addSubcommand(new RecoveryCommand(environment))
        .addSubcommand(new RecoveryTablesCommand(environment))
        .addSubcommand(new ReplicationCommand(environment))
        .addSubcommand(new BenchSoakCommand(environment))
        .addSubcommand(new WireCommand(environment))
        .addSubcommand(new ConnectionsCommand(environment))
        .addSubcommand(new AttacksCommand(environment))
        .addSubcommand(new JdbcCommand(environment))
        .addSubcommand(new YcsbCommand(environment))
        .addSubcommand(new TpccCommand(environment))
        .addSubcommand(new TpceCommand(environment))
        .addSubcommand(new StockCommand(environment));
  }

  @Override
  public Integer call() throws IOException {
    if (list) {
      workloadOptions.list().forEach(command().getOut()::println);
      command().getOut().flush();
      return ExitCode.OK;
    }
    WorkloadOptions.Chosen chosen = workloadOptions.choose(workload, runOptions.seed(), command());
    Optional<RemoteServer> server = serverOptions.server(command());
    Optional<OpenLoad> openLoad = openLoadOptions.load(runOptions.seed(), command());
    backEndOptions.check(command());
    if (backEndOptions.isOn()) {
      return benchOnBackEnds(chosen, openLoad);
    }
    if (server.isPresent()) {
      serverOptions.checkOthers(command());
      return bench(server.get(), chosen, openLoad);
    }
    checkClients(openLoad);
    workloadOptions.check(pipelineOptions.concurrency(), command());
    runOptions.check(pipelineOptions.concurrency(), command());
    ReportFiles files = reportOptions.files(chosen.name(), command());
    Experiment experiment = experiment(chosen, openLoad, checkOptions.histories(command()));
    hasHistories = experiment.histories().isPresent();
    List<PipelineRounds> sides =
        PipelineRounds.of(experiment, environment().launcher(), environment().clock());
    return run(
        experiment.workload().name() + ": " + experiment.workload().description(),
        files,
        progress -> PipelineReport.modes(experiment, compare(sides, experiment.plan(), progress)));
  }

  @Override
  protected String goodNews() {
    return hasHistories ? "Every round's history is strictly serializable." : "";
  }

  private int bench(RemoteServer server, WorkloadOptions.Chosen chosen, Optional<OpenLoad> openLoad)
      throws IOException {
    Workload drawn = chosen.draw();
    WireLoad load = load(openLoad);
    Side side =
        new ServerSide(
            WireSideName.SERVER.label(),
            drawn,
            () -> environment().servers().connect(server, serverOptions.connections()),
            load);
    String description = drawn.name() + ": " + drawn.description();
    return run(
        description,
        reportOptions.files(chosen.name(), command()),
        progress ->
            WireReport.of(
                drawn.name(),
                description,
                settings(server, load),
                // The command does not count disturbances by other processes: the measured server
                // is another process, and its work would count as a disturbance. There is no
                // unmeasured round: the server keeps its data, so such a round would change the
                // data of the first repeat.
                List.of(
                    compare(List.of(side), runOptions.plan().unrehearsed().unjudged(), progress))));
  }

  private WireLoad load(Optional<OpenLoad> openLoad) {
    return new WireLoad(
        pipelineOptions.concurrency(), openLoad, runOptions.warmUpNs(), environment().clock());
  }

  private int benchOnBackEnds(WorkloadOptions.Chosen chosen, Optional<OpenLoad> openLoad)
      throws IOException {
    Workload drawn = chosen.draw();
    backEndOptions.check(drawn, command());
    WireLoad load = load(openLoad);
    String description = drawn.name() + ": " + drawn.description();
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("workload", description);
    settings.put("serverConnections", BackEnds.CONNECTIONS);
    settings.put("jdbcConnections", KeyValueService.CONNECTIONS);
    put(settings, load);
    ReportFiles files = reportOptions.files(chosen.name(), command());
    PipelineConfig pipeline =
        PipelineSide.parse(TUNED).configure(pipelineOptions.config(runOptions.seed()));
    try (BackEnds backEnds =
        new BackEnds(
            pipeline,
            environment().servers(),
            workloadOptions.classPath(),
            backEndOptions::openPostgres)) {
      List<Side> sides = backEnds.sides(backEndOptions.names(), drawn, load);
      return run(
          description,
          files,
          progress ->
              WireReport.of(
                  drawn.name(),
                  description,
                  settings,
                  // Disturbances are not counted, because servers are other processes, and their
                  // work would count as a disturbance.
                  List.of(compare(sides, runOptions.plan().unjudged(), progress)),
                  BACK_ENDS_NOTE));
    }
  }

  private Map<String, Object> settings(RemoteServer server, WireLoad load) {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("server", server.address());
    settings.put("connections", serverOptions.connections());
    put(settings, load);
    return settings;
  }

  private void put(Map<String, Object> settings, WireLoad load) {
    load.openLoad()
        .ifPresentOrElse(
            open -> PipelineRunSettings.put(settings, open),
            () -> settings.put("concurrency", load.concurrency()));
    runOptions.put(settings);
  }

  private void checkClients(Optional<OpenLoad> openLoad) {
    if (openLoad.isPresent() && runOptions.clients() > 1) {
      throw new ParameterException(
          command(), "--clients=" + runOptions.clients() + ": an open loop has one client");
    }
  }

  private Experiment experiment(
      WorkloadOptions.Chosen chosen, Optional<OpenLoad> openLoad, Optional<Histories> histories) {
    return new Experiment(
        chosen.draw(),
        chosen.skew(),
        workloadOptions.logic(),
        runOptions.sides(),
        pipelineOptions.config(runOptions.seed()),
        runOptions.clients(),
        runOptions.warmUpNs(),
        runOptions.recordedNs(),
        runOptions.repeats(),
        histories,
        openLoad,
        runOptions.data());
  }
}
