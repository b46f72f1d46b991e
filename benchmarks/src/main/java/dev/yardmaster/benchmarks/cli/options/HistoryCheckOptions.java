package dev.yardmaster.benchmarks.cli.options;

import dev.yardmaster.benchmarks.run.Histories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options for recording and checking each round's history. */
public final class HistoryCheckOptions {

  @Option(
      names = "--check",
      description =
          "Record every round's history and check it for strict serializability. Recording costs"
              + " throughput, on all sides alike. A history with an anomaly is kept, in reports/"
              + " or in the folder of --histories. Default: off.")
  private boolean check;

  @Option(
      names = "--histories",
      paramLabel = "DIR",
      description =
          "Keep every round's history in this folder, for `yardmaster check`. Implies --check."
              + " Default: no history is kept.")
  private Path folder;

  /** Returns the folder of the histories; empty if no histories are recorded. */
  public Optional<Histories> histories(CommandLine command) {
    if (folder == null && !check) {
      return Optional.empty();
    }
    Path target = folder == null ? Path.of("reports") : folder;
    try {
      Files.createDirectories(target);
    } catch (IOException e) {
      throw new ParameterException(
          command, "--histories: cannot make the folder " + target + ": " + e.getMessage(), e);
    }
    return Optional.of(new Histories(target, folder != null));
  }
}
