package dev.yardmaster.benchmarks.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.yardmaster.benchmarks.cli.command.Environment;
import dev.yardmaster.benchmarks.load.MeasuredService;
import dev.yardmaster.benchmarks.redis.RequiresRedis;
import dev.yardmaster.benchmarks.wire.EmbeddedYardmaster;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Tests the commands that call servers; pipelines in this process replace the servers. */
@Timeout(180)
class WireCommandTest {

  private static final String SHORT =
      "--customers=200 --seconds=0.1 --warmup=0 --repeats=2 --concurrency=20";

  @TempDir private Path folder;

  private final EmbeddedYardmaster yardmaster = new EmbeddedYardmaster();
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int execute(String options) {
    CommandLine line =
        YardmasterCommand.commandLine(
            new Environment(
                MeasuredService::pipeline,
                SystemNanoClock.INSTANCE,
                false,
                InputStream.nullInputStream(),
                yardmaster));
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err));
    return line.execute(options.trim().split(" +"));
  }

  private JsonNode run(String options) throws IOException {
    Path json = folder.resolve("wire.json");
    Path html = folder.resolve("wire.html");
    assertEquals(0, execute(options + " --json=" + json + " --html=" + html), out + "" + err);
    assertTrue(Files.readString(html).contains("</html>"));
    return new ObjectMapper().readTree(json.toFile());
  }

  private static final String IDLE = "one transaction at a time";

  @Test
  void setsTheServerBesideTheEchoUnderLoadAndIdle() throws IOException {
    JsonNode report = run("bench wire --sides=server,embedded,one-shot,echo --latency " + SHORT);
    assertEquals(List.of("server", "embedded", "one-shot", "echo"), JsonReports.labels(report, ""));
    assertEquals(List.of("server", "one-shot", "echo"), JsonReports.labels(report, IDLE));
    for (JsonNode side : report.get("sides")) {
      assertTrue(JsonReports.median(side, "answeredPerSecond") > 0, side.toString());
      assertTrue(JsonReports.isSound(side), side.toString());
      assertEquals(2, JsonReports.metric(side, "ratioToBase").get("repeats").size());
    }
    for (String label : JsonReports.labels(report, IDLE)) {
      assertTrue(JsonReports.median(JsonReports.side(report, IDLE, label), "p50Us") > 0, label);
    }
    assertFalse(
        JsonReports.side(report, "", "echo").get("metrics").has("p50Us"),
        "the echo records no latency under load");
    List<String> bars = new ArrayList<>();
    report.get("bars").forEach(bar -> bars.add(bar.get("claim").asText()));
    assertEquals(
        List.of(
            "answered/s of server to embedded",
            "answered/s of server to echo",
            "idle p50 of server to echo",
            "answered/s of one-shot to echo",
            "idle p50 of one-shot to echo"),
        bars);
    assertTrue(out.toString().contains(">= 0.40"), out.toString());
    assertEquals(0, yardmaster.running);
  }

  @Test
  void redisStandsBesideIt() throws IOException {
    RequiresRedis.check();
    JsonNode report = run("bench wire --sides=server,redis-watch,redis-lua " + SHORT);
    assertEquals(List.of("server", "redis-watch", "redis-lua"), JsonReports.labels(report, ""));
    assertEquals(2, report.get("bars").size());
    for (JsonNode side : report.get("sides")) {
      assertTrue(JsonReports.median(side, "committedPerSecond") > 0, side.toString());
      assertTrue(JsonReports.isSound(side), side.toString());
    }
    assertEquals(0, yardmaster.running);
  }

  @Test
  void theLengthsOfTheEchoCanBeGiven() throws IOException {
    JsonNode report =
        run("bench wire --sides=echo --request-bytes=100 --response-bytes=30 " + SHORT);
    assertEquals(100, report.get("settings").get("echoRequestBytes").asInt());
    assertEquals(30, report.get("settings").get("echoResponseBytes").asInt());
    assertEquals(List.of(), yardmaster.connected);
  }

  @Test
  void aRunningServerIsMeasured() throws IOException {
    JsonNode report = run("bench smallbank --server=somewhere:7411 --connections=3 " + SHORT);
    assertEquals(List.of("server"), JsonReports.labels(report, ""));
    assertTrue(JsonReports.median(JsonReports.side(report, 0), "committedPerSecond") > 0);
    assertEquals("somewhere:7411", report.get("settings").get("server").asText());
    // The server's own work must not count as a disturbance, so no round counts as disturbed and
    // none runs again.
    assertTrue(JsonReports.side(report, 0).path("rounds").isEmpty(), report.toString());
    assertEquals(Collections.nCopies(2, "somewhere:7411 by 3"), yardmaster.connected);
    assertEquals(0, yardmaster.running);
  }

  @Test
  void aRunningServerIsMeasuredAtARate() throws IOException {
    JsonNode report =
        run("bench smallbank --server=somewhere:7411 --rate=500 --arrivals=constant " + SHORT);
    JsonNode side = report.get("sides").get(0);
    assertTrue(JsonReports.median(side, "offeredPerSecond") > 0, side.toString());
    assertTrue(out.toString().contains("Arrivals per second"), out.toString());
    assertEquals(500, report.get("settings").get("rate").asInt());
  }

  @Test
  void embeddedSidesAreMeasuredAtARate() throws IOException {
    Path json = folder.resolve("open.json");
    int exitCode =
        execute(
            "bench smallbank --modes=base,full --rate=1000 --max-outstanding=50 --customers=200"
                + " --seconds=0.2 --warmup=0 --repeats=1 --json="
                + json
                + " --html="
                + folder.resolve("open.html"));
    assertEquals(0, exitCode, out + "" + err);
    for (JsonNode side : new ObjectMapper().readTree(json.toFile()).get("sides")) {
      assertTrue(JsonReports.median(side, "offeredPerSecond") > 0, side.toString());
      assertEquals("poisson", side.get("settings").get("arrivals").asText());
      assertEquals(50, side.get("settings").get("maxOutstanding").asInt());
    }
    assertTrue(out.toString().contains("Arrivals per second"), out.toString());
  }

  @Test
  void manyConnectionsEndure() throws IOException {
    Path json = folder.resolve("connections.json");
    int exitCode =
        execute(
            "bench connections --connections=20 --concurrency=50 --minutes=0.02 --customers=200"
                + " --beyond-heap-mib=100000 --growth-mib=2000 --json="
                + json);
    assertEquals(0, exitCode, out + "" + err);
    JsonNode report = new ObjectMapper().readTree(json.toFile());
    JsonNode side = JsonReports.side(report, 0);
    assertTrue(side.get("samples").size() >= 1, report.toString());
    assertTrue(JsonReports.median(side, "mostResidentBytes") > 0, report.toString());
    assertTrue(JsonReports.median(side, "committedPerSecond") > 0, report.toString());
    assertTrue(JsonReports.isSound(side), report.toString());
    assertEquals(0, yardmaster.running);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bench smallbank --server=somewhere | somewhere",
        "bench smallbank --server=somewhere:0 | somewhere:0",
        "bench smallbank --server=somewhere:70000 | somewhere:70000",
        "bench smallbank --server=somewhere:7411 --batch=5 | --batch",
        "bench smallbank --server=somewhere:7411 --modes=base | --modes",
        "bench smallbank --server=somewhere:7411 --logic=interactive | --logic",
        "bench smallbank --server=somewhere:7411 --clients=2 | --clients",
        "bench smallbank --server=somewhere:7411 --token-file=/no/such/file | /no/such/file",
        "bench micro --server=somewhere:7411 --customers=50 | customers=50",
        "bench smallbank --connections=3 | 3",
        "bench smallbank --tls-trust=x | x",
        "bench smallbank --arrivals=constant | constant",
        "bench smallbank --max-outstanding=3 | 3",
        "bench smallbank --rate=0 | 0",
        "bench smallbank --rate=5 --clients=2 | --clients=2",
        "bench smallbank --rate=5 --arrivals=rare | rare",
        "bench wire --sides=server,server | server",
        "bench wire --sides=memcached | memcached",
        "bench wire --sides=redis-lua --latency | --latency",
        "bench wire --request-bytes=3 | 3",
        "bench connections --connections=100 --concurrency=99 | 100",
        "bench connections --minutes=0 | 0"
      })
  void wrongUsageIsOneLineAndCodeTwo(String options, String wrong) {
    assertEquals(2, execute(options), out + "" + err);
    assertEquals(1, err.toString().strip().lines().count(), err.toString());
    assertTrue(err.toString().contains(wrong), err.toString());
  }
}
