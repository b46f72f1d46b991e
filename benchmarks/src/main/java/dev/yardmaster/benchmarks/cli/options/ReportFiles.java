package dev.yardmaster.benchmarks.cli.options;

import dev.yardmaster.server.cli.ReportFile;
import java.nio.file.Path;
import picocli.CommandLine;

/**
 * The files to which the reports are written.
 *
 * @param json the file of the JSON report; null for none
 * @param html the file of the HTML report; null for none
 */
public record ReportFiles(ReportFile json, ReportFile html) {

  /** Checks that the files of the given reports can be written, and returns them. */
  static ReportFiles of(Path json, Path html, CommandLine command) {
    return new ReportFiles(
        json == null ? null : ReportFile.forOption("--json", json, command),
        html == null ? null : ReportFile.forOption("--html", html, command));
  }
}
