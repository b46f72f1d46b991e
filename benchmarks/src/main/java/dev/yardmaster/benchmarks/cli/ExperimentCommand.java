package dev.yardmaster.benchmarks.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs papers' experiments again; each is a command below. */
@Command(
    name = "experiment",
    description = {
      "Runs the experiments of a paper again: measures its figures, draws them, and says which of the"
          + " paper's claims hold here."
    },
    synopsisSubcommandLabel = "PAPER")
final class ExperimentCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "name a paper: " + String.join(", ", spec.commandLine().getSubcommands().keySet()));
  }
}
