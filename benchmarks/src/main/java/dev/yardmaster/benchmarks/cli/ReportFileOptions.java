package dev.yardmaster.benchmarks.cli;

import dev.yardmaster.benchmarks.cli.MeasurementCommand.Files;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** The options for a command's report files, which by default have the command's name. */
final class ReportFileOptions {

  @Option(
      names = "--json",
      paramLabel = "FILE",
      defaultValue = "reports/${COMMAND-NAME}.json",
      description = "The file of the JSON report.")
  private Path json;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      defaultValue = "reports/${COMMAND-NAME}.html",
      description = "The file of the HTML report.")
  private Path html;

  Files files(CommandLine command) {
    return ReportOptions.files(json, html, command);
  }
}
