package dev.yardmaster.benchmarks.cli.options;

import dev.yardmaster.benchmarks.report.CsvReport;
import dev.yardmaster.benchmarks.report.JsonReport;
import dev.yardmaster.benchmarks.report.Provenance;
import dev.yardmaster.benchmarks.report.Report;
import dev.yardmaster.server.cli.ReportFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine;

/**
 * The files to which the reports are written.
 *
 * @param json the file of the JSON report; empty for none
 * @param html the file of the HTML report; empty for none
 * @param csv the file of the CSV report; empty for none
 */
public record ReportFiles(
    Optional<ReportFile> json, Optional<ReportFile> html, Optional<ReportFile> csv) {

  /**
   * Checks that the files of the given reports can be written, and returns them.
   *
   * @param json the file of the JSON report; null for none
   * @param html the file of the HTML report; null for none
   */
  static ReportFiles of(Path json, Path html, Optional<ReportFile> csv, CommandLine command) {
    return new ReportFiles(
        Optional.ofNullable(json).map(path -> ReportFile.forOption("--json", path, command)),
        Optional.ofNullable(html).map(path -> ReportFile.forOption("--html", path, command)),
        csv);
  }

  /** Writes a report to all files and returns the paths of the files. */
  public List<Path> write(Report report, Provenance provenance) throws IOException {
    if (json.isPresent()) {
      json.get().write(JsonReport.render(report, provenance));
    }
    if (html.isPresent()) {
      html.get().write(report.html(provenance));
    }
    if (csv.isPresent()) {
      csv.get().write(CsvReport.render(report));
    }
    return Stream.of(html, json, csv).flatMap(Optional::stream).map(ReportFile::path).toList();
  }
}
