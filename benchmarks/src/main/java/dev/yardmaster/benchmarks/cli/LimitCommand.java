package dev.yardmaster.benchmarks.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.yardmaster.benchmarks.run.Experiment;
import dev.yardmaster.benchmarks.run.LimitComparison;
import dev.yardmaster.benchmarks.run.Logic;
import dev.yardmaster.benchmarks.workload.micro.LimitLoop;
import dev.yardmaster.benchmarks.workload.micro.Micro;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.reorder.ReorderConfig;
import dev.yardmaster.server.cli.ReportFile;
import dev.yardmaster.server.cli.Table;
import dev.yardmaster.server.cli.TextTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Compares the pipeline with a loop that has its work but none of its machinery. */
@Command(
    name = "limit",
    sortOptions = false,
    description = {
      "Runs the micro benchmark's transactions through a loop in one thread, without queues or"
          + " clients, and through the pipeline, alternating; reports what part of the loop's"
          + " throughput the pipeline reaches.",
      "",
      "The loop does the same reads, writes, version checks and reordering, but does not run again"
          + " what aborts: compare at low --skew."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:fine", "1:a run failed", "2:wrong usage", "130:ended by Ctrl-C"})
final class LimitCommand implements Callable<Integer> {

  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private final Environment environment;

  @Spec private CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help and exit.")
  @SuppressWarnings("UnusedVariable") // the parser acts on it
  private boolean help;

  @Option(
      names = "--skew",
      paramLabel = "<theta>",
      converter = DecimalNumber.Skew.class,
      defaultValue = "0",
      description =
          "How uneven keys are drawn: theta of Zipf's law, 0 (uniform) to 5."
              + " Default: ${DEFAULT-VALUE}.")
  private double skew;

  @Option(
      names = "--objects",
      paramLabel = "<n>",
      converter = WholeNumber.Objects.class,
      defaultValue = "100000",
      description = "Objects; 9 to 10,000,000. Default: ${DEFAULT-VALUE}.")
  private int objects;

  @ArgGroup(validate = false, heading = "%nComparison:%n")
  private final ComparisonOptions runOptions = new ComparisonOptions();

  @ArgGroup(validate = false, heading = "%nPipeline:%n")
  private final PipelineOptions pipelineOptions = new PipelineOptions();

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Where the JSON report goes. Default: none is written.")
  private Path json;

  LimitCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws IOException {
    CommandLine command = spec.commandLine();
    runOptions.check(pipelineOptions.concurrency(), command);
    ReportFile report = json == null ? null : prepare(command);
    Micro micro = new Micro(objects, skew, runOptions.seed());
    PipelineConfig config = pipelineOptions.config(runOptions.seed());
    LimitComparison.Found found;
    try {
      found = compare(micro, config);
    } catch (InterruptedException e) {
      command.getErr().println("interrupted; no report written");
      return ExitCode.SOFTWARE;
    }
    command.getOut().println(micro.name() + ": " + micro.description());
    command.getOut().println();
    command.getOut().println(TextTable.render(table(found)));
    command.getOut().flush();
    found.brokenInvariants().forEach(line -> command.getErr().println("invariant broken: " + line));
    if (report != null) {
      report.write(MAPPER.writeValueAsString(found.rows()) + '\n');
    }
    return found.brokenInvariants().isEmpty() ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private ReportFile prepare(CommandLine command) {
    try {
      return ReportFile.prepare(json);
    } catch (IOException e) {
      throw new ParameterException(command, "--json: " + e.getMessage(), e);
    }
  }

  private LimitComparison.Found compare(Micro micro, PipelineConfig config)
      throws InterruptedException {
    Experiment experiment =
        new Experiment(
            micro,
            skew,
            Logic.PROCEDURE,
            runOptions.sides(),
            config,
            runOptions.clients(),
            runOptions.warmUpNs(),
            runOptions.recordedNs(),
            runOptions.repeats(),
            Optional.empty(),
            runOptions.data());
    ReorderConfig reorder =
        ReorderConfig.DEFAULT
            .withSolver(config.solver())
            .withPolicy(config.policy())
            .withMultiFactor(config.multiFactor())
            .withNodeBudget(config.nodeBudget());
    try (ProgressLine progress =
        new ProgressLine(
            spec.commandLine().getErr(), environment.terminal(), environment.clock())) {
      return new LimitComparison(
              experiment,
              () -> new LimitLoop(micro, config.batchSize(), config.committedVersions(), reorder),
              environment.launcher(),
              environment.clock(),
              progress)
          .run();
    }
  }

  private Table table(LimitComparison.Found found) {
    return new Table(
        "Medians of "
            + runOptions.repeats()
            + " repeats; ratio to the limit loop within the same repeat (least-greatest)",
        List.of("side", "committed/s", "ratio to limit"),
        found.rows().stream()
            .map(
                row ->
                    List.of(
                        row.label(),
                        String.format(Locale.ROOT, "%,.0f", row.committedPerSecond().median()),
                        String.format(
                            Locale.ROOT,
                            "%.2f (%.2f-%.2f)",
                            row.ratioToLimit().median(),
                            row.ratioToLimit().min(),
                            row.ratioToLimit().max())))
            .toList());
  }
}
