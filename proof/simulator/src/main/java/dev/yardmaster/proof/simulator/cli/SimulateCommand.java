package dev.yardmaster.proof.simulator.cli;

import dev.yardmaster.proof.simulator.ReplicatedSimulation;
import dev.yardmaster.proof.simulator.Simulation;
import dev.yardmaster.proof.simulator.WireSimulation;
import dev.yardmaster.proof.simulator.scenario.Scenario;
import dev.yardmaster.proof.simulator.scenario.Scenarios;
import dev.yardmaster.server.cli.Console;
import dev.yardmaster.server.cli.ReportFile;
import dev.yardmaster.server.cli.values.WholeNumberRange;
import dev.yardmaster.server.cli.values.WholeNumberRange.Of;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs the scenarios of seeds on simulated pipelines. */
@Command(
    name = "simulate",
    description = {
      "Runs the agents of a pipeline on one thread under a virtual clock. Each seed draws the"
          + " pipeline's settings, a workload, delays, overtaking messages, pauses, crashes and"
          + " the order of all steps; equal seeds give equal runs.",
      "",
      "After each run its history is checked for strict serializability, the workload's invariant"
          + " is checked, and every transaction must have an outcome. The command stops at "
          + "the first seed that fails."
    },
    exitCodeList = {
      "0:all checks passed",
      "1:a run failed",
      "2:wrong usage",
      "130:ended by Ctrl-C"
    },
    footer = {
      "  yardmaster simulate --seeds 1..10000",
      "  yardmaster simulate --wire --seeds 1..1000",
      "  yardmaster simulate --replicated --seeds 1..1000",
      "  yardmaster simulate --seed 4711 --history run.history"
    })
public final class SimulateCommand implements Callable<Integer> {

  /** The number of concurrent runs. */
  @Of(value = "runs", least = 1, most = 256)
  static final class Jobs extends WholeNumberRange {}

  private final Console console;

  @Spec private CommandSpec spec;

  @ArgGroup(validate = false, heading = "%nSeeds:%n")
  private final SeedOptions seedOptions = new SeedOptions();

  @Option(
      names = "--wire",
      description =
          "Use clients of the SDK over a simulated network, which delays, cuts, stalls and breaks"
              + " connections.")
  private boolean wire;

  @Option(
      names = "--replicated",
      description =
          "Use a cluster of three members with one replicated log. Leaders crash, are replaced and"
              + " learn of it late.")
  private boolean replicated;

  @Option(
      names = "--jobs",
      paramLabel = "<n>",
      converter = Jobs.class,
      description =
          "Number of concurrent runs, each on its own thread; ${RANGE}. This number does "
              + "not change the result. Default: the number of cores.")
  private int jobs = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--history",
      paramLabel = "FILE",
      description =
          "The file for the history of a run that fails, and of the run of --seed; `yardmaster"
              + " check` reads it. Default: reports/simulate.history under the current folder.")
  private Path history;

  /** Creates a command that shows its progress on a console. */
  public SimulateCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    var command = spec.commandLine();
    SeedRange seeds = seedOptions.seeds(command);
    Path file = history == null ? Path.of("reports", "simulate.history") : history;
    ReportFile report = ReportFile.forOption("--history", file, command);
    if (wire && replicated) {
      throw new ParameterException(command, "--wire and --replicated exclude each other");
    }
    if (replicated) {
      return campaign(seeds, " --replicated")
          .play(jobs, Scenarios::drawReplicated, ReplicatedSimulation::run, report);
    }
    return wire
        ? campaign(seeds, " --wire").play(jobs, Scenarios::drawWire, WireSimulation::run, report)
        : campaign(seeds, "").play(jobs, Scenarios::draw, Simulation::run, report);
  }

  private CampaignRun campaign(SeedRange seeds, String options) {
    return new CampaignRun(
        spec.commandLine(), console, seeds, Scenario::surroundingsInWords, options);
  }
}
