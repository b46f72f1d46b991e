package dev.yardmaster.benchmarks.cli;

import picocli.CommandLine;

/** What was typed, so that a report says how to make it again. */
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
