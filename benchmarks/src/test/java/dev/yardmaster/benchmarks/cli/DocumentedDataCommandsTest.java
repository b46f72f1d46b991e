package dev.yardmaster.benchmarks.cli;

/** Runs the commands of the documentation about engines, databases and data directories. */
class DocumentedDataCommandsTest extends DocumentedCommands {

  @Override
  boolean runs(String command) {
    return isAboutData(command);
  }
}
