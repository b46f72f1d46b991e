package dev.yardmaster.server.cli;

import dev.yardmaster.server.cli.top.TopCommand;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.SystemEpochClock;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ParseResult.GroupMatch;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/**
 * The {@code yardmaster} command. This class provides the operators' commands. If the benchmarks
 * are on the class path, the help lists their commands before the operators' commands.
 */
@Command(
    name = "yardmaster",
    description = "Batches and reorders transactions so that far fewer of them abort.",
    exitCodeList = {"0:success", "1:a run failed", "2:wrong usage", "130:stopped by Ctrl-C"},
    synopsisSubcommandLabel = "COMMAND")
public final class RootCommand implements Runnable {

  private static final long CLEAN_END_TIMEOUT_S = 20;

  /** The order of an option that every command's help lists before the options without an order. */
  private static final int FIRST = -2;

  @Spec private CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      order = FIRST,
      description = "Show this help and exit.")
  @SuppressWarnings("UnusedVariable") // picocli reads the field, also for subcommands.
  private boolean help;

  private RootCommand() {}

  /** Runs an operators' command and exits with its code. */
  public static void main(String[] args) {
    execute(of(Console.system()), args);
  }

  /** Runs a command and exits with its code. */
  public static void execute(CommandLine root, String[] args) {
    CountDownLatch ended = new CountDownLatch(1);
    endCleanlyOnShutdown(Thread.currentThread(), ended);
    int exitCode = root.execute(args);
    ended.countDown();
    System.exit(exitCode);
  }

  /**
   * Makes Ctrl-C interrupt the command's thread. The command then closes its resources and reports
   * its progress.
   */
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

  /**
   * Creates the command with its subcommands.
   *
   * @param first commands to list before the operators' commands
   */
  public static CommandLine of(Console console, Object... first) {
    CommandLine root = new CommandLine(new RootCommand());
    for (Object command : first) {
      root.addSubcommand(command);
    }
    root.addSubcommand(new BackupCommand(console))
        .addSubcommand(new CheckCommand(console))
        .addSubcommand(new ClusterCommand())
        .addSubcommand(new InspectCommand())
        .addSubcommand(new LoadCommand(console))
        .addSubcommand(new RestoreCommand(console))
        .addSubcommand(new ServeCommand(System.getenv()))
        .addSubcommand(new TokenCommand(new SecureRandom(), SystemEpochClock.INSTANCE))
        .addSubcommand(TopCommand.ofSystem());
    completeHelp(root);
    return root.setUsageHelpWidth(100)
        .setUsageHelpAutoWidth(true)
        .setExecutionStrategy(
            parsed -> {
              refuseRepeatedOptions(parsed);
              return new RunLast().execute(parsed);
            })
        .setParameterExceptionHandler(new OneLineErrors())
        .setExecutionExceptionHandler(new OneLineErrors());
  }

  /**
   * Refuses an option that is given twice, if it belongs to a group of options. The parser would
   * begin the group again, and would discard all other options of the group.
   */
  private static void refuseRepeatedOptions(ParseResult parsed) {
    for (CommandLine command : parsed.asCommandLineList()) {
      ParseResult own = command.getParseResult();
      if (own.isUsageHelpRequested()) {
        return;
      }
      for (ArgGroupSpec group : command.getCommandSpec().argGroups()) {
        List<GroupMatch> matches =
            own.findMatches(group).stream().flatMap(found -> found.matches().stream()).toList();
        if (matches.size() > 1) {
          group.options().stream()
              .filter(option -> !matches.get(1).matchedValues(option).isEmpty())
              .filter(option -> !matches.get(0).matchedValues(option).isEmpty())
              .findFirst()
              .ifPresent(
                  option -> {
                    throw new ParameterException(
                        command,
                        "option '"
                            + option.longestName()
                            + "' is given twice: "
                            + matches.get(0).matchedValues(option).get(0)
                            + " and "
                            + matches.get(1).matchedValues(option).get(0));
                  });
        }
      }
    }
  }

  /** Adds the parts of the help that all commands share. */
  private static void completeHelp(CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    spec.resourceBundle(new OptionDescriptions(spec));
    UsageMessageSpec usage = spec.usageMessage();
    usage.sortOptions(false);
    if (!usage.exitCodeList().isEmpty()) {
      usage.exitCodeListHeading("%nExit codes:%n");
    }
    if (usage.footer().length > 0) {
      usage.footerHeading("%nExamples:%n");
    }
    command.getSubcommands().values().forEach(RootCommand::completeHelp);
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "give a command: " + String.join(", ", spec.subcommands().keySet()));
  }
}
