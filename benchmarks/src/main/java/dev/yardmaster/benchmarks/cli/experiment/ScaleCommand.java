package dev.yardmaster.benchmarks.cli.experiment;

import dev.yardmaster.benchmarks.cli.command.Environment;
import dev.yardmaster.benchmarks.cli.values.DistinctList;
import dev.yardmaster.benchmarks.experiment.scaling.ScalingFigures;
import dev.yardmaster.benchmarks.experiment.scaling.ScalingSizes;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs the experiment that shows how throughput grows with callers and cores. */
@Command(
    name = "scale",
    description = {
      "Shows how throughput grows with callers and cores, on this machine and on virtual cores.",
      "",
      "lambdas: 1 to 512 threads call lambdas of the embedded pipeline and of the engine. cores: the"
          + " pipeline on 1 to 16 virtual cores, and on one and two threads of this machine. latency:"
          + " transactions that arrive at random on eight virtual cores. memory: a bank of 10 million"
          + " customers, its throughput, its memory, and a start from its checkpoint. Every round"
          + " starts a fresh service and checks its data afterwards. All figures take about 20"
          + " minutes, with --quick half a minute. Virtual cores have one round for each side, because equal runs"
          + " give equal figures."
    },
    footer = {
      "  yardmaster experiment scale --quick",
      "  yardmaster experiment scale --figure lambdas",
      "  yardmaster experiment scale --resume"
    })
final class ScaleCommand extends PaperCommand {

  private static final String TITLE = "Scaling with callers and cores";

  @Option(
      names = "--figure",
      paramLabel = "<list>",
      converter = DistinctList.ScalingFigureIds.class,
      description =
          "The figures, comma-separated: lambdas, cores, latency, memory."
              + " Default: all of them.")
  private DistinctList<String> chosen;

  ScaleCommand(Environment environment) {
    super(environment);
  }

  @Override
  public Integer call() throws IOException {
    ScalingSizes byDefault = options().quick() ? ScalingSizes.QUICK : ScalingSizes.FULL;
    ScalingSizes sizes =
        byDefault.with(
            options().seconds(byDefault.seconds()), options().repeats(byDefault.repeats()));
    List<String> ids = chosen == null ? ScalingFigures.IDS : chosen.values();
    return run(TITLE, new ScalingFigures(sizes, options().seed()).of(ids), sizes.settings());
  }
}
