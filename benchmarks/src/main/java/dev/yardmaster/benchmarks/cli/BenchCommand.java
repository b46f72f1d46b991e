package dev.yardmaster.benchmarks.cli;

import dev.yardmaster.benchmarks.report.HtmlReport;
import dev.yardmaster.benchmarks.report.JsonReport;
import dev.yardmaster.benchmarks.report.Machine;
import dev.yardmaster.benchmarks.report.ResultTables;
import dev.yardmaster.benchmarks.run.Experiment;
import dev.yardmaster.benchmarks.run.Histories;
import dev.yardmaster.benchmarks.run.OpenLoad;
import dev.yardmaster.benchmarks.run.Results;
import dev.yardmaster.benchmarks.run.SideBySide;
import dev.yardmaster.benchmarks.wire.RemoteServer;
import dev.yardmaster.benchmarks.wire.WireLoad;
import dev.yardmaster.server.cli.ReportFile;
import dev.yardmaster.server.cli.TextTable;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Compares modes of the embedded pipeline on a workload. */
@Command(
    name = "bench",
    sortOptions = false,
    description = {
      "Runs a workload on the embedded pipeline in several modes, side by side, and reports"
          + " throughput, aborts, restarts and latency. With --server, runs it on a running server"
          + " instead.",
      "",
      "Every round loads a fresh service, warms up, records an interval, and checks that no"
          + " committed write was lost: smallbank's money must come out to the cent. A durable side"
          + " is opened once more, and must hold the same on what is recovered."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:fine",
      "1:a run failed: an invariant is broken, a transaction ended as none should, a report could"
          + " not be written",
      "2:wrong usage",
      "130:ended by Ctrl-C"
    },
    footer = {
      "",
      "Examples:",
      "  yardmaster bench smallbank",
      "  yardmaster bench micro --skew 0.8 --modes base,srvc:mc,srvc:rdeg --seconds 10",
      "  yardmaster bench smallbank --modes base,base+repair,full --logic interactive",
      "  yardmaster bench smallbank --modes full --rate 50000",
      "  yardmaster bench smallbank --server localhost:7411 --concurrency 1000"
    })
final class BenchCommand implements Callable<Integer> {

  private final Environment environment;

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..1",
      paramLabel = "WORKLOAD",
      converter = Choice.WorkloadName.class,
      description = "smallbank (the default) or micro; see --workload.")
  private WorkloadKind workloadKind;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help and exit.")
  @SuppressWarnings("UnusedVariable") // the parser acts on it
  private boolean help;

  @ArgGroup(validate = false, heading = "%nWorkload:%n")
  private final WorkloadOptions workloadOptions = new WorkloadOptions();

  @ArgGroup(validate = false, heading = "%nComparison:%n")
  private final ComparisonOptions runOptions = new ComparisonOptions();

  @ArgGroup(validate = false, heading = "%nPipeline:%n")
  private final PipelineOptions pipelineOptions = new PipelineOptions();

  @ArgGroup(validate = false, heading = "%nOpen loop:%n")
  private final OpenLoadOptions openLoadOptions = new OpenLoadOptions();

  @ArgGroup(validate = false, heading = "%nOver the wire:%n")
  private final ServerOptions serverOptions = new ServerOptions();

  @ArgGroup(validate = false, heading = "%nProof:%n")
  private final CheckOptions checkOptions = new CheckOptions();

  @ArgGroup(validate = false, heading = "%nReports:%n")
  private final ReportOptions reportOptions = new ReportOptions();

  BenchCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws IOException {
    CommandLine command = spec.commandLine();
    WorkloadKind kind = workloadOptions.kind(workloadKind, command);
    Optional<RemoteServer> server = serverOptions.server(command);
    Optional<OpenLoad> openLoad = openLoadOptions.load(runOptions.seed(), command);
    if (server.isPresent()) {
      serverOptions.checkOthers(kind, command);
      return serverBench(server.get(), kind, openLoad)
          .run(command, reportOptions.json(kind, command), reportOptions.html(kind, command));
    }
    checkClients(openLoad, command);
    workloadOptions.check(kind, pipelineOptions.concurrency(), command);
    runOptions.check(pipelineOptions.concurrency(), command);
    ReportFile json = reportOptions.json(kind, command);
    ReportFile html = reportOptions.html(kind, command);

    PrintWriter out = command.getOut();
    PrintWriter err = command.getErr();
    Experiment experiment = experiment(kind, openLoad, checkOptions.histories(command));
    out.println(experiment.workload().name() + ": " + experiment.workload().description());
    out.flush();
    Results results = run(experiment, err);
    print(results, out, err);
    if (results.interrupted()) {
      return ExitCode.SOFTWARE;
    }
    json.write(JsonReport.render(results));
    html.write(HtmlReport.render(results, Machine.current(), CommandText.of(command)));
    out.println("Reports: " + html.path() + ", " + json.path());
    out.flush();
    return results.brokenInvariants().isEmpty() ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private ServerBench serverBench(
      RemoteServer server, WorkloadKind kind, Optional<OpenLoad> openLoad) {
    return new ServerBench(
        environment,
        server,
        serverOptions.connections(),
        workloadOptions.draw(kind, runOptions.seed()),
        new WireLoad(
            pipelineOptions.concurrency(), openLoad, runOptions.warmUpNs(), environment.clock()),
        runOptions.recordedNs(),
        runOptions.repeats());
  }

  private void checkClients(Optional<OpenLoad> openLoad, CommandLine command) {
    if (openLoad.isPresent() && runOptions.clients() > 1) {
      throw new ParameterException(
          command, "--clients=" + runOptions.clients() + ": with --rate there is one client");
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

  private Results run(Experiment experiment, PrintWriter err) {
    try (ProgressLine progress =
        new ProgressLine(err, environment.terminal(), environment.clock())) {
      return new SideBySide(experiment, environment.launcher(), environment.clock(), progress)
          .run();
    }
  }

  private static void print(Results results, PrintWriter out, PrintWriter err) {
    if (results.repeats() > 0) {
      out.println();
      out.println(TextTable.render(ResultTables.figures(results)));
      out.println(TextTable.render(ResultTables.aborts(results)));
      out.println(TextTable.render(ResultTables.validator(results)));
      if (results.experiment().openLoad().isPresent()) {
        out.println(TextTable.render(ResultTables.arrivals(results)));
      }
      if (results.experiment().isDurable()) {
        out.println(TextTable.render(ResultTables.log(results)));
      }
      if (results.experiment().histories().isPresent() && results.brokenInvariants().isEmpty()) {
        out.println("Every round's history is strictly serializable.");
        out.println();
      }
      out.flush();
    }
    for (String line : results.brokenInvariants()) {
      err.println("invariant broken: " + line);
    }
    if (results.interrupted()) {
      err.println(
          "interrupted after "
              + results.repeats()
              + " of "
              + results.experiment().repeats()
              + " repeats; no report written");
    }
    err.flush();
  }
}
