package dev.yardmaster.benchmarks.cli.options;

import dev.yardmaster.server.cli.ReportFile;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** The option for a CSV report, which all commands with reports have. */
abstract class CsvOption {

  static final String NAME = "--csv";
  static final String FILE = "FILE";
  static final String DESCRIPTION =
      "The file of the figures in comma-separated values, one line for each repeat of each metric."
          + " Default: no such file is written.";

  @Option(names = NAME, paramLabel = FILE, description = DESCRIPTION)
  private Path csv;

  /**
   * Checks that the file of the CSV report can be written, and returns it; empty if there is no CSV
   * report.
   */
  final Optional<ReportFile> csv(CommandLine command) {
    return file(csv, command);
  }

  static Optional<ReportFile> file(Path csv, CommandLine command) {
    return Optional.ofNullable(csv).map(path -> ReportFile.forOption(NAME, path, command));
  }
}
