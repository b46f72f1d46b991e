package dev.yardmaster.benchmarks.cli;

import picocli.CommandLine;

/**
 * Returns the command line as the user typed it; a report shows it, so that a reader can repeat the
 * run.
 */
final class CommandText {

  private CommandText() {}

  static String of(CommandLine command) {
    CommandLine root = command;
    while (root.getParent() != null) {
      root = root.getParent();
    }
    return "./"
        + root.getCommandName()
        + " "
        + String.join(" ", root.getParseResult().originalArgs());
  }
}
