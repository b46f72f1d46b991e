package dev.yardmaster.benchmarks.cli.options;

import dev.yardmaster.benchmarks.cli.values.WorkloadKind;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** The options for the report files, which by default have the workload's name. */
public final class ReportOptions {

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

  public ReportFiles files(WorkloadKind kind, CommandLine command) {
    return ReportFiles.of(
        json == null ? standard(kind, "json") : json,
        html == null ? standard(kind, "html") : html,
        command);
  }

  private static Path standard(WorkloadKind kind, String ending) {
    return Path.of("reports", kind.name().toLowerCase(Locale.ROOT) + "." + ending);
  }
}
