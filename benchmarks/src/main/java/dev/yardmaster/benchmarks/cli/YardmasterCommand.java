package dev.yardmaster.benchmarks.cli;

import dev.yardmaster.benchmarks.cli.bench.BenchCommand;
import dev.yardmaster.benchmarks.cli.command.Environment;
import dev.yardmaster.benchmarks.cli.experiment.ExperimentCommand;
import dev.yardmaster.play.cli.PlayMain;
import dev.yardmaster.proof.simulator.cli.FuzzCommand;
import dev.yardmaster.proof.simulator.cli.SimulateCommand;
import dev.yardmaster.proof.torture.cli.TortureCommand;
import dev.yardmaster.proof.torture.soak.SoakCommand;
import dev.yardmaster.proof.wirefuzz.FuzzWireCommand;
import dev.yardmaster.server.cli.Console;
import dev.yardmaster.server.cli.RootCommand;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/** The {@code yardmaster} command with all its subcommands. */
public final class YardmasterCommand {

  private YardmasterCommand() {}

  /** Runs the command and ends the process with the command's exit code. */
  public static void main(String[] args) {
    RootCommand.execute(commandLine(Environment.system()), args);
  }

  static CommandLine commandLine(Environment environment) {
    Console console = environment.console();
    List<Object> commands = new ArrayList<>(List.of(PlayMain.commands(console)));
    commands.addAll(measurements(environment, console));
    return RootCommand.of(console, commands.toArray());
  }

  private static List<Object> measurements(Environment environment, Console console) {
    return List.of(
        BenchCommand.line(environment),
        ExperimentCommand.line(environment),
        new PlanCommand(environment),
        new PlotCommand(),
        new ReorderCommand(environment),
        new SimulateCommand(console),
        new FuzzCommand(console),
        new FuzzWireCommand(console),
        new CommandLine(new TortureCommand(console))
            .addSubcommand(new TortureTablesCommand(console)),
        new SoakCommand(console));
  }
}
