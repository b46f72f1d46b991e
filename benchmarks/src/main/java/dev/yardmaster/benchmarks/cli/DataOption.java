package dev.yardmaster.benchmarks.cli;

import dev.yardmaster.benchmarks.run.ScratchDirectory;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Where the data directories of a command go. */
final class DataOption {

  @Option(
      names = "--data",
      paramLabel = "DIR",
      defaultValue = "reports/data",
      description = "Where data directories are while it lasts.")
  private Path data;

  /** A directory in which directories can be made; that is made sure of before anything runs. */
  Path directory(CommandLine command) {
    check(data, command);
    return data;
  }

  /** Makes sure, before anything runs, that directories can be made there. */
  static void check(Path data, CommandLine command) {
    try {
      ScratchDirectory.check(data);
    } catch (IOException e) {
      throw new ParameterException(
          command, "--data: cannot make a directory in " + data + ": " + e, e);
    }
  }
}
