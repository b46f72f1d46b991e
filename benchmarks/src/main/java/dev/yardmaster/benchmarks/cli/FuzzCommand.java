package dev.yardmaster.benchmarks.cli;

import dev.yardmaster.simulator.ThreadedRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Plays seeded scenarios on real threads. */
@Command(
    name = "fuzz",
    sortOptions = false,
    description = {
      "Plays the same scenarios as simulate, but on the pipeline's own threads: a seed repeats the"
          + " settings and the workload; what they meet is up to the machine.",
      "",
      "Each run is checked as simulate does it. Stops at the first seed that fails."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:everything held", "1:a run failed, or it was interrupted", "2:wrong usage"},
    footer = {
      "",
      "Examples:",
      "  yardmaster fuzz --seeds 1..100",
      "  yardmaster fuzz --seed 4711 --history run.history"
    })
final class FuzzCommand implements Callable<Integer> {

  private final Environment environment;

  @Spec private CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help and exit.")
  @SuppressWarnings("UnusedVariable") // the parser acts on it
  private boolean help;

  @ArgGroup(validate = false, heading = "%nSeeds:%n")
  private final SeedOptions seedOptions = new SeedOptions();

  @Option(
      names = "--history",
      paramLabel = "FILE",
      description =
          "Where the history of a run that fails goes, and that of a single --seed; `yardmaster"
              + " check` reads it. Default: reports/fuzz.history under the current folder.")
  private Path history;

  FuzzCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws IOException {
    var command = spec.commandLine();
    SeedRange seeds = seedOptions.seeds(command);
    Path file = history == null ? Path.of("reports", "fuzz.history") : history;
    return new CampaignRun(command, environment, seeds)
        .play(1, ThreadedRun::run, ReportOptions.prepare("--history", file, command));
  }
}
