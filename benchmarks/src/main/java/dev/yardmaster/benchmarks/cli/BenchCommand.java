package dev.yardmaster.benchmarks.cli;

import dev.yardmaster.benchmarks.cli.options.ComparisonOptions;
import dev.yardmaster.benchmarks.cli.options.HistoryCheckOptions;
import dev.yardmaster.benchmarks.cli.options.OpenLoadOptions;
import dev.yardmaster.benchmarks.cli.options.PipelineOptions;
import dev.yardmaster.benchmarks.cli.options.RemoteServerOptions;
import dev.yardmaster.benchmarks.cli.options.ReportFiles;
import dev.yardmaster.benchmarks.cli.options.ReportOptions;
import dev.yardmaster.benchmarks.cli.options.WorkloadOptions;
import dev.yardmaster.benchmarks.cli.values.Choice;
import dev.yardmaster.benchmarks.cli.values.WorkloadKind;
import dev.yardmaster.benchmarks.load.OpenLoad;
import dev.yardmaster.benchmarks.measure.Side;
import dev.yardmaster.benchmarks.run.Experiment;
import dev.yardmaster.benchmarks.run.Histories;
import dev.yardmaster.benchmarks.run.PipelineReport;
import dev.yardmaster.benchmarks.run.PipelineRounds;
import dev.yardmaster.benchmarks.run.PipelineRunSettings;
import dev.yardmaster.benchmarks.wire.RemoteServer;
import dev.yardmaster.benchmarks.wire.ServerSide;
import dev.yardmaster.benchmarks.wire.WireLoad;
import dev.yardmaster.benchmarks.wire.WireReport;
import dev.yardmaster.benchmarks.wire.WireSideName;
import dev.yardmaster.benchmarks.workload.Workload;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** Compares modes of the embedded pipeline on a workload. */
@Command(
    name = "bench",
    description = {
      "Runs a workload on the embedded pipeline in several modes alternately, and reports"
          + " throughput, aborts, restarts and latency. With --server, runs the workload on a"
          + " running server instead.",
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
      "  yardmaster bench smallbank --server localhost:7411 --concurrency 1000"
    })
final class BenchCommand extends MeasurementCommand {

  @Parameters(
      arity = "0..1",
      paramLabel = "WORKLOAD",
      converter = Choice.WorkloadName.class,
      description = "smallbank (the default) or micro; see --workload.")
  private WorkloadKind workloadKind;

  @ArgGroup(validate = false, heading = "%nWorkload:%n")
  private final WorkloadOptions workloadOptions = new WorkloadOptions();

  @ArgGroup(validate = false, heading = "%nComparison:%n")
  private final ComparisonOptions runOptions = new ComparisonOptions();

  @ArgGroup(validate = false, heading = "%nPipeline:%n")
  private final PipelineOptions pipelineOptions = new PipelineOptions();

  @ArgGroup(validate = false, heading = "%nOpen loop:%n")
  private final OpenLoadOptions openLoadOptions = new OpenLoadOptions();

  @ArgGroup(validate = false, heading = "%nOver the wire:%n")
  private final RemoteServerOptions serverOptions = new RemoteServerOptions();

  @ArgGroup(validate = false, heading = "%nProof:%n")
  private final HistoryCheckOptions checkOptions = new HistoryCheckOptions();

  @ArgGroup(validate = false, heading = "%nReports:%n")
  private final ReportOptions reportOptions = new ReportOptions();

  private boolean hasHistories;

  BenchCommand(Environment environment) {
    super(environment);
  }

  @Override
  public Integer call() throws IOException {
    WorkloadKind kind = workloadOptions.kind(workloadKind, command());
    Optional<RemoteServer> server = serverOptions.server(command());
    Optional<OpenLoad> openLoad = openLoadOptions.load(runOptions.seed(), command());
    if (server.isPresent()) {
      serverOptions.checkOthers(kind, command());
      return bench(server.get(), kind, openLoad);
    }
    checkClients(openLoad);
    workloadOptions.check(kind, pipelineOptions.concurrency(), command());
    runOptions.check(pipelineOptions.concurrency(), command());
    ReportFiles files = reportOptions.files(kind, command());
    Experiment experiment = experiment(kind, openLoad, checkOptions.histories(command()));
    hasHistories = experiment.histories().isPresent();
    List<PipelineRounds> sides =
        PipelineRounds.of(experiment, environment().launcher(), environment().clock());
    return run(
        experiment.workload().name() + ": " + experiment.workload().description(),
        files,
        progress -> PipelineReport.modes(experiment, compare(sides, experiment.plan(), progress)));
  }

  @Override
  String goodNews() {
    return hasHistories ? "Every round's history is strictly serializable." : "";
  }

  private int bench(RemoteServer server, WorkloadKind kind, Optional<OpenLoad> openLoad)
      throws IOException {
    Workload workload = workloadOptions.draw(kind, runOptions.seed());
    WireLoad load =
        new WireLoad(
            pipelineOptions.concurrency(), openLoad, runOptions.warmUpNs(), environment().clock());
    Side side =
        new ServerSide(
            WireSideName.SERVER.label(),
            workload,
            () -> environment().servers().connect(server, serverOptions.connections()),
            load);
    String description = workload.name() + ": " + workload.description();
    return run(
        description,
        reportOptions.files(kind, command()),
        progress ->
            WireReport.of(
                workload.name(),
                description,
                settings(server, load),
                // The command does not count disturbances by other processes, because the measured
                // server is another process and its work would count as a disturbance.
                List.of(compare(List.of(side), runOptions.plan().unjudged(), progress))));
  }

  private Map<String, Object> settings(RemoteServer server, WireLoad load) {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("server", server.address());
    settings.put("connections", serverOptions.connections());
    load.openLoad()
        .ifPresentOrElse(
            open -> PipelineRunSettings.put(settings, open),
            () -> settings.put("concurrency", load.concurrency()));
    runOptions.put(settings);
    return settings;
  }

  private void checkClients(Optional<OpenLoad> openLoad) {
    if (openLoad.isPresent() && runOptions.clients() > 1) {
      throw new ParameterException(
          command(), "--clients=" + runOptions.clients() + ": an open loop has one client");
    }
  }

  private Experiment experiment(
      WorkloadKind kind, Optional<OpenLoad> openLoad, Optional<Histories> histories) {
    return new Experiment(
        workloadOptions.draw(kind, runOptions.seed()),
        workloadOptions.skew(),
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
