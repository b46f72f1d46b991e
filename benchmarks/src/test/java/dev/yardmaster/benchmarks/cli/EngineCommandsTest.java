package dev.yardmaster.benchmarks.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.yardmaster.engine.Protocols;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the commands {@code bench ycsb}, {@code bench tpcc} and {@code bench tpce}. */
class EngineCommandsTest {

  @TempDir private Path folder;

  private final CommandRun commands = new CommandRun();

  /** Runs a small comparison, which must succeed, and returns its report. */
  private JsonNode report(String... arguments) throws IOException {
    Path json = folder.resolve("report.json");
    List<String> all = new ArrayList<>(List.of("bench"));
    all.addAll(List.of(arguments));
    all.addAll(List.of("--warmup=0", "--json=" + json));
    assertEquals(0, commands.execute(all.toArray(String[]::new)), commands.err());
    JsonNode report = new ObjectMapper().readTree(json.toFile());
    assertTrue(report.get("findings").isEmpty(), report.toString());
    return report;
  }

  private static void requireCommits(JsonNode report) {
    for (JsonNode side : report.get("sides")) {
      assertTrue(JsonReports.median(side, "committedPerSecond") > 0, side.toString());
      assertTrue(JsonReports.median(side, "meanUs") > 0, side.toString());
      assertTrue(JsonReports.metric(side, "abortRate").get("median").isNumber(), side.toString());
    }
  }

  @Test
  void ycsbComparesEveryProtocolAndChecksItsHistory() throws IOException {
    JsonNode report =
        report(
            "ycsb",
            "--records=1000",
            "--seconds=0.05",
            "--repeats=2",
            "--check",
            "--protocols=" + String.join(",", Protocols.serializableNames()) + ",silo+rc");
    int protocols = Protocols.serializableNames().size();
    assertEquals(protocols + 1, report.get("sides").size());
    requireCommits(report);
    assertFalse(report.get("settings").get("virtualTime").asBoolean());
    JsonNode first = report.get("sides").get(0);
    assertEquals("silo", first.get("side").asText());
    assertEquals(1, JsonReports.median(first, "ratioToBase"));
    assertEquals(2, JsonReports.metric(first, "ratioToBase").get("repeats").size());
    assertFalse(first.get("metrics").has("ratioToPlain"));
    JsonNode scheduled = report.get("sides").get(protocols);
    assertEquals("silo+rc", scheduled.get("side").asText());
    assertTrue(JsonReports.median(scheduled, "ratioToPlain") > 0, scheduled.toString());
    assertEquals(1000, report.get("settings").get("records").asInt());
    assertTrue(report.get("settings").get("checked").asBoolean());
    assertTrue(commands.out().contains("ratio to silo"), commands.out());
    assertTrue(commands.out().contains("Every round's history is serializable."), commands.out());
  }

  @Test
  void thePlacementOfPopularKeysIsAWordOfItsOwn() throws IOException {
    JsonNode report =
        report("ycsb", "--keys", "popularity", "--records=1000", "--seconds=0.01", "--repeats=1");
    assertEquals("popularity", report.get("settings").get("keys").asText());
  }

  @Test
  void aHistoryOfSnapshotsDoesNotCountAsSerializable() throws IOException {
    report("ycsb", "--records=1000", "--seconds=0.02", "--repeats=1", "--check", "--protocols=si");
    assertTrue(commands.out().contains("has the isolation of its protocol."), commands.out());
    assertFalse(commands.out().contains("history is serializable"), commands.out());
  }

  /** The report contains no finding, so the recovered tables were the same as before. */
  @ParameterizedTest
  @CsvSource({"sync, rmw", "async, rmw", "async, e"})
  void durableTablesAreRecoveredAfterEachRound(String log, String mix) throws IOException {
    Path data = folder.resolve("data");
    JsonNode report =
        report(
            "ycsb",
            "--records=1000",
            "--mix=" + mix,
            "--seconds=0.2",
            "--repeats=1",
            "--log=" + log,
            "--data=" + data,
            "--protocols=silo,multi-version,no-wait,cormcc");
    requireCommits(report);
    assertEquals(log, report.get("settings").get("log").asText());
    try (Stream<Path> left = Files.list(data)) {
      assertEquals(List.of(), left.toList());
    }
  }

  @Test
  void durableTpccIsRecoveredAfterEachRound() throws IOException {
    JsonNode report =
        report(
            "tpcc",
            "--warehouses=1",
            "--seconds=0.2",
            "--repeats=1",
            "--log=async",
            "--data=" + folder,
            "--protocols=si");
    requireCommits(report);
  }

  /**
   * Checks that two runs with the same seed give equal results. In virtual time all results follow
   * from the seed; only the scheduling times come from the clock. Scans run under one protocol of
   * each kind, because after each scanned row the other worker may run.
   */
  @ParameterizedTest
  @CsvSource({"rmw, 2, false", "e, 2, true"})
  void simulatedWorkersComeToTheSameAgain(String mix, int workers, boolean scans)
      throws IOException {
    List<String> protocols =
        scans ? List.of("silo", "multi-version", "rocc", "plor", "cormcc") : Protocols.names();
    String[] arguments = {
      "ycsb",
      "--records=1000",
      "--mix=" + mix,
      "--simulated=" + workers,
      "--seconds=0.001",
      "--repeats=1",
      "--check",
      "--protocols=" + String.join(",", protocols) + ",silo+rc"
    };
    JsonNode report = report(arguments);
    requireCommits(report);
    assertTrue(report.get("settings").get("virtualTime").asBoolean());
    assertEquals(workers, report.get("settings").get("simulated").asInt());
    JsonNode again = report(arguments);
    for (int i = 0; i < report.get("sides").size(); i++) {
      for (String figure : List.of("committedPerSecond", "abortsPerCommit", "meanUs", "maxUs")) {
        assertEquals(
            JsonReports.metric(JsonReports.side(report, i), figure),
            JsonReports.metric(JsonReports.side(again, i), figure),
            figure);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ycsb", "tpcc"})
  void aLoadThatChangesHasASeriesOfCommits(String command) throws IOException {
    boolean isYcsb = command.equals("ycsb");
    JsonNode report =
        report(
            command,
            isYcsb ? "--partitions=4" : "--warehouses=2",
            isYcsb ? "--records=2000" : "--cross-warehouses=0",
            "--skew=0",
            "--simulated=2",
            "--redraw-ms=1",
            "--seconds=0.003",
            "--repeats=1",
            "--protocols=silo,cormcc");
    for (JsonNode side : report.get("sides")) {
      double sum = 0;
      for (int tick = 0; tick < 12; tick++) {
        sum += JsonReports.median(side, "tick" + tick);
      }
      assertFalse(side.get("metrics").has("tick12"), side.toString());
      assertEquals(JsonReports.median(side, "committedPerSecond"), sum / 12, 1, side.toString());
      boolean tries = side.get("side").asText().equals("cormcc");
      assertFalse(side.get("metrics").has("trialsUntilSteady0"), side.toString());
      assertEquals(tries, side.get("metrics").has("trialsUntilSteady1"), side.toString());
      assertEquals(tries, side.get("metrics").has("trialsUntilSteady2"), side.toString());
      assertEquals(tries, side.get("metrics").has("mostTrialsUntilSteady"), side.toString());
    }
    assertEquals(1, report.get("settings").get("redrawMs").asInt());
    assertEquals("Throughput over time", report.get("charts").get(1).get("title").asText());
    assertTrue(commands.out().contains("Committed/s in each phase"), commands.out());
    assertTrue(commands.out().contains("trials of cormcc"), commands.out());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ycsb --partitions=4 --cross-partitions=2 --cross-percent=50 --read-only-partitions=1"
            + " --records=2000|4 partitions (2 with 50 % cross-partition, 1 read-only)",
        "ycsb --partitions=4 --cross-partitions=2 --records=2000"
            + "|4 partitions (2 with 100 % cross-partition, 0 read-only)",
        "tpcc --mix=random-3 --cross-warehouses=2 --cross-percent=50 --skew=0.6"
            + "|2 warehouses with 50 % cross-warehouse, Zipf theta 0.6",
        "tpcc --cross-warehouses=2|2 warehouses with 100 % cross-warehouse",
        "tpcc --home-skew=0.8|homes drawn with Zipf theta 0.8",
        "stock --warehouses=1 --reads=100 --writes=2.5"
            + "|100,000 rows of 1 warehouses; a transaction reads 100 random rows and updates 3"
      })
  void optionsOfPartitionsAndLongTransactionsReachTheWorkload(String command, String said)
      throws IOException {
    List<String> all = new ArrayList<>(List.of(command.split(" ")));
    all.addAll(
        List.of(
            "--simulated=2", "--seconds=0.001", "--repeats=1", "--protocols=silo", "--long=300"));
    JsonNode report = report(all.toArray(String[]::new));
    assertTrue(report.get("description").asText().contains(said), report.get("description") + "");
    double longest = JsonReports.median(report.get("sides").get(0), "maxUs");
    assertTrue(longest >= 300, "longest=" + longest);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ycsb --redraw-ms=1 --simulated=2 --seconds=0.0025 --partitions=4|2 to 1000 periods",
        "ycsb --redraw-ms=1 --simulated=2 --seconds=0.001 --partitions=4|2 to 1000 periods",
        "ycsb --redraw-ms=1 --simulated=2 --seconds=0.002 --protocols=silo|several partitions",
        "ycsb --redraw-ms=1 --simulated=2 --seconds=0.002 --partitions=4|without scheduler",
        "tpcc --redraw-ms=1 --simulated=2 --seconds=0.002 --warehouses=1 --protocols=silo"
            + "|several warehouses",
        "ycsb --redraw-ms=1 --simulated=2 --seconds=0.002 --partitions=4 --protocols=silo"
            + " --big-requests=20|transactions of one size",
        "ycsb --partitions=4 --cross-percent=50|--cross-percent=50 needs --cross-partitions",
        "ycsb --partitions=4 --cross-partitions=2 --requests=1|at least 2 requests",
        "ycsb --partitions=4 --protocols=cormcc=silo*2/no-wait*2/partcc|partcc has no partition",
        "tpcc --warehouses=2 --protocols=cormcc=silo*3/partcc|partcc has no partition",
        "tpcc --cross-warehouses=1|cross-warehouses=1",
        "tpcc --cross-warehouses=4 --warehouses=3|cross-warehouses=4",
        "tpcc --cross-percent=50|--cross-percent=50 needs --cross-warehouses",
        "tpcc --mix=random-10|random-9",
        "tpcc --home-skew=2.1|0 to 2",
        "stock --reads=100001|1 to 100,000",
        "stock --writes=101|0 to 100",
        "stock --redraw-ms=1 --simulated=2 --seconds=0.002 --protocols=silo"
            + "|--redraw-ms is not for this command",
        "tpce --customers=99|100 to 20,000",
        "tpce --customers=250|a multiple of 100: customers=250",
        "tpce --days=301|1 to 300",
        "tpce --scale-factor=0|1 to 100,000",
        "tpce --customers=20000 --days=300|at most 20000000: customers=20000, days=300",
        "tpce --mix=hybrid --group=61|1 to 60",
        "tpce --group=20|--group=20 is for --mix hybrid",
        "tpce --mix=tpce|original, hybrid",
        "tpce --quick --redraw-ms=1 --simulated=2 --seconds=0.002 --protocols=silo"
            + "|--redraw-ms is not for this command"
      })
  void aLoadThatCannotBeDrawnIsRefused(String command, String said) {
    List<String> all = new ArrayList<>(List.of("bench"));
    all.addAll(List.of(command.split(" ")));
    assertEquals(2, commands.execute(all.toArray(String[]::new)), commands.err());
    assertTrue(commands.err().contains(said), commands.err());
  }

  @Test
  void bulkTransactionsAreToldApart() throws IOException {
    JsonNode report =
        report(
            "ycsb",
            "--mix=hybrid",
            "--records=2000",
            "--scan-length=200",
            "--ranges=64",
            "--skew=0.7",
            "--simulated=3",
            "--seconds=0.001",
            "--repeats=1",
            "--check",
            "--protocols=silo,tictoc");
    requireCommits(report);
    for (JsonNode side : report.get("sides")) {
      double share =
          JsonReports.median(side, "scansPerSecond")
              / JsonReports.median(side, "committedPerSecond");
      assertTrue(share > 0.02 && share < 0.2, side.toString());
      assertTrue(
          JsonReports.median(side, "scanMeanUs") > JsonReports.median(side, "meanUs"),
          side.toString());
    }
    assertEquals(200, report.get("settings").get("scanLength").asInt());
    assertTrue(commands.out().contains("Bulk transactions alone"), commands.out());
  }

  @Test
  void sizesOfTransactionsAreToldApart() throws IOException {
    JsonNode report =
        report(
            "ycsb",
            "--mix=b",
            "--blind=50",
            "--records=1000",
            "--record-bytes=10",
            "--requests=4",
            "--big-requests=16",
            "--simulated=4",
            "--seconds=0.001",
            "--repeats=1",
            "--check",
            "--protocols=" + String.join(",", Protocols.names()));
    requireCommits(report);
    for (JsonNode side : report.get("sides")) {
      double small = JsonReports.median(side, "meanUsByType.small");
      assertTrue(JsonReports.median(side, "meanUsByType.big") > 2 * small, side.toString());
      assertTrue(JsonReports.median(side, "oldestUnfinishedUs") > 0, side.toString());
      assertFalse(side.get("metrics").has("p999Us"), side.toString());
    }
    assertEquals(16, report.get("settings").get("bigRequests").asInt());
    assertEquals(10, report.get("settings").get("bigPercent").asInt());
    assertEquals(50, report.get("settings").get("blind").asInt());
    assertTrue(commands.out().contains("Each type of transaction"), commands.out());
  }

  @Test
  void tpceDropsAbortedTransactionsAndCountsEachType() throws IOException {
    JsonNode report =
        report(
            "tpce",
            "--customers=100",
            "--days=1",
            "--mix=hybrid",
            "--group=60",
            "--drop",
            "--simulated=4",
            "--seconds=0.002",
            "--repeats=1",
            "--protocols=silo,multi-version");
    requireCommits(report);
    for (JsonNode side : report.get("sides")) {
      double sum = 0;
      for (String type : List.of("analytic", "trade-order", "trade-result", "market-watch")) {
        sum += JsonReports.median(side, "committedPerSecondByType." + type);
        assertTrue(JsonReports.median(side, "abortedPerSecondByType." + type) >= 0, type);
      }
      assertTrue(sum < JsonReports.median(side, "committedPerSecond"), side.toString());
      assertEquals(
          JsonReports.median(side, "scansPerSecond"),
          JsonReports.median(side, "committedPerSecondByType.analytic"),
          side.toString());
    }
    JsonNode settings = report.get("settings");
    assertTrue(settings.get("drop").asBoolean());
    assertEquals(100, settings.get("customers").asInt());
    assertEquals(500, settings.get("scaleFactor").asInt());
    assertEquals(60, settings.get("group").asInt());
    assertTrue(commands.out().contains("aborted/s"), commands.out());
  }

  @Test
  void tpceExplainsItself() {
    assertEquals(0, commands.execute("bench", "tpce", "--help"), commands.err());
    assertTrue(commands.out().contains("--scale-factor"), commands.out());
  }

  @Test
  void tpccWithTopShoppersRunsChecked() throws IOException {
    JsonNode report =
        report(
            "tpcc",
            "--mix=rocc",
            "--warehouses=1",
            "--scan-length=300",
            "--simulated=3",
            "--seconds=0.002",
            "--repeats=1",
            "--check",
            "--protocols=silo");
    requireCommits(report);
    assertTrue(JsonReports.median(JsonReports.side(report, 0), "scansPerSecond") > 0);
  }

  @Test
  void tpccKeepsItsConsistencyConditions() throws IOException {
    JsonNode report =
        report(
            "tpcc",
            "--warehouses=1",
            "--seconds=0.1",
            "--repeats=1",
            "--protocols=silo,multi-version");
    requireCommits(report);
    assertEquals("standard", report.get("settings").get("mix").asText());
  }

  @Test
  void tpccRunsSimulatedAndChecked() throws IOException {
    JsonNode report =
        report(
            "tpcc",
            "--warehouses=1",
            "--mix=neworder-payment",
            "--simulated=4",
            "--seconds=0.002",
            "--repeats=1",
            "--check",
            "--protocols=silo+rc");
    requireCommits(report);
    assertTrue(report.get("settings").get("virtualTime").asBoolean());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ycsb | --records=999         | 999     | from 1,000 to 100,000,000
          ycsb | --record-bytes=8      | 8       | from 10 to 4,096
          ycsb | --requests=257        | 257     | from 1 to 256
          ycsb | --big-requests=257    | 257     | from 1 to 256
          ycsb | --big-percent=101     | 101     | from 0 to 100
          ycsb | --blind=101           | 101     | from 0 to 100
          ycsb | --skew=2.5            | 2.5     | 2
          ycsb | --reads=101           | 101     | from 0 to 100
          ycsb | --mix=f               | f       | rmw
          ycsb | --index=sorted        | sorted  | ordered
          ycsb | --threads=193         | 193     | from 1 to 192
          ycsb | --simulated=193       | 193     | from 0 to 192
          ycsb | --batch-per-worker=17 | 17      | from 1 to 16
          ycsb | --delay-us=1000001    | 1000001 | from 0 to 1,000,000
          ycsb | --slack=1000001       | 1000001 | from 0 to 1,000,000
          tpcc | --slack=4             | 4       | plor-rt
          ycsb | --log=disk            | disk    | +redo
          ycsb | --log=tape            | tape    | disk-groups
          ycsb | --protocols=silo,2pl  | 2pl     | wound-wait
          ycsb | --protocols=silo,silo | silo    | twice
          ycsb | --seconds=0           | 0       | 86
          ycsb | --scan-length=0       | 0       | from 1 to 1,000,000
          ycsb | --ranges=0            | 0       | from 1 to 1,048,576
          ycsb | --keys=ordered        | ordered | popularity
          tpcc | --scan-length=30001   | 30001   | from 1 to 30,000
          tpcc | --warehouses=201      | 201     | from 1 to 200
          tpcc | --mix=payment         | payment | neworder-payment
          """)
  void aWrongValueIsNamedWithItsLimit(String command, String option, String value, String limit) {
    assertEquals(2, commands.execute("bench", command, option));
    assertEquals(1, commands.err().strip().lines().count(), commands.err());
    assertTrue(commands.err().contains(value), commands.err());
    assertTrue(commands.err().contains(limit), commands.err());
  }

  @ParameterizedTest
  @ValueSource(strings = {"disk", "disk-groups"})
  void logsAreWrittenToDiskWhileARoundRuns(String log) throws IOException {
    Path data = folder.resolve("data");
    JsonNode report =
        report(
            "ycsb",
            "--records=1000",
            // With an undo log, each update waits for the disk.
            "--requests=2",
            // A forced write on a disk that other tests use can take longer than 0.1 s.
            "--seconds=0.5",
            "--repeats=1",
            "--protocols=plor+redo,plor+undo,plor",
            "--log=" + log,
            "--data=" + data);
    requireCommits(report);
    assertEquals(log, report.get("settings").get("log").asText());
    try (Stream<Path> left = Files.list(data)) {
      assertEquals(List.of(), left.toList());
    }
  }

  @Test
  void whatExcludesEachOtherIsSaid() {
    assertEquals(
        2,
        commands.execute("bench", "ycsb", "--protocols=plor+redo", "--log=disk", "--simulated=2"));
    assertTrue(commands.err().contains("--log=disk is not for --simulated=2"), commands.err());
    assertEquals(2, commands.execute("bench", "ycsb", "--data=" + folder));
    assertTrue(commands.err().contains("--data is for a log on disk"), commands.err());
    assertEquals(
        2, commands.execute("bench", "ycsb", "--protocols=silo", "--log=sync", "--simulated=2"));
    assertTrue(commands.err().contains("--log=sync is not for --simulated=2"), commands.err());
    assertEquals(2, commands.execute("bench", "ycsb", "--protocols=silo,plor+redo", "--log=async"));
    assertTrue(
        commands.err().contains("--log=async is for protocols without +redo"), commands.err());
    assertEquals(2, commands.execute("bench", "ycsb", "--threads=2", "--simulated=2"));
    assertTrue(commands.err().contains("--threads and --simulated"), commands.err());
    assertEquals(2, commands.execute("bench", "ycsb", "--mix=a", "--reads=10"));
    assertTrue(commands.err().contains("--reads=10 is for --mix rmw, not a"), commands.err());
    assertEquals(2, commands.execute("bench", "ycsb", "--mix=c", "--blind=10"));
    assertTrue(commands.err().contains("--blind=10 is a share of updates"), commands.err());
    assertEquals(2, commands.execute("bench", "ycsb", "--big-percent=20"));
    assertTrue(commands.err().contains("--big-percent=20 needs --big-requests"), commands.err());
    assertEquals(2, commands.execute("bench", "ycsb", "--mix=e", "--index=hashed"));
    assertTrue(commands.err().contains("--mix=e scans"), commands.err());
    assertEquals(2, commands.execute("bench", "ycsb", "--scan-length=10"));
    assertTrue(commands.err().contains("--scan-length=10 is for --mix hybrid"), commands.err());
    assertEquals(
        2,
        commands.execute("bench", "ycsb", "--mix=hybrid", "--records=1000", "--scan-length=1001"));
    assertTrue(commands.err().contains("--records=1000"), commands.err());
    assertEquals(2, commands.execute("bench", "tpcc", "--scan-length=100"));
    assertTrue(commands.err().contains("--scan-length=100 is for --mix rocc"), commands.err());
  }
}
