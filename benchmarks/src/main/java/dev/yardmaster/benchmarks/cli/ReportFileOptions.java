package dev.yardmaster.benchmarks.cli;

import dev.yardmaster.benchmarks.cli.MeasurementCommand.Files;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** Where the reports of a command go that are named as the command is. */
final class ReportFileOptions {

  @Option(
      names = "--json",
      paramLabel = "FILE",
      defaultValue = "reports/${COMMAND-NAME}.json",
      description = "Where the JSON report goes.")
  private Path json;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      defaultValue = "reports/${COMMAND-NAME}.html",
      description = "Where the HTML report goes.")
  private Path html;

  Files files(CommandLine command) {
    return ReportOptions.files(json, html, command);
  }
}
