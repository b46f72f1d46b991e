package dev.yardmaster.benchmarks.cli.command;

import dev.yardmaster.benchmarks.cli.options.PostgresOptions;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine;

/**
 * Returns the command line as the user typed it, but without the secrets in URLs. A report shows
 * this text, so that a reader can repeat the run.
 */
public final class CommandText {

  /** Matches arguments that a shell takes literally without quotes. */
  private static final Pattern PLAIN = Pattern.compile("[\\w@%+=:,./-]+");

  private CommandText() {}

  public static String of(CommandLine command) {
    CommandLine root = command;
    while (root.getParent() != null) {
      root = root.getParent();
    }
    return "./"
        + root.getCommandName()
        + " "
        + root.getParseResult().originalArgs().stream()
            .map(PostgresOptions::withoutSecrets)
            .map(CommandText::quoted)
            .collect(Collectors.joining(" "));
  }

  /** Returns an argument as a word of a shell's command line. */
  private static String quoted(String argument) {
    return PLAIN.matcher(argument).matches()
        ? argument
        : "'" + argument.replace("'", "'\\''") + "'";
  }
}
