package dev.yardmaster.benchmarks.cli.options;

import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** The options for a command's report files, which by default have the command's name. */
public final class ReportFileOptions extends CsvOption {

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

  public ReportFiles files(CommandLine command) {
    return ReportFiles.of(json, html, csv(command), command);
  }
}
