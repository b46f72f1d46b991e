package dev.yardmaster.benchmarks.cli;

import dev.yardmaster.server.cli.ReportFile;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** Where reports go. */
final class ReportOptions {

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description =
          "Where the JSON report goes. Default: reports/<workload>.json under the current folder.")
  private Path json;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description =
          "Where the HTML report goes. Default: reports/<workload>.html under the current folder.")
  private Path html;

  ReportFile json(WorkloadKind kind, CommandLine command) {
    return prepare("--json", json == null ? standard(kind, "json") : json, command);
  }

  ReportFile html(WorkloadKind kind, CommandLine command) {
    return prepare("--html", html == null ? standard(kind, "html") : html, command);
  }

  private static Path standard(WorkloadKind kind, String ending) {
    return Path.of("reports", kind.name().toLowerCase(Locale.ROOT) + "." + ending);
  }

  /** Makes sure that an option's file can be written. */
  static ReportFile prepare(String option, Path path, CommandLine command) {
    return ReportFile.forOption(option, path, command);
  }
}
