package dev.yardmaster.proof.simulator.cli;

import dev.yardmaster.proof.simulator.ThreadedRun;
import dev.yardmaster.proof.simulator.scenario.Scenarios;
import dev.yardmaster.server.cli.Console;
import dev.yardmaster.server.cli.ReportFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs the scenarios of seeds on real threads. */
@Command(
    name = "fuzz",
    description = {
      "Runs the settings and workloads of simulate on the pipeline's own threads, in every"
          + " layout. A seed repeats settings and workload. The machine determines the schedule,"
          + " so a failure may need several attempts to occur again.",
      "",
      "Each run is checked like a run of simulate. The command stops at the first seed that fails."
    },
    exitCodeList = {
      "0:all checks passed",
      "1:a run failed",
      "2:wrong usage",
      "130:ended by Ctrl-C"
    },
    footer = {
      "  yardmaster fuzz --seeds 1..100",
      "  yardmaster fuzz --seed 4711 --history run.history"
    })
public final class FuzzCommand implements Callable<Integer> {

  private final Console console;

  @Spec private CommandSpec spec;

  @ArgGroup(validate = false, heading = "%nSeeds:%n")
  private final SeedOptions seedOptions = new SeedOptions();

  @Option(
      names = "--history",
      paramLabel = "FILE",
      description =
          "The file for the history of a run that fails, and of the run of --seed; `yardmaster"
              + " check` reads it. Default: reports/fuzz.history under the current folder.")
  private Path history;

  /** Creates a command that shows its progress on a console. */
  public FuzzCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    var command = spec.commandLine();
    SeedRange seeds = seedOptions.seeds(command);
    Path file = history == null ? Path.of("reports", "fuzz.history") : history;
    return new CampaignRun(
            command, console, seeds, scenario -> "threads " + scenario.config().threads(), "")
        .play(
            1, Scenarios::draw, ThreadedRun::run, ReportFile.forOption("--history", file, command));
  }
}
