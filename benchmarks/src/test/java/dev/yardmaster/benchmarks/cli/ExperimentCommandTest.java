package dev.yardmaster.benchmarks.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests the commands {@code experiment rocc}, {@code plor}, {@code cormcc}, {@code ermia} and
 * {@code scale}.
 */
class ExperimentCommandTest {

  @TempDir private Path folder;

  private final CommandRun commands = new CommandRun();

  private int rocc(String... more) {
    List<String> all = new ArrayList<>(List.of("--seconds=0.05"));
    all.addAll(List.of(more));
    return experiment("rocc", all);
  }

  /** Runs figures of a paper with tiny tables. */
  private int experiment(String paper, List<String> more) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "experiment",
                paper,
                "--quick",
                "--records=2000",
                "--virtual-seconds=0.0001",
                "--json=" + folder.resolve(paper + ".json"),
                "--plots=" + folder.resolve("plots"),
                "--report=" + folder.resolve(paper + ".html")));
    all.addAll(more);
    return commands.execute(all.toArray(String[]::new));
  }

  private JsonNode json() throws IOException {
    return json("rocc");
  }

  private JsonNode json(String paper) throws IOException {
    return new ObjectMapper().readTree(folder.resolve(paper + ".json").toFile());
  }

  /**
   * Two calls, each with a limited time, measure the figures of two papers in pieces. The command
   * {@code summary} then writes a page with the claims.
   */
  @Test
  void allPapersAreMeasuredInPiecesAndSummed() throws IOException {
    List<String> all =
        List.of(
            "experiment",
            "all",
            "--papers=rocc,ermia",
            "--quick",
            "--for=1s",
            "--results=" + folder);
    assertEquals(0, commands.execute(all.toArray(String[]::new)), commands.err());
    assertTrue(commands.out().contains("points are left; --resume continues"), commands.out());
    assertTrue(commands.out().contains("The time is over before the experiment ermia"));
    int begun = json("rocc").get("sides").size();
    assertEquals(0, commands.execute(all.toArray(String[]::new)), commands.err());
    assertTrue(json("rocc").get("sides").size() > begun);
    assertTrue(Files.exists(folder.resolve("rocc/rocc.html")));

    assertEquals(2, commands.execute("experiment", "all", "--quick"));
    assertTrue(commands.err().contains("--quick needs another folder"), commands.err());

    Path page = folder.resolve("claims.md");
    assertEquals(
        0, commands.execute("experiment", "summary", "--results=" + folder, "--to=" + page));
    String text = Files.readString(page);
    assertTrue(text.contains("## " + json("rocc").get("report").asText()), text);
    assertTrue(text.contains("not judged"), text);
    assertEquals(
        2, commands.execute("experiment", "summary", "--results=" + folder.resolve("none")));
    assertTrue(commands.err().contains("there is no results file such as"), commands.err());
  }

  /**
   * One test covers measuring, drawing, checking claims and resuming, because measurements take
   * long.
   */
  @Test
  void figuresAreMeasuredDrawnAndJudgedAndARunGoesOn() throws IOException {
    assertEquals(0, rocc("--figure=12,t2"), commands.err());
    requireFigures(json());
    requirePlots();
    requireOnlyMissingPointsAreMeasured();
    commands.clearErr();
    JsonNode before = json();
    assertEquals(2, rocc("--figure=12", "--resume", "--seed=43"));
    assertTrue(commands.err().contains("seed=42, now 43"), commands.err());
    assertEquals(before, json(), "a refused command leaves the results file unchanged");
  }

  private void requirePlots() throws IOException {
    try (Stream<Path> plots = Files.list(folder.resolve("plots"))) {
      List<Path> all = plots.sorted().toList();
      assertTrue(all.size() >= 1, all.toString());
      for (Path plot : all) {
        String svg = Files.readString(plot);
        assertTrue(plot.getFileName().toString().matches("figure-12(-\\d)?\\.svg"), plot + "");
        assertTrue(svg.startsWith("<svg ") && svg.endsWith("</svg>"), svg);
        assertTrue(svg.contains("<style>") && svg.contains("rocc"), svg);
      }
    }
  }

  private void requireFigures(JsonNode report) throws IOException {
    assertEquals(2000, report.get("settings").get("records").asInt());
    JsonNode claims = report.get("bars");
    assertTrue(claims.size() >= 5, claims.toString());
    for (JsonNode claim : claims) {
      assertTrue(claim.get("section").asText().startsWith("Figure 12, "), claim.toString());
      assertTrue(claim.get("median").asDouble() > 0, claim.toString());
      assertEquals("not judged", claim.get("verdict").asText(), claim.toString());
    }
    assertTrue(commands.out().contains("No verdict: "), commands.out());
    for (JsonNode side : report.get("sides")) {
      assertTrue(JsonReports.isSound(side), side.toString());
      assertTrue(JsonReports.median(side, "committedPerSecond") > 0, side.toString());
    }
    String page = Files.readString(folder.resolve("rocc.html"));
    assertTrue(page.contains("<h2>Figure 12, "), page);
    assertTrue(page.contains("<h2>Table II, "), page);
    assertTrue(page.contains("<svg"), page);
    assertTrue(commands.out().contains("Figure 12, Cost of registration"), commands.out());
  }

  private void requireOnlyMissingPointsAreMeasured() throws IOException {
    ObjectNode whole = (ObjectNode) json();
    String missing = JsonReports.side(whole, 0).get("at").asText();
    int sides = whole.get("sides").size();
    assertTrue(sides > 4, whole.toString());
    Files.writeString(folder.resolve("rocc.json"), JsonReports.without(whole, missing).toString());
    commands.clearErr();
    assertEquals(0, rocc("--figure=12", "--resume"), commands.err());
    assertTrue(commands.err().contains("point 1 of 1"), commands.err());
    JsonNode resumed = json();
    assertEquals(sides, resumed.get("sides").size());
    JsonReports.requireSame(whole, resumed, missing);

    assertEquals(0, rocc("--figure=12", "--resume"), commands.err());
    assertEquals(resumed, json(), "a run without measurements keeps the runs that have measured");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --figure=4          | '4' is not a figure
          --figure=5,5        | twice
          --figure=           | is not a figure
          --resume            | nothing to resume
          --records=999       | from 1,000
          --virtual-seconds=0 | from 0.0001 to 10
          --repeats=0         | from 1 to 1,000
          """)
  void wrongUsageIsSaidInOneLine(String option, String said) {
    assertEquals(2, rocc(option), commands.err());
    assertEquals(1, commands.err().strip().lines().count(), commands.err());
    assertTrue(commands.err().contains(said), commands.err());
  }

  /** Covers simulated workers and threads, with and without interactive clients. */
  @Test
  void plorIsComparedOnSimulatedWorkersAndOnThreads() throws IOException {
    assertEquals(
        0,
        experiment("plor", List.of("--repeats=1", "--seconds=0.01", "--figure=8,12,13,schedulers")),
        commands.err());
    JsonNode report = json("plor");
    Set<String> verdicts = new HashSet<>();
    report.get("bars").forEach(claim -> verdicts.add(claim.get("verdict").asText()));
    assertTrue(verdicts.contains("not measured"), "percentiles of so few transactions: " + report);
    assertTrue(verdicts.size() > 1, verdicts.toString());
    List<String> points = new ArrayList<>();
    for (JsonNode side : report.get("sides")) {
      points.add(side.get("at").asText());
      assertTrue(JsonReports.isSound(side), side.toString());
      assertTrue(JsonReports.median(side, "committedPerSecond") > 0, side.toString());
    }
    assertTrue(points.stream().anyMatch(at -> at.contains("16 threads with 100 us")), points + "");
    assertTrue(points.stream().anyMatch(at -> at.contains(" timed ")), points.toString());
    assertTrue(points.stream().anyMatch(at -> at.contains("plor+hold")), points.toString());
  }

  @Test
  void cormccIsComparedWithItsProtocolsAlone() throws IOException {
    assertEquals(
        0,
        experiment("cormcc", List.of("--repeats=1", "--seconds=0.01", "--figure=15")),
        commands.err());
    JsonNode report = json("cormcc");
    assertEquals(2, report.get("bars").size());
    for (JsonNode claim : report.get("bars")) {
      assertTrue(claim.get("median").asDouble() > 0, claim.toString());
    }
    for (JsonNode side : report.get("sides")) {
      assertTrue(JsonReports.isSound(side), side.toString());
    }
    assertEquals(2, experiment("cormcc", List.of("--figure=17")), commands.err());
  }

  @Test
  void ermiaRunsAFigure() throws IOException {
    assertEquals(
        0,
        experiment("ermia", List.of("--repeats=1", "--seconds=0.05", "--figure=ycsb,scan")),
        commands.err());
    JsonNode report = json("ermia");
    assertEquals(5, report.get("bars").size());
    for (JsonNode claim : report.get("bars")) {
      assertTrue(claim.has("median"), claim.toString());
    }
    for (JsonNode side : report.get("sides")) {
      assertTrue(JsonReports.isSound(side), side.toString());
    }
    assertEquals(2, experiment("ermia", List.of("--figure=2")), commands.err());
  }

  /**
   * Covers lambdas on both services, virtual cores, threads, banks, and the start from a
   * checkpoint.
   */
  @Test
  void scalingIsMeasuredDrawnAndJudged() throws IOException {
    assertEquals(
        0,
        commands.execute(
            "experiment",
            "scale",
            "--quick",
            "--repeats=1",
            "--seconds=0.05",
            "--json=" + folder.resolve("scale.json"),
            "--plots=" + folder.resolve("plots"),
            "--report=" + folder.resolve("scale.html")),
        commands.err());
    JsonNode report = json("scale");
    assertTrue(Files.exists(folder.resolve("plots/figure-cores-1.svg")), commands.out());
    for (JsonNode side : report.get("sides")) {
      assertTrue(JsonReports.isSound(side), side.toString());
      String at = side.get("at").asText();
      String rate = at.equals("start from a checkpoint") ? "keysPerSecond" : "committedPerSecond";
      assertTrue(JsonReports.median(side, rate) > 0, side.toString());
      if (at.equals("lambdas")) {
        assertTrue(JsonReports.median(side, "attemptsPerCommit") >= 1, side.toString());
        // The processor time of such a short interval may be 0.
        assertTrue(JsonReports.median(side, "cpuNsPerCommit") >= 0, side.toString());
      }
    }
    for (JsonNode claim : report.get("bars")) {
      assertTrue(!claim.get("verdict").asText().equals("not measured"), claim.toString());
    }
    assertEquals(2, commands.execute("experiment", "scale", "--figure=5"), commands.err());
  }

  @Test
  void aTreeNeedsAFileAndAnIntervalThatTellsFeatures() {
    assertEquals(2, experiment("cormcc-tree", List.of("--tree=" + folder)), commands.err());
    assertTrue(commands.err().contains("--tree: cannot write"), commands.err());
    commands.clearErr();
    Path tree = folder.resolve("tree.txt");
    assertEquals(
        2, experiment("cormcc-tree", List.of("--repeats=1", "--tree=" + tree)), commands.err());
    assertTrue(commands.err().contains("--virtual-seconds: the interval is too"), commands.err());
    assertTrue(!Files.exists(tree), "no tree is written");
    assertTrue(!commands.out().contains("Claims:"), "the loads have no claims: " + commands.out());
  }

  @Test
  void noTreeIsTrainedOnAPartOfTheLoads() {
    Path tree = folder.resolve("tree.txt");
    assertEquals(
        0,
        commands.execute(
            "experiment",
            "cormcc-tree",
            "--quick",
            "--repeats=1",
            "--records=2000",
            "--for=1s",
            "--tree=" + tree,
            "--json=" + folder.resolve("tree.json"),
            "--report=" + folder.resolve("tree.html")),
        commands.err());
    assertTrue(commands.out().contains("points are left"), commands.out());
    assertTrue(!Files.exists(tree), "no tree is written");
  }

  @Test
  void aDrawingOfThePaperWithoutMeasurementsIsRefused() {
    assertEquals(2, experiment("plor", List.of("--figure=2")), commands.err());
    assertTrue(commands.err().contains("'2' is not a figure"), commands.err());
  }

  @Test
  void anExperimentHasToBeNamed() {
    assertEquals(2, commands.execute("experiment"));
    assertTrue(
        commands
            .err()
            .contains(
                "name an experiment: all, summary, batching, rocc, plor, cormcc, cormcc-tree, ermia, scale"),
        commands.err());
  }
}
