package dev.yardmaster.benchmarks.cli.experiment;

import dev.yardmaster.benchmarks.cli.command.Environment;
import dev.yardmaster.benchmarks.cli.options.PapersOption;
import dev.yardmaster.benchmarks.cli.values.TimeSpan;
import dev.yardmaster.server.cli.RootCommand;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs the experiments of all papers, one paper after the other, each as a separate command. */
@Command(
    name = "all",
    description = {
      "Runs the experiments of all papers in full size, one after the other. A call continues the"
          + " results files of the calls before: measure in pieces, such as --for 100m, until no"
          + " points are left, with nothing else on the machine. Delete a paper's file to measure"
          + " that paper again."
    },
    footer = {
      "  yardmaster experiment all --for 100m",
      "  yardmaster experiment all --papers rocc,plor --for 100m"
    },
    exitCodeList = {
      "0:fine, also if the time was over before all points were measured",
      "1:a run failed: an invariant is broken, or a report could not be written; the other papers"
          + " are measured nevertheless",
      "2:wrong usage, or a results file has other settings",
      "130:ended by Ctrl-C; the next call continues"
    })
final class AllPapersCommand implements Callable<Integer> {

  private static final long NS_PER_SECOND = 1_000_000_000;

  private final Environment environment;

  @Spec private CommandSpec spec;

  @Mixin private PapersOption papers;

  @Option(
      names = "--for",
      paramLabel = "<time>",
      converter = TimeSpan.class,
      description =
          "End after this time, such as 100m; ${RANGE}. The points that are being measured then are"
              + " completed. Default: no limit.")
  private Duration limit;

  @Option(
      names = "--quick",
      description =
          "Use the small sizes of the experiments' option --quick, for a first look; needs --results.")
  private boolean quick;

  AllPapersCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    if (quick && papers.areStandard()) {
      throw new ParameterException(
          spec.commandLine(),
          "--quick needs another folder, by --results: results of full size are in "
              + papers.folder());
    }
    long beginNs = environment.clock().nanoTime();
    int exitCode = ExitCode.OK;
    for (String paper : papers.names()) {
      List<String> arguments = arguments(paper);
      if (limit != null) {
        long leftNs = limit.toNanos() - (environment.clock().nanoTime() - beginNs);
        if (leftNs <= 0) {
          spec.commandLine().getOut().println("The time is over before the experiment " + paper);
          spec.commandLine().getOut().flush();
          return exitCode;
        }
        arguments.addAll(List.of("--for", ((leftNs + NS_PER_SECOND - 1) / NS_PER_SECOND) + "s"));
      }
      exitCode = Math.max(exitCode, run(arguments));
      if (exitCode > ExitCode.SOFTWARE) {
        return exitCode;
      }
    }
    return exitCode;
  }

  private List<String> arguments(String paper) {
    Path file = papers.file(paper);
    Path reports = file.resolveSibling(paper);
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "experiment",
                paper,
                "--json",
                file.toString(),
                "--report",
                reports.resolve(paper + ".html").toString(),
                "--plots",
                reports.toString()));
    if (Files.exists(file)) {
      arguments.add("--resume");
    }
    if (quick) {
      arguments.add("--quick");
    }
    return arguments;
  }

  private int run(List<String> arguments) {
    CommandLine line = RootCommand.of(environment.console(), ExperimentCommand.line(environment));
    line.setOut(spec.commandLine().getOut());
    line.setErr(spec.commandLine().getErr());
    return line.execute(arguments.toArray(String[]::new));
  }
}
