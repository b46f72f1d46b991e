package dev.yardmaster.benchmarks.cli.options;

import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** The options for JSON and CSV reports, for commands that write no JSON report by default. */
public final class JsonOption extends CsvOption {

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "The file of the JSON report. Default: no JSON report is written.")
  private Path json;

  public ReportFiles files(CommandLine command) {
    return ReportFiles.of(json, null, csv(command), command);
  }
}
