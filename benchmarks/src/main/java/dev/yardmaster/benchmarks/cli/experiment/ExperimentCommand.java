package dev.yardmaster.benchmarks.cli.experiment;

import dev.yardmaster.benchmarks.cli.command.Environment;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Runs experiments. There is a subcommand for each paper, and for each of two experiments about
 * scaling.
 */
@Command(
    name = "experiment",
    description = {
      "Reproduces the experiments of a paper: measures and draws its figures, and reports which of"
          + " the paper's claims hold here. scale shows how throughput grows with callers and"
          + " cores, and machines how it grows with machines. all runs the experiments of all papers,"
          + " and summary writes a page with the claims of all papers."
    },
    synopsisSubcommandLabel = "EXPERIMENT")
public final class ExperimentCommand implements Runnable {

  @Spec private CommandSpec spec;

  private ExperimentCommand() {}

  /** Returns the command with a subcommand for each experiment. */
  public static CommandLine line(Environment environment) {
    return new CommandLine(new ExperimentCommand())
        .addSubcommand(new AllPapersCommand(environment))
        .addSubcommand(new SummaryCommand())
        .addSubcommand(new BatchingCommand(environment))
        .addSubcommand(new RoccCommand(environment))
        .addSubcommand(new PlorCommand(environment))
        .addSubcommand(new CormccCommand(environment))
        .addSubcommand(new CormccTreeCommand(environment))
        .addSubcommand(new ErmiaCommand(environment))
        .addSubcommand(new ScaleCommand(environment))
        .addSubcommand(new MachinesCommand(environment));
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "name an experiment: " + String.join(", ", spec.commandLine().getSubcommands().keySet()));
  }
}
