package dev.yardmaster.benchmarks.cli;

import dev.yardmaster.benchmarks.run.ScratchDirectory;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The directory for a command's data directories. */
final class DataOption {

  @Option(
      names = "--data",
      paramLabel = "DIR",
      defaultValue = "reports/data",
      description = "The directory for data directories while the command runs.")
  private Path data;

  /** Returns a directory after checking that subdirectories can be made in it. */
  Path directory(CommandLine command) {
    check(data, command);
    return data;
  }

  /** Checks, before any round runs, that subdirectories can be made in the directory. */
  static void check(Path data, CommandLine command) {
    try {
      ScratchDirectory.check(data);
    } catch (IOException e) {
      throw new ParameterException(
          command, "--data: cannot make a directory in " + data + ": " + e, e);
    }
  }
}
