package dev.yardmaster.benchmarks.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Shows a property of Yardmaster in a few seconds; each demonstration is a subcommand. */
@Command(
    name = "demo",
    description = {
      "Shows a property of Yardmaster in a few seconds. cluster kills the leader of three servers"
          + " and shows what their clients see."
    },
    synopsisSubcommandLabel = "DEMO")
final class DemoCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "name a demo: " + String.join(", ", spec.commandLine().getSubcommands().keySet()));
  }
}
