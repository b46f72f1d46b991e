package dev.yardmaster.benchmarks.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.yardmaster.benchmarks.cli.command.Environment;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class LimitCommandTest {

  @TempDir private Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int execute(String... arguments) {
    CommandLine line = YardmasterCommand.commandLine(Environment.system());
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err));
    return line.execute(arguments);
  }

  @Test
  void setsThePipelineBesideTheLoop() throws IOException {
    Path json = folder.resolve("limit.json");
    int exitCode =
        execute(
            "bench",
            "limit",
            "--objects=1000",
            "--seconds=0.1",
            "--warmup=0.1",
            "--repeats=2",
            "--modes=base,srvc",
            "--json=" + json);
    assertEquals(0, exitCode, err.toString());
    assertTrue(out.toString().contains("ratio to limit"), out.toString());
    JsonNode report = new ObjectMapper().readTree(json.toFile());
    assertEquals(List.of("limit", "base", "srvc"), JsonReports.labels(report, ""));
    assertEquals(1.0, JsonReports.median(JsonReports.side(report, 0), "ratioToLimit"));
    for (JsonNode side : report.get("sides")) {
      assertEquals(2, JsonReports.metric(side, "ratioToLimit").get("repeats").size());
      assertTrue(JsonReports.median(side, "committedPerSecond") > 0, side.toString());
    }
    requireRoundsInTurn();
  }

  /** Requires that the loop and the pipeline alternate, in reverse order in every second repeat. */
  private void requireRoundsInTurn() {
    // If other processes disturb a round, the round runs again immediately, so the test removes
    // duplicates.
    List<String> rounds =
        err.toString()
            .lines()
            .filter(line -> line.contains("recorded") || line.contains("warming up"))
            .map(line -> line.split(" [|] ", -1)[0] + ": " + line.split(" [|] ", -1)[1])
            .distinct()
            .toList();
    assertEquals(
        List.of(
            "first round, unmeasured: limit",
            "first round, unmeasured: base",
            "first round, unmeasured: srvc",
            "repeat 1 of 2: limit",
            "repeat 1 of 2: base",
            "repeat 1 of 2: srvc",
            "repeat 2 of 2: srvc",
            "repeat 2 of 2: base",
            "repeat 2 of 2: limit"),
        rounds);
  }

  @Test
  void aWrongOptionIsOneLineAndCodeTwo() {
    assertEquals(2, execute("bench", "limit", "--skew=-1"));
    assertEquals(1, err.toString().strip().lines().count(), err.toString());
    assertTrue(err.toString().contains("-1"), err.toString());
  }
}
