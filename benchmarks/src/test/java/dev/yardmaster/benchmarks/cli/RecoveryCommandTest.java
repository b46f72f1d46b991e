package dev.yardmaster.benchmarks.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.yardmaster.benchmarks.cli.command.Environment;
import dev.yardmaster.benchmarks.load.MeasuredService;
import dev.yardmaster.benchmarks.run.Launcher;
import dev.yardmaster.processor.Durability;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

@Timeout(120)
class RecoveryCommandTest {

  @TempDir private Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int execute(Launcher launcher, String... arguments) {
    Environment environment =
        new Environment(launcher, SystemNanoClock.INSTANCE, false, InputStream.nullInputStream());
    CommandLine line = YardmasterCommand.commandLine(environment);
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err));
    return line.execute(arguments);
  }

  private String[] shortRun() {
    return new String[] {
      "bench",
      "recovery",
      "--records=3000,1000",
      "--customers=100",
      "--repeats=3",
      "--data=" + folder.resolve("data"),
      "--json=" + folder.resolve("r.json"),
      "--html=" + folder.resolve("r.html")
    };
  }

  @Test
  void startsOnEachLogAndOnOneWithACheckpoint() throws IOException {
    assertEquals(0, execute(MeasuredService::pipeline, shortRun()), err.toString());
    JsonNode report = new ObjectMapper().readTree(folder.resolve("r.json").toFile());
    JsonNode first = JsonReports.side(report, "first start", "3,000 records");
    assertEquals(3_000, JsonReports.median(first, "records"));
    assertEquals(3, JsonReports.labels(report, "").size());
    checkRow(JsonReports.side(report, "", "3,000 records"), 3_000, 3_000);
    checkRow(JsonReports.side(report, "", "1,000 records"), 1_000, 1_000);
    checkRow(JsonReports.side(report, "", "3,000 records, half a checkpoint"), 3_000, 1_500);
    assertTrue(out.toString().contains("records/s without a checkpoint"), out.toString());
    // If other processes disturb a round, the round runs again, so the test collects the rounds in
    // a set.
    Set<String> rounds = new TreeSet<>();
    err.toString().lines().forEach(line -> rounds.add(line.replaceAll(" [|] [^|]*$", "")));
    assertEquals(3 + 1 + 3 * 3, rounds.size(), err.toString());
    String page = Files.readString(folder.resolve("r.html"));
    assertTrue(page.contains("<svg"));
    assertTrue(page.contains("./yardmaster bench recovery"));
    assertFalse(page.contains("{{"), "a placeholder of the page was not filled");
    try (Stream<Path> left = Files.list(folder.resolve("data"))) {
      assertEquals(0, left.count());
    }
  }

  private static void checkRow(JsonNode row, int records, int replayed) {
    assertEquals(records, JsonReports.median(row, "records"));
    assertEquals(replayed, JsonReports.median(row, "replayed"));
    assertEquals(3, JsonReports.metric(row, "seconds").get("repeats").size());
    assertTrue(JsonReports.median(row, "bytes") > 30.0 * replayed, row.toString());
    assertTrue(JsonReports.median(row, "seconds") > 0, row.toString());
  }

  @Test
  void whatIsNotRecoveredIsExitCodeOne() {
    Launcher forgetful =
        (config, history) ->
            config.durability().checkpointBytes() > 1 << 30
                ? MeasuredService.pipeline(
                    config.toBuilder().durability(Durability.inMemory()).build(), history)
                : MeasuredService.pipeline(config, history);
    assertEquals(1, execute(forgetful, shortRun()));
    assertTrue(
        err.toString().contains("invariant broken: first start: 3,000 records, repeat 1: "),
        err.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"--records=", "--records=5", "--records=500,500", "--records=9000000"})
  void wrongLengthsAreOneLineAndCodeTwo(String option) {
    assertEquals(2, execute(MeasuredService::pipeline, "bench", "recovery", option));
    assertEquals(1, err.toString().strip().lines().count(), err.toString());
    assertTrue(err.toString().contains("--records"), err.toString());
  }
}
