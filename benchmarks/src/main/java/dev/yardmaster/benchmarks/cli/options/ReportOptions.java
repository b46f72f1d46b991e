package dev.yardmaster.benchmarks.cli.options;

import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** The options for the report files, which by default have the workload's name. */
public final class ReportOptions extends CsvOption {

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description =
          "The file of the JSON report. Default: reports/<workload>.json under the current folder.")
  private Path json;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description =
          "The file of the HTML report. Default: reports/<workload>.html under the current folder.")
  private Path html;

  public ReportFiles files(String workload, CommandLine command) {
    return ReportFiles.of(
        json == null ? standard(workload, "json") : json,
        html == null ? standard(workload, "html") : html,
        csv(command),
        command);
  }

  private static Path standard(String workload, String ending) {
    return Path.of("reports", workload + "." + ending);
  }
}
