package dev.yardmaster.benchmarks.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.yardmaster.benchmarks.SerialService;
import dev.yardmaster.benchmarks.SerialService.Fault;
import dev.yardmaster.benchmarks.WorkClock;
import dev.yardmaster.benchmarks.cli.command.Environment;
import dev.yardmaster.benchmarks.load.MeasuredService;
import dev.yardmaster.benchmarks.run.Launcher;
import dev.yardmaster.history.HistoryLog;
import dev.yardmaster.processor.PipelineConfig;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

@Timeout(120)
class BenchCommandTest {

  private static final List<String> FIGURES =
      List.of(
          "committedPerSecond",
          "ratioToBase",
          "abortsPerCommit",
          "abortsByCause.VICTIM",
          "restartsPerCommit",
          "repairsPerCommit",
          "mostRestarts",
          "meanUs",
          "p50Us",
          "maxUs",
          "reorderBusy",
          "finalValidationBusy",
          "validatorNsPerCommit",
          "cpuNsPerCommit");

  @TempDir private Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void helpIsShownWhateverElseIsGiven() {
    assertEquals(0, execute(Environment.system(), "bench", "--repeats=2", "--repeats=3", "--help"));
    assertTrue(out.toString().contains("--repeats"), out.toString());
  }

  @Test
  void helpExplainsEveryOption() {
    assertEquals(0, execute(Environment.system(), "bench", "--help"));
    CommandLine bench =
        YardmasterCommand.commandLine(Environment.system()).getSubcommands().get("bench");
    String help = out.toString();
    for (OptionSpec option : bench.getCommandSpec().options()) {
      assertTrue(help.contains(option.longestName()), option.longestName());
      if (!option.usageHelp()) {
        String description = String.join(" ", option.description());
        assertTrue(description.contains("Default: "), option.longestName());
      }
    }
    assertFalse(help.contains("DEFAULT-VALUE"), help);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "bnech",
        "bench nothing",
        "bench smallbank micro",
        "bench smallbank --workload micro",
        "bench --workload x",
        "bench --unknown",
        "bench --modes ",
        "bench --modes base,",
        "bench --modes base,base",
        "bench --modes serial",
        "bench --modes srvc:best",
        "bench --modes srvc@4097",
        "bench --modes base+bounded+repair",
        "bench --modes full+repair",
        "bench --modes full+sync+async",
        "bench --repair maybe",
        "bench --window wide",
        "bench --window fixed",
        "bench --window fixed:0",
        "bench --window fixed:100001",
        "bench --hot-key-waiting -1",
        "bench --hot-key-waiting 100001",
        "bench --attempt-bound 1",
        "bench --attempt-bound 1001",
        "bench --logic none",
        "bench --logic interactive --concurrency 2001",
        "bench --skew -0.1",
        "bench --skew 5.1",
        "bench --skew NaN",
        "bench --batch 0",
        "bench --batch 4097",
        "bench --batch many",
        "bench --concurrency 0",
        "bench --concurrency 1000001",
        "bench --hop-us -1",
        "bench --hop-us 1000001",
        "bench --seconds 0",
        "bench --seconds 86401",
        "bench --warmup -1",
        "bench --repeats 0",
        "bench --repeats 1001",
        "bench --seed 1.5",
        "bench --policy best",
        "bench --solver best",
        "bench --threads many",
        "bench --processors -1",
        "bench --storage-workers 257",
        "bench --reorder-workers x",
        "bench --conflict-reports maybe",
        "bench --multi-factor 0",
        "bench --clients 0",
        "bench --clients 4 --concurrency 3",
        "bench --customers 1",
        "bench micro --objects 8",
        "bench micro --customers 100",
        "bench smallbank --objects 100",
        "bench smallbank --set customers=1",
        "bench smallbank --set customers=2.5",
        "bench smallbank --set skew=-0.1",
        "bench smallbank --set accounts=10",
        "bench smallbank --set accounts",
        "bench smallbank --set customers=11 --customers 10",
        "bench --class-path missing",
        "bench --on nothing",
        "bench --on jdbc,jdbc",
        "bench --modes base --on engine",
        "bench --on jdbc --workload micro",
        "bench --seconds 1 --repeats 2 --repeats 3",
        "bench --json"
      })
  void wrongUsageGetsOneLineAndExitCode2(String line) {
    String[] args = line.isEmpty() ? new String[0] : line.split(" ", -1);
    assertEquals(2, execute(failing(), args));
    assertEquals("", out.toString());
    assertEquals(1, err.toString().lines().count(), err.toString());
    if (args.length > 0) {
      String value = args[args.length - 1];
      assertTrue(err.toString().contains(value), err.toString());
    }
  }

  @Test
  void aReportThatCannotBeWrittenIsSaidBeforeTheRun() {
    assertEquals(2, execute(failing(), "bench", "--json", folder.toString()));
    assertEquals(1, err.toString().lines().count(), err.toString());
    assertTrue(err.toString().contains("--json: cannot write " + folder), err.toString());
  }

  @Test
  void reportsAreWritten() throws IOException {
    assertEquals(0, bench(serial(Fault.NONE), "micro", "--objects", "200", "--modes", "base,vc"));
    assertTrue(out.toString().contains("committed/s"), out.toString());
    assertTrue(out.toString().contains("restarts  most  repairs"), out.toString());
    assertTrue(out.toString().contains("ns/commit"), out.toString());
    assertTrue(out.toString().contains("PRE_VALIDATION"), out.toString());
    assertTrue(out.toString().contains("Reports: " + html()), out.toString());
    checkJson("micro", "base", "vc");
    checkHtml();
  }

  @Test
  void workloadCanBeNamedByOption() throws IOException {
    Environment environment = serial(Fault.NONE);
    assertEquals(0, bench(environment, "--workload", "micro", "--objects", "200"));
    checkJson("micro", "base", "batch", "sr", "vc", "srvc", "full");
  }

  @Test
  void aBrokenInvariantIsExitCode1() throws IOException {
    assertEquals(1, bench(serial(Fault.LOSES_WRITES), "--customers", "100", "--modes", "base"));
    assertTrue(
        err.toString().contains("invariant broken: base, repeat 1: the bank holds"),
        err.toString());
    assertFalse(JsonReports.isSound(JsonReports.side(json(), 0)));
    // A disturbed round runs again, and each of its attempts adds a finding.
    int runs = JsonReports.side(json(), 0).get("rounds").get(0).get("attempts").asInt();
    assertEquals(runs, json().get("findings").size());
    assertTrue(Files.readString(html()).contains("Invariant broken"));
  }

  @Test
  void aFailedRunIsExitCode1AndOneLine() {
    assertEquals(1, bench(serial(Fault.REJECTS), "--customers", "100", "--modes", "base"));
    assertEquals(1, err.toString().lines().count(), err.toString());
    assertTrue(err.toString().contains("LOGIC_FAILED"), err.toString());
  }

  @ParameterizedTest
  @CsvSource({"micro, --objects", "smallbank, --customers"})
  void everyModeRunsOnThePipeline(String workload, String size) throws IOException {
    Environment environment = environment(MeasuredService::pipeline);
    assertEquals(0, bench(environment, workload, "--clients", "2", size, "2000"), err.toString());
    checkJson(workload, "base", "batch", "sr", "vc", "srvc", "full");
  }

  @Test
  void sidesWithTheirOwnSettingsRunOnThePipeline() throws IOException {
    Environment environment = environment(MeasuredService::pipeline);
    assertEquals(
        0,
        bench(environment, "micro", "--objects", "20000", "--modes", "srvc:mc,srvc:rdeg@300"),
        err.toString());
    checkJson("micro", "srvc:mc", "srvc:rdeg@300");
    JsonNode settings = JsonReports.side(json(), 1).get("settings");
    assertEquals("rdeg", settings.get("policy").asText());
    assertEquals(300, settings.get("batch").asInt());
    assertTrue(out.toString().contains("ratio to srvc:mc"), out.toString());
  }

  @Test
  void suffixesAndCommonSettingsAreReported() throws IOException {
    Environment environment = environment(MeasuredService::pipeline);
    String sides = "base,base+repair,base+adaptive,base+bounded,full@64";
    String common = "--window fixed:50 --hot-key-waiting 7 --attempt-bound 9 --modes " + sides;
    assertEquals(
        0, bench(environment, ("micro --objects 2000 " + common).split(" ")), err.toString());
    checkJson("micro", sides.split(","));
    checkSettings(0, false, "fixed:50", 7, 9);
    checkSettings(1, true, "fixed:50", 7, 9);
    checkSettings(2, false, "adaptive", 256, 9);
    checkSettings(3, false, "fixed:50", 7, 8);
    checkSettings(4, true, "adaptive", 256, 8);
    assertTrue(out.toString().contains("ratio to base"), out.toString());
    for (JsonNode side : json().get("sides")) {
      assertTrue(JsonReports.median(side, "validatorNsPerCommit") > 0);
      assertTrue(JsonReports.median(side, "cpuNsPerCommit") > 0);
    }
  }

  @ParameterizedTest
  @CsvSource({"micro, --objects", "smallbank, --customers"})
  void durableSidesRunAndAreRecovered(String workload, String size) throws IOException {
    Environment environment = environment(MeasuredService::pipeline);
    Path data = folder.resolve("data");
    String options =
        workload + " --modes base,full+sync,full+async --data " + data + ' ' + size + " 2000";
    assertEquals(0, bench(environment, options.split(" ")), err.toString());
    checkJson(workload, "base", "full+sync", "full+async");
    assertFalse(JsonReports.side(json(), 0).get("metrics").has("forcesPerCommit"));
    for (int side = 1; side <= 2; side++) {
      JsonNode figures = JsonReports.side(json(), side);
      assertTrue(JsonReports.median(figures, "forcesPerCommit") > 0, figures.toString());
      assertTrue(JsonReports.median(figures, "loggedBytesPerSecond") > 0, figures.toString());
      assertTrue(JsonReports.repeat(figures, "loggedBytesPerForce", 0) > 0);
    }
    assertEquals("sync", JsonReports.side(json(), 1).get("settings").get("durability").asText());
    assertTrue(out.toString().contains("forces/commit"), out.toString());
    assertTrue(Files.readString(html()).contains("forces/commit"));
    try (Stream<Path> left = Files.list(data)) {
      assertEquals(0, left.count());
    }
  }

  @Test
  void withoutDurableSidesTheLogIsNotShown() throws IOException {
    assertEquals(0, bench(serial(Fault.NONE), "--customers", "100", "--modes", "base"));
    assertFalse(out.toString().contains("forces/commit"), out.toString());
    assertFalse(Files.readString(html()).contains("forces/commit"));
  }

  @Test
  void whatIsLostInRecoveryIsABrokenInvariant() {
    Launcher forgetful =
        new Launcher() {
          private int launches;

          @Override
          public MeasuredService launch(PipelineConfig config, HistoryLog history) {
            // The second service of a durable round recovers the data.
            boolean lost = ++launches == 2;
            return new SerialService(lost ? Fault.LOSES_WRITES : Fault.NONE).measured();
          }
        };
    Path data = folder.resolve("data");
    String options = "micro --objects 100 --modes base+sync --data " + data;
    assertEquals(1, bench(environment(forgetful), options.split(" ")));
    assertTrue(err.toString().contains("repeat 1: after recovery: "), err.toString());
  }

  @Test
  void aDataFolderThatCannotBeMadeIsSaidBeforeTheRun() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    assertEquals(2, execute(failing(), "bench", "--modes", "base+sync", "--data", file.toString()));
    assertEquals(1, err.toString().lines().count(), err.toString());
    assertTrue(err.toString().contains("--data: cannot make a directory in " + file));
  }

  private void checkSettings(
      int side, boolean repair, String window, int hotKeyWaiting, int attemptBound)
      throws IOException {
    JsonNode settings = JsonReports.side(json(), side).get("settings");
    assertEquals(repair, settings.get("repair").asBoolean());
    assertEquals(window, settings.get("window").asText());
    assertEquals(hotKeyWaiting, settings.get("hotKeyWaiting").asInt());
    assertEquals(attemptBound, settings.get("attemptBound").asInt());
    assertEquals("procedure", settings.get("logic").asText());
  }

  @Test
  void interactiveLogicRunsOnThePipeline() throws IOException {
    Environment environment = environment(MeasuredService::pipeline);
    String options = "--customers 200 --logic interactive --concurrency 20 --modes base,srvc";
    assertEquals(0, bench(environment, options.split(" ")), err.toString());
    checkJson("smallbank", "base", "srvc");
    assertEquals("interactive", JsonReports.side(json(), 0).get("settings").get("logic").asText());
    assertTrue(Files.readString(html()).contains("<dt>logic</dt><dd>interactive</dd>"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bench --url jdbc:postgresql:secret",
        "bench --on pipeline,engine --url jdbc:postgresql:secret",
        "bench --on jdbc --url jdbc:secret"
      })
  void aUrlThatDoesNotFitIsRefusedAndNotShown(String line) {
    assertEquals(2, execute(failing(), line.split(" ")));
    assertEquals(1, err.toString().lines().count(), err.toString());
    assertTrue(err.toString().contains("--url"), err.toString());
    assertFalse(err.toString().contains("secret"), err.toString());
  }

  @Test
  void tooManyInteractiveTransactionsAreRefusedWithTheLimit() {
    assertEquals(2, execute(failing(), "bench", "--logic", "interactive", "--concurrency", "2001"));
    assertTrue(err.toString().contains("at most --concurrency=2000"), err.toString());
  }

  private void checkJson(String workload, String... modes) throws IOException {
    JsonNode report = json();
    assertEquals(workload, report.get("report").asText());
    assertEquals(0.9, report.get("settings").get("skew").asDouble());
    assertTrue(report.get("machine").get("cores").asInt() > 0);
    assertEquals(List.of(modes), JsonReports.labels(report, ""));
    for (JsonNode side : report.get("sides")) {
      for (String name : FIGURES) {
        JsonNode metric = JsonReports.metric(side, name);
        assertTrue(metric.get("median").isNumber(), name);
        assertEquals(1, metric.get("repeats").size(), name);
        assertTrue(metric.has("unit") && metric.has("better"), name);
      }
      assertTrue(JsonReports.median(side, "committedPerSecond") > 0);
      assertTrue(JsonReports.isSound(side));
      assertEquals(1, side.get("rounds").size());
    }
  }

  private void checkHtml() throws IOException {
    String page = Files.readString(html());
    for (String chart : List.of("Throughput: ", "Latency: ", "Restarts: ")) {
      assertTrue(page.contains("aria-label=\"" + chart), chart);
    }
    assertTrue(page.contains("./yardmaster bench micro"));
    assertFalse(page.contains("{{"), "a placeholder of the page was not filled");
    Pattern loads =
        Pattern.compile(
            "(src|href|action)\\s*=\\s*[\"']?\\s*(https?:)?//|url\\(|@import|<link|<iframe");
    assertFalse(loads.matcher(page.replace("http://www.w3.org/2000/svg", "")).find());
    assertFalse(page.contains("<script"));
    assertTrue(page.contains("default-src 'none'"));
  }

  private int bench(Environment environment, String... args) {
    List<String> all = new ArrayList<>(List.of("bench"));
    all.addAll(List.of(args));
    all.addAll(List.of("--seconds", "0.1", "--warmup", "0", "--repeats", "1"));
    all.addAll(List.of("--json", folder.resolve("r.json").toString()));
    all.addAll(List.of("--html", html().toString()));
    return execute(environment, all.toArray(new String[0]));
  }

  private int execute(Environment environment, String... args) {
    return YardmasterCommand.commandLine(environment)
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(args);
  }

  private Path html() {
    return folder.resolve("r.html");
  }

  private JsonNode json() throws IOException {
    return new ObjectMapper().readTree(folder.resolve("r.json").toFile());
  }

  private static Environment serial(Fault fault) {
    return environment((config, history) -> new SerialService(fault).measured());
  }

  private static Environment failing() {
    return environment(
        (config, history) -> {
          throw new AssertionError("the command must not start a service");
        });
  }

  private static Environment environment(Launcher launcher) {
    return new Environment(launcher, new WorkClock(), true, InputStream.nullInputStream());
  }
}
