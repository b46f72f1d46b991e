package dev.yardmaster.benchmarks.cli;

import dev.yardmaster.benchmarks.cli.MeasurementCommand.Files;
import dev.yardmaster.server.cli.ReportFile;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** The options for the report files, which by default have the workload's name. */
final class ReportOptions {

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

  Files files(WorkloadKind kind, CommandLine command) {
    return files(
        json == null ? standard(kind, "json") : json,
        html == null ? standard(kind, "html") : html,
        command);
  }

  /** Checks that the files of both reports can be written, and returns them. */
  static Files files(Path json, Path html, CommandLine command) {
    return new Files(
        ReportFile.forOption("--json", json, command),
        ReportFile.forOption("--html", html, command));
  }

  private static Path standard(WorkloadKind kind, String ending) {
    return Path.of("reports", kind.name().toLowerCase(Locale.ROOT) + "." + ending);
  }
}
