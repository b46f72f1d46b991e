package dev.yardmaster.benchmarks.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Reproduces the experiments of papers, one subcommand for each paper. */
@Command(
    name = "experiment",
    description = {
      "Reproduces the experiments of a paper: measures and draws its figures, and reports which of"
          + " the paper's claims hold here."
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
