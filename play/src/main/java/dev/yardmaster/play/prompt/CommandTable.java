package dev.yardmaster.play.prompt;

import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.play.batch.BadBatch;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The commands of the prompt, which picocli parses and describes. */
final class CommandTable {

  /**
   * The argument after which picocli treats all words as values. No command has options, so words
   * such as -5 and --force are values.
   */
  private static final String END_OF_OPTIONS = "--";

  /** The commands as {@code help} lists them. */
  static final List<String> ORDER =
      List.of(
          "begin", "get", "put", "add", "delete", "scan", "commit", "abort", "wait", "session",
          "show", "batch", "tour", "help", "exit");

  private final Prompt prompt;
  private final CommandLine commands;

  CommandTable(Prompt prompt) {
    this.prompt = prompt;
    commands = new CommandLine(new PromptCommands(prompt, this));
    commands
        .setExpandAtFiles(false)
        .setParameterExceptionHandler(
            (wrong, words) -> {
              prompt.fail(wrong.getMessage() + " (help " + words[0] + ")");
              return CommandLine.ExitCode.USAGE;
            })
        .setExecutionExceptionHandler((thrown, command, parsed) -> failed(thrown));
  }

  private int failed(Exception thrown) throws Exception {
    if (thrown instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    } else if (thrown instanceof BadLine
        || thrown instanceof BadBatch
        || thrown instanceof YardmasterException) {
      prompt.fail(thrown.getMessage());
    } else {
      prompt.fail(String.valueOf(thrown));
      throw thrown;
    }
    return CommandLine.ExitCode.SOFTWARE;
  }

  /**
   * Executes a command.
   *
   * @throws BadLine if there is no such command
   */
  void execute(List<String> words) {
    if (!words.isEmpty()) {
      requireKnown(words.get(0));
      List<String> arguments = new ArrayList<>(words);
      arguments.add(1, END_OF_OPTIONS);
      var unused = commands.execute(arguments.toArray(String[]::new));
    }
  }

  private void requireKnown(String name) {
    if (!names().contains(name)) {
      throw new BadLine("there is no command '" + name + "'; help lists the commands");
    }
  }

  /** Returns the names of all commands. */
  Collection<String> names() {
    return commands.getSubcommands().keySet();
  }

  /** Returns one line for each command, in the order of {@link #ORDER}. */
  List<String> list() {
    return ORDER.stream()
        .map(
            name -> {
              UsageMessageSpec usage = usage(name);
              String first = usage.description()[0].split("\\. ", 2)[0].replaceFirst("\\.$", "");
              return String.format("  %-24s%s", usage.customSynopsis()[0], first);
            })
        .toList();
  }

  /**
   * Returns the help of a command.
   *
   * @throws BadLine if there is no such command
   */
  List<String> help(String name) {
    requireKnown(name);
    UsageMessageSpec usage = usage(name);
    List<String> lines = new ArrayList<>(List.of(usage.customSynopsis()[0]));
    lines.addAll(List.of(usage.description()));
    return lines;
  }

  private UsageMessageSpec usage(String name) {
    return commands.getSubcommands().get(name).getCommandSpec().usageMessage();
  }
}
