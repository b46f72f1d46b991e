package dev.yardmaster.benchmarks.cli;

import picocli.CommandLine;

/** The command line as typed, so that a report says how to reproduce itself. */
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
