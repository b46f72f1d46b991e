package dev.yardmaster.benchmarks.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.yardmaster.benchmarks.cli.command.Environment;
import dev.yardmaster.benchmarks.load.MeasuredService;
import dev.yardmaster.benchmarks.postgres.PostgresServer;
import dev.yardmaster.benchmarks.wire.EmbeddedYardmaster;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(300)
class JdbcCommandTest {

  private static final String SHORT =
      " --customers=500 --connections=4 --seconds=0.2 --warmup=0 --repeats=2";

  @TempDir private Path folder;

  private final CommandRun commands =
      new CommandRun(
          new Environment(
              MeasuredService::pipeline,
              SystemNanoClock.INSTANCE,
              false,
              InputStream.nullInputStream(),
              new EmbeddedYardmaster()));

  private int execute(String options) {
    return commands.execute(options.trim().split(" +"));
  }

  private JsonNode run(String options) throws IOException {
    Path json = folder.resolve("jdbc.json");
    Path html = folder.resolve("jdbc.html");
    assertEquals(0, execute(options + " --json=" + json + " --html=" + html), commands.toString());
    assertTrue(Files.readString(html).contains("</html>"));
    return new ObjectMapper().readTree(json.toFile());
  }

  @Test
  void setsPlainConnectionsBesideALimit() throws IOException {
    JsonNode report =
        run("bench jdbc --sides=nobatch,nobatch-procedure,cap --cap=2 --skew=0.9,1.2" + SHORT);
    for (String skew : List.of("0.9", "1.2")) {
      String at = "skew " + skew + ", 4 connections";
      assertEquals(List.of("nobatch", "nobatch-procedure", "cap"), JsonReports.labels(report, at));
      for (String label : JsonReports.labels(report, at)) {
        JsonNode side = JsonReports.side(report, at, label);
        assertEquals(4, side.get("settings").get("connections").asInt());
        assertTrue(JsonReports.median(side, "committedPerSecond") > 0, side.toString());
        assertTrue(JsonReports.median(side, "meanUs") > 0, side.toString());
        assertTrue(JsonReports.isSound(side), side.toString());
        assertEquals(2, JsonReports.metric(side, "ratioToBase").get("repeats").size());
      }
    }
    assertEquals("procedure", report.at("/sides/1/settings/logic").asText());
    assertEquals("interactive", report.at("/sides/2/settings/logic").asText());
    assertEquals("on", report.at("/settings/postgres/fsync").asText());
    assertEquals("on", report.at("/settings/forcedWrites").asText());
    assertTrue(commands.out().contains("skew 1.2, 4 connections"), commands.out());
    assertTrue(commands.err().contains("nobatch, skew 1.2"), commands.err());
  }

  @Test
  void triesLimitsBeforeItComparesTheBest() throws IOException {
    JsonNode report = run("bench jdbc --sides=cap --logic=procedure --forced-writes=off" + SHORT);
    String tried = "skew 0.9, 4 connections, limits tried for cap";
    List<Integer> limits = new ArrayList<>();
    for (String label : JsonReports.labels(report, tried)) {
      limits.add(JsonReports.side(report, tried, label).at("/settings/limit").asInt());
    }
    assertEquals(List.of(1, 2, 3, 4), limits);
    JsonNode cap = JsonReports.side(report, "skew 0.9, 4 connections", "cap");
    assertTrue(limits.contains(cap.at("/settings/limit").asInt()));
    assertTrue(commands.out().contains("taken"), commands.out());
    assertEquals("off", report.at("/settings/postgres/fsync").asText());
    assertTrue(commands.out().contains("limits tried for cap"), commands.out());
  }

  @Test
  void comparesTheDropInInSlices() throws IOException {
    JsonNode report =
        run(
            "bench jdbc --slices --workloads=smallbank,ycsb --forced-writes=off --connections=3"
                + " --skew=0,1.2 --pools=none,hikari --pairs=2 --seconds=0.08 --warmup=0.03"
                + " --customers=500 --rows=200");
    assertEquals("jdbc-slices", report.get("report").asText());
    assertEquals(2 * 2 * 2 * 2, report.get("sides").size());
    for (String workload : List.of("smallbank", "ycsb")) {
      for (String rest : List.of("uniform", "skew 1.2", "uniform, hikari", "skew 1.2, hikari")) {
        String at = workload + ", forced writes off, 3 connections, " + rest;
        assertEquals(List.of("plain", "drop-in"), JsonReports.labels(report, at));
        for (String label : JsonReports.labels(report, at)) {
          JsonNode side = JsonReports.side(report, at, label);
          assertTrue(JsonReports.median(side, "committedPerSecond") > 0, side.toString());
          assertTrue(JsonReports.median(side, "meanUs") > 0, side.toString());
          assertTrue(JsonReports.isSound(side), side.toString());
          assertEquals(2, JsonReports.metric(side, "ratioToBase").get("repeats").size());
          assertEquals(workload, side.at("/settings/workload").asText());
        }
        assertTrue(commands.err().contains(at + ": committed "), commands.err());
      }
    }
    assertEquals(2 * 2 * 2 * 2, report.get("bars").size());
    assertTrue(commands.out().contains("plain to drop-in"), commands.out());
    assertEquals("off", report.at("/settings/postgres/forced writes off/fsync").asText());
  }

  @Test
  void comparesClientProcessesInSlices() throws IOException {
    JsonNode report =
        run(
            "bench jdbc --slices --processes=2 --workloads=ycsb --forced-writes=off --connections=4"
                + " --skew=1.2 --pairs=1 --seconds=0.2 --warmup=0.1 --rows=200");
    String at = "ycsb, forced writes off, 4 connections, skew 1.2";
    List<String> labels = JsonReports.labels(report, at);
    assertEquals(List.of("plain", "drop-in", "alone", "coordinated", "killed"), labels);
    for (String label : labels) {
      JsonNode side = JsonReports.side(report, at, label);
      assertTrue(JsonReports.isSound(side), side.toString());
      assertTrue(JsonReports.median(side, "committedPerSecond") > 0, side.toString());
      assertTrue(JsonReports.median(side, "meanUs") > 0, side.toString());
      assertTrue(JsonReports.median(side, "clientCpuNsPerCommit") > 0, side.toString());
      assertEquals(1, JsonReports.metric(side, "ratioToAlone").get("repeats").size());
    }
    assertEquals(2, report.get("bars").size());
    assertTrue(commands.out().contains("to one process"), commands.out());
    assertEquals(
        List.of(),
        ProcessHandle.current()
            .descendants()
            .map(process -> process.info().commandLine().orElse(""))
            .filter(line -> line.contains("ClientProcess") || line.contains("CoordinatorProcess"))
            .toList());
  }

  @Test
  void slicesOnAGivenServerLeaveItEmpty() throws IOException, SQLException {
    try (PostgresServer server = PostgresServer.embedded(false)) {
      try (Connection connection = server.connect();
          Statement statement = connection.createStatement()) {
        statement.execute("create database given");
      }
      String url = server.url().replaceFirst("/postgres$", "/given?user=postgres");
      JsonNode report =
          run(
              "bench jdbc --slices --quick --connections=2 --skew=0.9 --seconds=0.1 --rows=100"
                  + " --customers=100 --warmup=0 --url="
                  + url);
      assertEquals(2, report.at("/settings/pairs").asInt());
      assertEquals("given", report.at("/settings/server").asText());
      assertTrue(commands.out().contains("No verdict: "), commands.out());
      assertEquals(0.1, report.at("/settings/seconds").asDouble());
      assertEquals(
          List.of("plain", "drop-in"),
          JsonReports.labels(report, "ycsb, forced writes off, 2 connections, skew 0.9"));
    }
  }

  @Test
  void aGivenServerIsMeasuredAndItsHistoryChecked() throws IOException, SQLException {
    try (PostgresServer server = PostgresServer.embedded(false)) {
      try (Connection connection = server.connect();
          Statement statement = connection.createStatement()) {
        statement.execute("create database given");
      }
      String url = server.url().replaceFirst("/postgres$", "/given?user=postgres&password=secret");
      JsonNode report = run("bench jdbc --sides=nobatch --check --url=" + url + SHORT);
      assertTrue(JsonReports.median(JsonReports.side(report, 0), "checkedTransactions") > 0);
      assertTrue(report.at("/settings/checked").asBoolean());
      assertFalse(report.get("settings").has("forcedWrites"));
      String page = Files.readString(folder.resolve("jdbc.html"));
      assertTrue(
          page.contains("password=***"), "the report shows the command with a masked password");
      assertFalse(page.contains("secret"), "the report must not show the password");
      assertTrue(commands.out().contains("history is serializable"), commands.out());
      assertTrue(commands.out().contains("not comparable"), commands.out());
    }
  }

  @Test
  void aServerThatDoesNotAnswerIsOneLineAndCodeOne() {
    int exitCode =
        execute(
            "bench jdbc --url=jdbc:postgresql://localhost:1/none --json="
                + folder.resolve("a.json")
                + " --html="
                + folder.resolve("a.html"));
    assertEquals(1, exitCode);
    assertEquals(1, commands.err().strip().lines().count(), commands.err());
    assertTrue(commands.err().contains("localhost:1/none"), commands.err());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--sides=nobatch,magic | 'magic' is not a side: nobatch, nobatch-procedure, cap",
        "--sides=cap,cap | cap twice",
        "--logic=prose | prose",
        "--skew=0.9,0.9 | 0.9 twice",
        "--skew=-1 | -1",
        "--connections=0 | 0",
        "--connections=257 | 257",
        "--cap=0 | 0",
        "--cap=most | nor 'tune'",
        "--customers=1 | 1",
        "--forced-writes=maybe | maybe",
        "--forced-writes=on,off | need --slices",
        "--pairs=3 | --pairs needs --slices",
        "--slices --sides=nobatch | --sides has no meaning with --slices",
        "--slices --repeats=2 | --repeats",
        "--slices --workloads=tpcc | tpcc",
        "--slices --pools=c3p0 | c3p0",
        "--slices --connections=2,129 | to 128",
        "--slices --processes=3 --connections=2 | from 3 to 56",
        "--slices --rows=3 | 3",
        "--url=jdbc:h2:mem:x | jdbc:postgresql:",
        "--url=jdbc:postgresql://h/d --forced-writes=on | --forced-writes",
        "--json=/proc/none/jdbc.json | /proc/none"
      })
  void wrongUsageIsOneLineAndCodeTwo(String options, String wrong) {
    assertEquals(2, execute("bench jdbc " + options), commands.toString());
    assertEquals(1, commands.err().strip().lines().count(), commands.err());
    assertTrue(commands.err().contains(wrong), commands.err());
  }

  @Test
  void helpNamesTheSides() {
    assertEquals(0, execute("bench jdbc --help"));
    assertTrue(commands.out().contains("nobatch-procedure"), commands.out());
  }
}
