package dev.yardmaster.benchmarks.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.yardmaster.benchmarks.cli.command.Environment;
import dev.yardmaster.benchmarks.experiment.batching.BatchingFigures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Tests the command {@code experiment batching}. */
class BatchingCommandTest {

  @TempDir private Path folder;

  private final CommandRun commands = new CommandRun();

  private static CommandLine yardmaster() {
    return YardmasterCommand.commandLine(Environment.system());
  }

  private int execute(List<String> arguments) {
    return commands.execute(arguments.toArray(String[]::new));
  }

  /** Runs figures with tiny tables and short intervals. */
  private int batching(String... more) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "experiment",
                "batching",
                "--quick",
                "--objects=5000",
                "--seconds=0.05",
                "--json=" + folder.resolve("batching.json"),
                "--report=" + folder.resolve("batching.html")));
    all.addAll(List.of(more));
    return execute(all);
  }

  private JsonNode json() throws IOException {
    return new ObjectMapper().readTree(folder.resolve("batching.json").toFile());
  }

  @Test
  void helpExplainsEveryOption() {
    assertEquals(0, execute(List.of("experiment", "batching", "--help")));
    CommandLine command =
        yardmaster().getSubcommands().get("experiment").getSubcommands().get("batching");
    for (OptionSpec option : command.getCommandSpec().options()) {
      assertTrue(commands.out().contains(option.longestName()), option.longestName());
    }
  }

  /** One test covers a figure of each kind, because measurements take long. */
  @Test
  void figuresAreMeasuredDrawnAndJudgedAndARunGoesOn() throws IOException {
    assertEquals(0, batching("--figure=5,8"), commands.err());
    JsonNode report = json();
    assertEquals(5000, report.get("settings").get("objects").asInt());
    requireSolvers(report);
    requirePipelines(report);
    requireClaims(report);
    String page = Files.readString(folder.resolve("batching.html"));
    for (String heading : List.of("Figure 5, ", "Figure 8, ")) {
      assertTrue(page.contains("<h2>" + heading), heading);
    }
    assertTrue(page.contains("<svg"), page);
    requireOnlyMissingPointsAreMeasured();
    assertEquals(2, batching("--figure=5", "--resume", "--seed=43"));
    assertTrue(commands.err().contains("seed=42, now 43"), commands.err());
  }

  private static void requireSolvers(JsonNode report) {
    for (String name : List.of("random", "greedy_prod", "greedy_sort", "hybrid_20")) {
      JsonNode side = JsonReports.side(report, "graphs skew=0.9", name);
      assertTrue(JsonReports.median(side, "fvsSize") > 0, side.toString());
      assertTrue(JsonReports.median(side, "solveNs") > 0, side.toString());
    }
  }

  private static void requirePipelines(JsonNode report) {
    JsonNode sort =
        JsonReports.side(
            report, "micro skew=0.9: base,srvc/scc,srvc/sort,srvc/optimal", "srvc/sort");
    for (String figure :
        List.of(
            "committedPerSecond",
            "meanUs",
            "p50Us",
            "maxUs",
            "abortsPerCommit",
            "reorderBusy",
            "finalValidationBusy",
            "validatorNsPerCommit")) {
      assertEquals(1, JsonReports.metric(sort, figure).get("repeats").size(), figure);
    }
    assertTrue(report.get("findings").isEmpty(), report.toString());
  }

  private void requireClaims(JsonNode report) {
    int reasons = 0;
    for (JsonNode claim : report.get("bars")) {
      assertTrue(claim.has("verdict") && claim.has("bar"), claim.toString());
      reasons += claim.has("reason") ? 1 : 0;
      assertTrue(
          !claim.has("reason") || commands.out().contains(claim.get("claim").asText()),
          claim.toString());
    }
    assertTrue(reasons > 3, "reasons=" + reasons);
    assertTrue(commands.out().contains("\n[1] "), commands.out());
    JsonNode almostTwice = report.get("bars").get(0);
    assertEquals(2, almostTwice.get("paper").asDouble());
    JsonNode everywhere = report.get("bars").get(3);
    assertTrue(
        everywhere.get("measuredAt").asText().endsWith(" over search at 0.7"),
        everywhere.toString());
  }

  private void requireOnlyMissingPointsAreMeasured() throws IOException {
    ObjectNode whole = (ObjectNode) json();
    String missing = "graphs skew=0.7";
    Files.writeString(
        folder.resolve("batching.json"), JsonReports.without(whole, missing).toString());
    commands.clearErr();
    assertEquals(0, batching("--figure=5,8", "--resume"), commands.err());
    assertTrue(commands.err().contains("point 1 of 1"), commands.err());
    JsonNode resumed = json();
    assertFalse(JsonReports.labels(resumed, missing).isEmpty(), resumed.toString());
    JsonReports.requireSame(whole, resumed, missing);
  }

  @Test
  void everyFigureIsNamedInTheHelpOfAWrongOne() {
    assertEquals(2, batching("--figure=19"));
    for (String id : BatchingFigures.IDS) {
      assertTrue(commands.err().contains(id), id);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --figure=4          | '4' is not a figure
          --figure=t2         | 't2' is not a figure
          --figure=10,10      | twice
          --figure=           | is not a figure
          --resume            | nothing to resume
          --objects=8         | from 9
          --repeats=0         | from 1 to 1,000
          --seconds=0         | from 0.001
          --virtual-seconds=1 | Unknown option
          """)
  void wrongUsageIsSaidInOneLine(String option, String said) {
    assertEquals(2, batching(option), commands.err());
    assertEquals(1, commands.err().strip().lines().count(), commands.err());
    assertTrue(commands.err().contains(said), commands.err());
  }
}
