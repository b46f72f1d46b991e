package dev.yardmaster.benchmarks.cli;

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
        new CommandLine(new BenchCommand(environment))
            .setAllowSubcommandsAsOptionParameters(true) // --on jdbc is no subcommand.
            .addSubcommand(new LimitCommand(environment))
            .addSubcommand(new DiskCommand(environment))
            .addSubcommand(new RecoveryCommand(environment))
            .addSubcommand(new RecoveryTablesCommand(environment))
            .addSubcommand(new ReplicationCommand(environment))
            .addSubcommand(new dev.yardmaster.benchmarks.cli.SoakCommand(environment))
            .addSubcommand(new WireCommand(environment))
            .addSubcommand(new ConnectionsCommand(environment))
            .addSubcommand(new AttacksCommand(environment))
            .addSubcommand(new JdbcCommand(environment))
            .addSubcommand(new YcsbCommand(environment))
            .addSubcommand(new TpccCommand(environment))
            .addSubcommand(new TpceCommand(environment))
            .addSubcommand(new StockCommand(environment)),
        new CommandLine(new ExperimentCommand())
            .addSubcommand(new AllPapersCommand(environment))
            .addSubcommand(new SummaryCommand())
            .addSubcommand(new BatchingCommand(environment))
            .addSubcommand(new RoccCommand(environment))
            .addSubcommand(new PlorCommand(environment))
            .addSubcommand(new CormccCommand(environment))
            .addSubcommand(new CormccTreeCommand(environment))
            .addSubcommand(new ErmiaCommand(environment))
            .addSubcommand(new ScaleCommand(environment))
            .addSubcommand(new MachinesCommand(environment)),
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
