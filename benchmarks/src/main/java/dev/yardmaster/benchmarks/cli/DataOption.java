package dev.yardmaster.benchmarks.cli;

import dev.yardmaster.benchmarks.run.ScratchDirectory;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Checks the option that says where data directories go. */
final class DataOption {

  private DataOption() {}

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
