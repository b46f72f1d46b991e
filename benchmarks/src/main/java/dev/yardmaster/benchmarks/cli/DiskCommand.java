package dev.yardmaster.benchmarks.cli;

import dev.yardmaster.benchmarks.report.DiskReport;
import dev.yardmaster.benchmarks.run.DiskComparison;
import dev.yardmaster.benchmarks.run.Experiment;
import dev.yardmaster.server.cli.ReportFile;
import dev.yardmaster.server.cli.TextTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Compares the durable pipeline with the one in memory, and with the disk itself. */
@Command(
    name = "disk",
    sortOptions = false,
    description = {
      "Runs a workload with the settings of full in memory, with +async and with +sync,"
          + " alternating, and beside +sync a raw loop on the same file system; reports what"
          + " durability costs, and what part of the disk's rate the log reaches.",
      "",
      "The raw loop is one thread that appends blocks to a file from one buffer outside the heap"
          + " and forces the file after each, by the same calls as the log, and does nothing else:"
          + " no checks, no headers, no queue. Its blocks are as long as the mean group of +sync in"
          + " the same repeat, filled up to a multiple of 4,096 bytes as the log's groups are. It"
          + " goes on in a new file, and deletes the one before, when the file is as long as a"
          + " segment of the log."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:fine, also if a bar is missed",
      "1:a run failed",
      "2:wrong usage",
      "130:ended by Ctrl-C"
    })
final class DiskCommand implements Callable<Integer> {

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
  private final RunOptions runOptions = new RunOptions();

  @ArgGroup(validate = false, heading = "%nPipeline:%n")
  private final PipelineOptions pipelineOptions = new PipelineOptions();

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Where the JSON report goes. Default: none is written.")
  private Path json;

  DiskCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws IOException {
    CommandLine command = spec.commandLine();
    WorkloadKind kind = workloadOptions.kind(workloadKind, command);
    workloadOptions.check(kind, pipelineOptions.concurrency(), command);
    runOptions.check(pipelineOptions.concurrency(), command);
    runOptions.checkData(command);
    ReportFile report = json == null ? null : ReportOptions.prepare("--json", json, command);
    Experiment experiment = experiment(kind);
    command
        .getOut()
        .println(experiment.workload().name() + ": " + experiment.workload().description());
    command.getOut().flush();
    DiskComparison.Found found;
    try {
      found = compare(experiment);
    } catch (InterruptedException e) {
      command.getErr().println("interrupted; no report written");
      return ExitCode.SOFTWARE;
    }
    command.getOut().println();
    DiskReport.tables(found).forEach(table -> command.getOut().println(TextTable.render(table)));
    command.getOut().flush();
    found
        .results()
        .brokenInvariants()
        .forEach(line -> command.getErr().println("invariant broken: " + line));
    if (report != null) {
      report.write(DiskReport.json(found));
    }
    return found.results().brokenInvariants().isEmpty() ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private Experiment experiment(WorkloadKind kind) {
    return new Experiment(
        workloadOptions.draw(kind, runOptions.seed()),
        workloadOptions.skew(),
        workloadOptions.logic(),
        DiskComparison.SIDES,
        pipelineOptions.config(runOptions.seed()),
        runOptions.clients(),
        runOptions.warmUpNs(),
        runOptions.recordedNs(),
        runOptions.repeats(),
        Optional.empty(),
        runOptions.data());
  }

  private DiskComparison.Found compare(Experiment experiment) throws InterruptedException {
    try (ProgressLine progress =
        new ProgressLine(
            spec.commandLine().getErr(), environment.terminal(), environment.clock())) {
      return new DiskComparison(experiment, environment.launcher(), environment.clock(), progress)
          .run();
    }
  }
}
