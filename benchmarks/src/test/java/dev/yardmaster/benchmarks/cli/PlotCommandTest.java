package dev.yardmaster.benchmarks.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.benchmarks.report.JsonReport;
import dev.yardmaster.benchmarks.report.MadeReport;
import dev.yardmaster.benchmarks.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlotCommandTest {

  @TempDir private Path folder;

  private final CommandRun commands = new CommandRun();

  private Path before;
  private Path after;
  private Path paper;

  @BeforeEach
  void makeReports() throws IOException {
    before = write("before.json", MadeReport.benchmark(200));
    after = write("after.json", MadeReport.benchmark(400));
    paper = write("paper.json", MadeReport.experiment());
  }

  private Path write(String name, Report report) throws IOException {
    return Files.writeString(
        folder.resolve(name),
        JsonReport.render(report, MadeReport.provenance("./yardmaster bench " + name)));
  }

  private int plot(Object... arguments) {
    List<String> all = new ArrayList<>(List.of("plot"));
    for (Object argument : arguments) {
      all.add(argument.toString());
    }
    return commands.execute(all.toArray(String[]::new));
  }

  @Test
  void chartsOfAReportAreDrawnAgain() throws IOException {
    Path page = folder.resolve("page.html");
    assertEquals(0, plot(before, "--output", page), commands.err());
    assertEquals("Charts: 1, in " + page + System.lineSeparator(), commands.out());
    String html = Files.readString(page);
    assertTrue(html.contains("<svg"), html);
    assertTrue(html.contains(">Throughput<"), html);
    assertTrue(html.contains("110 (100-120)"), "medians with least and greatest values: " + html);
    assertTrue(html.contains("./yardmaster bench before.json"), "the command that measured");
    assertTrue(html.contains(MadeReport.COMMIT), html);
  }

  @Test
  void severalReportsAreSeriesOfOneChart() throws IOException {
    Path picture = folder.resolve("plot.svg");
    assertEquals(
        0,
        plot(before, after, "--metric", "committedPerSecond", "--output", picture),
        commands.err());
    String svg = Files.readString(picture);
    assertTrue(svg.startsWith("<svg"), svg);
    assertTrue(svg.contains(">before</text>"), svg);
    assertTrue(svg.contains(">after</text>"), svg);
    // The rectangles are two sides for each of the two files, one entry of the legend for each
    // file, and the background.
    assertEquals(7, svg.split("<rect", -1).length - 1, svg);
  }

  @Test
  void aMetricTakesThePositionsOfALineChart() throws IOException {
    Path page = folder.resolve("page.html");
    assertEquals(0, plot(paper, "--metric", "abortsPerCommit", "--output", page), commands.err());
    String html = Files.readString(page);
    assertTrue(html.contains("<title>0.9: 0.9</title>"), html);
    assertTrue(html.contains("abortsPerCommit (throughput)"), html);
    assertFalse(html.contains("1000/s"), "the axis has the unit of the metric: " + html);
  }

  @Test
  void aChartOfTheReportKeepsItsUnit() throws IOException {
    Path picture = folder.resolve("plot.svg");
    assertEquals(0, plot(paper, "--output", picture), commands.err());
    String svg = Files.readString(picture);
    assertTrue(svg.contains("1000/s"), svg);
    assertTrue(svg.contains("<title>0.0: 1.05</title>"), svg);
  }

  @Test
  void severalPicturesAreNumbered() throws IOException {
    Path picture = folder.resolve("plot.svg");
    assertEquals(
        0,
        plot(before, "--metric", "committedPerSecond,p99Us", "--output", picture),
        commands.err());
    assertFalse(Files.exists(picture));
    assertTrue(Files.readString(folder.resolve("plot-1.svg")).contains("committedPerSecond"));
    assertTrue(Files.readString(folder.resolve("plot-2.svg")).contains("p99Us"));
  }

  /** All sides share one axis, whether they come from one file or from several files. */
  @Test
  void aSecondUnitIsAnErrorWithBothFilesAndUnits() throws IOException {
    String json = Files.readString(after);
    Files.writeString(after, json.replace("\"unit\" : \"1\"", "\"unit\" : \"1/s\""));
    Object[] command = {
      before, after, "--metric", "committedPerSecond", "--output", folder.resolve("plot.svg")
    };
    assertEquals(1, plot(command));
    String message = after + ": the metric committedPerSecond has the unit 1/s, and in ";
    assertTrue(commands.err().contains(message + before + " the unit 1"), commands.err());
    Files.writeString(after, json.replaceFirst("\"unit\" : \"1\"", "\"unit\" : \"1/s\""));
    command[0] = after;
    command[1] = before;
    assertEquals(1, plot(command));
    message = after + ": the metric committedPerSecond has the unit 1, and in ";
    assertTrue(commands.err().contains(message + after + " the unit 1/s"), commands.err());
    assertFalse(Files.exists(folder.resolve("plot.svg")));
  }

  @Test
  void anUnknownMetricIsAnErrorWithTheFileAndItsMetrics() {
    assertEquals(1, plot(before, "--metric", "speed", "--output", folder.resolve("plot.svg")));
    assertEquals(
        "yardmaster plot: "
            + before
            + ": sides[].metrics: no side has the metric speed; the metrics are"
            + " committedPerSecond, p99Us, ratio, \"paired\"",
        commands.err().strip());
  }

  @ParameterizedTest
  @CsvSource({
    "'\"schema\" : 1', '\"schema\" : 2', 'schema: must be 1, not 2'",
    "'\"command\"', '\"Command\"', 'command: must be a string, not missing'",
    "'\"unit\" : \"1\"', '\"unit\" : 1',"
        + " 'sides[0].metrics.committedPerSecond.unit: must be a string, not 1'",
    "'100.0, 120.0', '100.0, \"fast\"',"
        + " 'sides[0].metrics.committedPerSecond.repeats[1]: must be a number or null,"
        + " not \"fast\"'",
    "'\"kind\" : \"bars\"', '\"kind\" : \"pie\"',"
        + " 'charts[0].kind: must be one of lines, log-lines, log-heights, bars, log-bars,"
        + " stacked-bars, not \"pie\"'",
    "'\"yScale\" : 1.0', '\"yScale\" : 1e999'," + " 'charts[0].yScale: must be a finite number'",
    "'\"yScale\" : 1.0', '\"yScale\" : 0', 'charts[0].yScale: must be above 0, not 0'",
    "'{', '[', 'not JSON: '"
  })
  void aBrokenFileIsAnErrorWithTheFileAndTheField(String text, String broken, String message)
      throws IOException {
    String json = Files.readString(before);
    assertTrue(json.contains(text), text);
    Files.writeString(before, json.replace(text, broken));
    assertEquals(1, plot(before, "--output", folder.resolve("plot.svg")));
    assertTrue(commands.err().contains(before + ": " + message), commands.err());
    assertEquals(1, commands.err().lines().count(), commands.err());
  }

  @ParameterizedTest
  @CsvSource({
    "before.json --output plot.png, --output=plot.png must end with .html or .svg",
    "before.json ./before.json, the file ./before.json is given twice",
    "'before.json --metric ,p99Us', '--metric=,p99Us has an empty name'",
    "'', FILE"
  })
  void wrongUsageIsExitCode2(String arguments, String message) {
    Object[] words = arguments.isEmpty() ? new Object[0] : arguments.split(" ");
    assertEquals(2, plot(words));
    assertTrue(commands.err().contains(message), commands.err());
  }

  @Test
  void aMissingFileIsAnError() {
    Path missing = folder.resolve("missing.json");
    assertEquals(1, plot(missing, "--output", folder.resolve("plot.svg")));
    assertTrue(commands.err().contains(missing + ": there is no such file"), commands.err());
  }
}
