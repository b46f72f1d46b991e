package dev.yardmaster.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.benchmarks.experiment.Claim;
import dev.yardmaster.benchmarks.experiment.Figure;
import dev.yardmaster.benchmarks.experiment.Mark;
import dev.yardmaster.benchmarks.experiment.Measured;
import dev.yardmaster.benchmarks.experiment.Measurements;
import dev.yardmaster.benchmarks.experiment.Panel;
import dev.yardmaster.benchmarks.experiment.Ref;
import dev.yardmaster.benchmarks.experiment.Series;
import dev.yardmaster.server.cli.ReportFile;
import dev.yardmaster.server.cli.TextTable;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.xml.sax.InputSource;

/** Results of an experiment, as a file to go on with and as a page. */
class ExperimentFileTest {

  @TempDir private Path folder;

  private ExperimentFile file(Object records, double seconds) throws Exception {
    return new ExperimentFile(
        ReportFile.prepare(folder.resolve("rocc.json")),
        "rocc",
        Map.of("records", records, "seconds", seconds));
  }

  private static Measurements measurements() {
    Measurements measurements = new Measurements();
    measurements.put(
        "p",
        new Measured(
            Map.of(
                "rocc", Map.of("scans", List.of(30.0, 20.0, 40.0)),
                "gwv", Map.of("scans", List.of(10.0, 10.0, 10.0))),
            List.of("gwv, repeat 2: <broken>")));
    return measurements;
  }

  private static Figure figure(Panel.Kind kind) {
    Ref rocc = new Ref("p", "rocc", "scans");
    Ref gwv = rocc.of("gwv");
    Ref missing = new Ref("q", "rocc", "scans");
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
            Claim.atLeast("twice as many", 2, 1.5, rocc, gwv),
            Claim.atLeast("five times as many", 5, 4, rocc, gwv)
                .because("One of <ours> reads more, and <theirs> reads less."),
            Claim.more("somewhere else", missing, gwv)));
  }

  @Test
  void whatWasWrittenIsReadAgain() throws Exception {
    Measurements measurements = measurements();
    file(1_000, 0.5).write(measurements, List.of(figure(Panel.Kind.LINES)));
    Measurements read = file(1_000, 0.5).read();
    assertEquals(measurements.all(), read.all());
    String text = Files.readString(folder.resolve("rocc.json"));
    assertTrue(text.contains("\"verdict\" : \"exceeds\""), text);
    assertTrue(text.contains("\"100\" : 60.0"), text);
    assertTrue(text.contains("\"reason\" : \"One of <ours>"), text);
  }

  @Test
  void anotherSettingIsNamed() throws Exception {
    file(1_000, 0.5).write(measurements(), List.of());
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
    for (String text : List.of("{", "{}", "[]", "{\"experiment\":\"batching\",\"points\":{}}")) {
      Files.writeString(folder.resolve("rocc.json"), text);
      String message = assertThrows(ExperimentFile.Unfit.class, file::read).getMessage();
      assertTrue(message.contains("is not a results file"), message);
    }
  }

  private static ExperimentReport report(Panel.Kind kind) {
    return new ExperimentReport(
        "A paper", Map.of("records", 1_000), List.of(figure(kind)), measurements());
  }

  @Test
  void verdictsAreInTheTablesAndCounted() {
    ExperimentReport report = report(Panel.Kind.LINES);
    assertEquals("Claims: 1 exceeds, 0 holds, 1 falls short, 1 not measured.", report.summary());
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
    String html = report(kind).html(new Machine(2, "JVM", "Linux", 100), "./yardmaster");
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
        kind != Panel.Kind.BARS && kind != Panel.Kind.STACKED_BARS
            ? picture.getElementsByTagName("circle").getLength()
            // Two are the legend's.
            : picture.getElementsByTagName("rect").getLength() - 2;
    assertTrue(marks >= 3, "marks=" + marks);
    assertTrue(charts.get(0).contains("scans/s"), "axes are named");
    assertTrue(html.contains("Scans &amp; more"), "text is escaped");
    assertTrue(html.contains("[1] One of &lt;ours&gt; reads more"), html);
    assertTrue(html.contains("Invariant broken: p: gwv, repeat 2: &lt;broken&gt;"), html);
  }

  @ParameterizedTest
  @CsvSource({"0.9, 1", "1, 1", "1.1, 2", "3, 5", "7, 10", "0.03, 0.05", "24000, 50000"})
  void axesHaveRoundSteps(double least, double step) {
    assertEquals(step, VerticalAxis.step(least), step * 1e-9);
  }

  @Test
  void logarithmicAxesGoFromPowerToPower() {
    VerticalAxis axis = VerticalAxis.logarithmic(30, 2_000);
    assertEquals(List.of(10.0, 100.0, 1_000.0, 10_000.0), axis.ticks());
    assertEquals(1 / 3.0, axis.height().applyAsDouble(100), 1e-9);
    assertEquals(0, axis.height().applyAsDouble(0), "what is below stands at the foot");
    assertEquals(List.of(1.0, 10.0), VerticalAxis.logarithmic(1, 1).ticks());
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "0.25, 0.25", "5, 5", "1500, 1500", "20000, 20k", "12345, '12,345'"})
  void numbersOnAxesAreShort(double value, String text) {
    assertEquals(text, SvgCanvas.number(value));
  }
}
