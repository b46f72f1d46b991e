package dev.yardmaster.benchmarks.report;

import dev.yardmaster.benchmarks.measure.Measured;
import dev.yardmaster.benchmarks.measure.Results;
import dev.yardmaster.benchmarks.measure.Results.Row;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Renders the figures of a report as comma-separated values (RFC 4180) in tidy form. The file has a
 * header, and a record for each repeat of each metric of each side. The field of an undefined
 * value, and the position of a side that has none, are empty. The file does not have the settings,
 * the machine and the bars, which {@link JsonReport} has.
 */
public final class CsvReport {

  private static final List<String> HEADER =
      List.of("report", "at", "xLabel", "x", "side", "metric", "unit", "repeat", "value");

  private static final Pattern QUOTED = Pattern.compile("[\",\r\n]");

  private CsvReport() {}

  /** Returns the text of the file. Records end with a carriage return and a line feed. */
  public static String render(Report report) {
    StringBuilder csv = new StringBuilder();
    append(csv, HEADER);
    AxisPositions positions = AxisPositions.of(report);
    for (Results results : report.measurements().all()) {
      for (Row row : results.rows()) {
        Optional<AxisPositions.Position> position = positions.of(results, row);
        for (Measured measured : row.figures().values()) {
          for (int repeat = 0; repeat < measured.repeats().size(); repeat++) {
            append(
                csv,
                List.of(
                    report.title(),
                    results.at(),
                    position.map(AxisPositions.Position::label).orElse(""),
                    position.map(found -> Double.toString(found.x())).orElse(""),
                    row.label(),
                    measured.metric().name(),
                    measured.metric().unit(),
                    Integer.toString(repeat + 1),
                    text(measured.repeats().get(repeat))));
          }
        }
      }
    }
    return csv.toString();
  }

  private static String text(double value) {
    return Double.isFinite(value) ? Double.toString(value) : "";
  }

  private static void append(StringBuilder csv, List<String> fields) {
    csv.append(fields.stream().map(CsvReport::field).collect(Collectors.joining(",")))
        .append("\r\n");
  }

  private static String field(String text) {
    return QUOTED.matcher(text).find() ? '"' + text.replace("\"", "\"\"") + '"' : text;
  }
}
