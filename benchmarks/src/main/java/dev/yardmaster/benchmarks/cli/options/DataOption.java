package dev.yardmaster.benchmarks.cli.options;

import dev.yardmaster.benchmarks.run.ScratchDirectory;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The option for the directory in which a command creates its data directories. */
public final class DataOption {

  @Option(
      names = "--data",
      paramLabel = "DIR",
      defaultValue = "reports/data",
      description = "The directory in which the command creates data directories while it runs.")
  private Path data;

  /** Checks that subdirectories can be created in the directory, and returns the directory. */
  public Path directory(CommandLine command) {
    check(data, command);
    return data;
  }

  /** Checks, before any round runs, that subdirectories can be created in the directory. */
  static void check(Path data, CommandLine command) {
    try {
      ScratchDirectory.check(data);
    } catch (IOException e) {
      throw new ParameterException(
          command, "--data: cannot make a directory in " + data + ": " + e, e);
    }
  }
}
