package dev.yardmaster.benchmarks.cli;

import dev.yardmaster.benchmarks.cli.MeasurementCommand.Files;
import dev.yardmaster.server.cli.ReportFile;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** The option for a JSON report, for commands that write no JSON report by default. */
final class JsonOption {

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "The file of the JSON report. Default: no JSON report is written.")
  private Path json;

  Files files(CommandLine command) {
    return new Files(json == null ? null : ReportFile.forOption("--json", json, command), null);
  }
}
