package dev.yardmaster.benchmarks.cli;

import dev.yardmaster.benchmarks.workload.WorkloadProcedures;
import dev.yardmaster.server.cli.ServeCommand;
import dev.yardmaster.server.cli.TokenCommand;
import dev.yardmaster.server.cli.TopCommand;
import java.security.SecureRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The {@code yardmaster} command. */
@Command(
    name = "yardmaster",
    description = "Batches and reorders transactions so that far fewer of them abort.",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:fine", "1:a run failed", "2:wrong usage", "130:ended by Ctrl-C"},
    synopsisSubcommandLabel = "COMMAND")
public final class YardmasterCommand implements Runnable {

  private static final long CLEAN_END_TIMEOUT_S = 20;

  @Spec private CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help and exit.")
  @SuppressWarnings("UnusedVariable") // the parser acts on it
  private boolean help;

  private YardmasterCommand() {}

  /** Runs the command and exits with its code. */
  public static void main(String[] args) {
    CountDownLatch ended = new CountDownLatch(1);
    endCleanlyOnShutdown(Thread.currentThread(), ended);
    int exitCode = commandLine(Environment.system()).execute(args);
    ended.countDown();
    System.exit(exitCode);
  }

  /** Ctrl-C interrupts the command, which then closes what it started and says how far it came. */
  private static void endCleanlyOnShutdown(Thread command, CountDownLatch ended) {
    Thread hook =
        new Thread(
            () -> {
              command.interrupt();
              try {
                var unused = ended.await(CLEAN_END_TIMEOUT_S, TimeUnit.SECONDS);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            "clean-end");
    Runtime.getRuntime().addShutdownHook(hook);
  }

  static CommandLine commandLine(Environment environment) {
    CommandLine bench =
        new CommandLine(new BenchCommand(environment))
            .addSubcommand(new LimitCommand(environment))
            .addSubcommand(new DiskCommand(environment))
            .addSubcommand(new RecoveryCommand(environment))
            .addSubcommand(new SoakCommand(environment))
            .addSubcommand(new WireCommand(environment))
            .addSubcommand(new ConnectionsCommand(environment))
            .addSubcommand(new JdbcCommand(environment))
            .addSubcommand(new YcsbCommand(environment))
            .addSubcommand(new TpccCommand(environment));
    return new CommandLine(new YardmasterCommand())
        .addSubcommand(bench)
        .addSubcommand(
            new CommandLine(new ExperimentCommand())
                .addSubcommand(new BatchingCommand(environment))
                .addSubcommand(new RoccCommand(environment)))
        .addSubcommand(new ReorderCommand(environment))
        .addSubcommand(new CheckCommand(environment))
        .addSubcommand(new SimulateCommand(environment))
        .addSubcommand(new FuzzCommand(environment))
        .addSubcommand(new FuzzWireCommand(environment))
        .addSubcommand(new TortureCommand(environment))
        .addSubcommand(new InspectCommand())
        .addSubcommand(new ServeCommand(System.getenv(), WorkloadProcedures::all))
        .addSubcommand(new TokenCommand(new SecureRandom()))
        .addSubcommand(TopCommand.ofSystem())
        .setUsageHelpWidth(100)
        .setUsageHelpAutoWidth(true)
        .setParameterExceptionHandler(new OneLineErrors())
        .setExecutionExceptionHandler(new OneLineErrors());
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "name a command: bench, experiment, reorder, check, simulate, fuzz, fuzz-wire, torture,"
            + " inspect, serve, top or token");
  }
}
