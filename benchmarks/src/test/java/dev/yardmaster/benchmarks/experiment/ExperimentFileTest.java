package dev.yardmaster.benchmarks.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.yardmaster.benchmarks.measure.Claim;
import dev.yardmaster.benchmarks.measure.Made;
import dev.yardmaster.benchmarks.measure.Measurements;
import dev.yardmaster.benchmarks.measure.MetricRef;
import dev.yardmaster.benchmarks.measure.Results;
import dev.yardmaster.benchmarks.measure.Results.Row;
import dev.yardmaster.benchmarks.report.MachineDescription;
import dev.yardmaster.benchmarks.report.Mark;
import dev.yardmaster.benchmarks.report.Panel;
import dev.yardmaster.benchmarks.report.Provenance;
import dev.yardmaster.benchmarks.report.Report;
import dev.yardmaster.benchmarks.report.Series;
import dev.yardmaster.benchmarks.report.SourceRevision;
import dev.yardmaster.server.cli.ReportFile;
import dev.yardmaster.server.cli.TextTable;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.xml.sax.InputSource;

/**
 * Checks the results of an experiment as a file from which a run can resume, and as an HTML page.
 */
class ExperimentFileTest {

  private static final Provenance RUN =
      new Provenance(
          "./yardmaster experiment",
          new SourceRevision("0123456789abcdef0123456789abcdef01234567", Optional.of(true)),
          new MachineDescription(2, "A processor", "JVM", "Linux", 100, List.of()),
          Instant.parse("2026-01-02T03:04:05Z"));

  @TempDir private Path folder;

  private ExperimentFile file(Object records, double seconds) throws Exception {
    return new ExperimentFile(
        ReportFile.prepare(folder.resolve("rocc.json")),
        "A paper",
        Map.of("records", records, "seconds", seconds),
        RUN);
  }

  private static Measurements measurements() {
    List<Row> rows =
        List.of(
            Made.row("rocc", Map.of(), Map.of("scans", List.of(30.0, 20.0, 40.0)), List.of()),
            Made.row(
                "gwv",
                Map.of(),
                Map.of("scans", List.of(10.0, 10.0, 10.0)),
                List.of("gwv, repeat 2: <broken>")));
    return Measurements.of(
        List.of(new Results("p", rows, List.of("gwv, repeat 2: <broken>"), false)));
  }

  private static Figure figure(Panel.Kind kind) {
    MetricRef rocc = new MetricRef("p", "rocc", "scans");
    MetricRef gwv = rocc.of("gwv");
    MetricRef missing = new MetricRef("q", "rocc", "scans");
    return new Figure(
        "5",
        "Scans & more",
        "made up",
        List.of(),
        List.of(
            new Panel(
                "throughput",
                kind,
                "keys",
                "scans/s",
                2,
                List.of(
                    new Series(
                        "rocc",
                        List.of(
                            Mark.at(100, "100", rocc),
                            Mark.at(1_500, "1500", rocc),
                            Mark.at(3_000, "3000", missing))),
                    new Series("over gwv", List.of(new Mark(100, "100", rocc, gwv)))))),
        List.of(
            new Claim("twice as many", Claim.Direction.AT_LEAST, 2, 1.5, rocc, gwv),
            new Claim("five times as many", Claim.Direction.AT_LEAST, 5, 4, rocc, gwv)
                .because("One of <ours> reads more, and <theirs> reads less."),
            Claim.atLeast("somewhere else", 1, missing, gwv)));
  }

  @Test
  void whatWasWrittenIsReadAgain() throws Exception {
    Measurements measurements = measurements();
    file(1_000, 0.5).write(report(1_000, 0.5, figure(Panel.Kind.LINES)), true);
    Measurements read = file(1_000, 0.5).read();
    assertEquals(measurements.all(), read.all());
    String text = Files.readString(folder.resolve("rocc.json"));
    assertTrue(text.contains("\"verdict\" : \"exceeds\""), text);
    assertTrue(text.contains("\"100\" : 60.0"), text);
    assertTrue(text.contains("\"reason\" : \"One of <ours>"), text);
  }

  @Test
  void anotherSettingIsNamed() throws Exception {
    file(1_000, 0.5).write(report(1_000, 0.5), true);
    ExperimentFile.Unfit unfit =
        assertThrows(ExperimentFile.Unfit.class, () -> file(2_000, 0.5).read());
    assertTrue(unfit.getMessage().contains("records=1000, now 2000"), unfit.getMessage());
  }

  @Test
  void whatIsNoResultsFileIsRefused() throws Exception {
    ExperimentFile file = file(1_000, 0.5);
    assertTrue(
        assertThrows(ExperimentFile.Unfit.class, file::read)
            .getMessage()
            .contains("nothing to resume"));
    for (String text : List.of("{", "{}", "[]", "{\"report\":\"Another\",\"sides\":[]}")) {
      Files.writeString(folder.resolve("rocc.json"), text);
      String message = assertThrows(ExperimentFile.Unfit.class, file::read).getMessage();
      assertTrue(message.contains("is not a results file"), message);
    }
  }

  /** The first files had no schema. */
  @ParameterizedTest
  @CsvSource({"'\"schema\" : 2,', 2", "'', none"})
  void aFileOfAnotherSchemaIsRefused(String schema, String named) throws Exception {
    Path json = folder.resolve("rocc.json");
    file(1_000, 0.5).write(report(1_000, 0.5), true);
    Files.writeString(json, Files.readString(json).replace("\"schema\" : 1,", schema));
    ExperimentFile.Unfit unfit =
        assertThrows(ExperimentFile.Unfit.class, () -> file(1_000, 0.5).read());
    assertEquals(
        json
            + " cannot be resumed, because another version has written it: schema="
            + named
            + ", and this version reads schema=1; without --resume, a run measures all points and"
            + " replaces the file",
        unfit.getMessage());
  }

  @Test
  void aResumedRunNamesTheEarlierRun() throws Exception {
    file(1_000, 0.5).write(report(1_000, 0.5), true);
    ExperimentFile resuming = file(1_000, 0.5);
    var unused = resuming.read();
    resuming.write(report(1_000, 0.5), true);
    JsonNode root = new ObjectMapper().readTree(folder.resolve("rocc.json").toFile());
    assertEquals(1, root.get("resumed").size());
    assertEquals(
        "0123456789abcdef0123456789abcdef01234567", root.at("/resumed/0/commit/id").asText());
    assertEquals("2026-01-02T03:04:05Z", root.at("/resumed/0/begun").asText());
  }

  @Test
  void aRunThatMeasuresNothingKeepsTheMachineAndTheCommitOfTheOthers() throws Exception {
    file(1_000, 0.5).write(report(1_000, 0.5), true);
    String before = Files.readString(folder.resolve("rocc.json"));
    ExperimentFile resuming = file(1_000, 0.5);
    var unused = resuming.read();
    resuming.write(report(1_000, 0.5), false);
    assertEquals(before, Files.readString(folder.resolve("rocc.json")));
  }

  private static Report report(Object records, double seconds, Figure... figures) {
    return ExperimentReport.of(
        "A paper",
        Map.of("records", records, "seconds", seconds),
        List.of(figures),
        measurements());
  }

  private static Report report(Panel.Kind kind) {
    return report(1_000, 0.5, figure(kind));
  }

  @Test
  void verdictsAreInTheTablesAndCounted() {
    Report report = report(Panel.Kind.LINES);
    assertEquals("Claims: 1 exceeds, 0 holds, 1 falls short, 1 not measured.", report.headline());
    String text = String.join("\n", report.tables().stream().map(TextTable::render).toList());
    assertTrue(text.contains("60.0 (40.0-80.0)"), text);
    assertTrue(text.contains("3.00 (2.00-4.00)"), text);
    assertTrue(text.contains("falls short           [1]"), text);
    assertTrue(text.contains("\n[1] One of <ours> reads more"), text);
    assertEquals(List.of("p: gwv, repeat 2: <broken>"), report.findings());
  }

  @ParameterizedTest
  @EnumSource(Panel.Kind.class)
  void everyKindOfChartIsAWellFormedPicture(Panel.Kind kind) throws Exception {
    String html = report(kind).html(RUN);
    List<String> charts = new ArrayList<>();
    for (int at = html.indexOf("<svg"); at >= 0; at = html.indexOf("<svg", at + 1)) {
      charts.add(html.substring(at, html.indexOf("</svg>", at) + 6));
    }
    assertEquals(1, charts.size());
    var picture =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(charts.get(0))));
    int marks =
        !kind.name().endsWith("BARS")
            ? picture.getElementsByTagName("circle").getLength()
            // Two of the rectangles belong to the legend.
            : picture.getElementsByTagName("rect").getLength() - 2;
    assertTrue(marks >= 3, "marks=" + marks);
    assertTrue(charts.get(0).contains("scans/s"), "axes are named");
    assertTrue(html.contains("Scans &amp; more"), "text is escaped");
    assertTrue(html.contains("[1] One of &lt;ours&gt; reads more"), html);
    assertTrue(html.contains("Invariant broken: p: gwv, repeat 2: &lt;broken&gt;"), html);
  }
}
