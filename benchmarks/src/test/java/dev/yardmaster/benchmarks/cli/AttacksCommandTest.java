package dev.yardmaster.benchmarks.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.yardmaster.benchmarks.attack.AttackKind;
import dev.yardmaster.benchmarks.attack.EmbeddedAttacks;
import dev.yardmaster.benchmarks.cli.command.Environment;
import dev.yardmaster.benchmarks.load.MeasuredService;
import dev.yardmaster.benchmarks.wire.EmbeddedYardmaster;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the command that attacks a server, with server and attackers in this process. */
@Timeout(180)
class AttacksCommandTest {

  private static final String SHORT =
      " --customers=200 --rate=200 --seconds=0.5 --warmup=0.1 --repeats=1";

  @TempDir private Path folder;

  private final EmbeddedAttacks attacks = new EmbeddedAttacks();
  private final CommandRun commands =
      new CommandRun(
          new Environment(
              MeasuredService::pipeline,
              SystemNanoClock.INSTANCE,
              false,
              InputStream.nullInputStream(),
              new EmbeddedYardmaster(),
              attacks));

  private int execute(String options) {
    Path json = folder.resolve("attacks.json");
    return commands.execute(
        (options + " --json=" + json + " --html=" + folder.resolve("attacks.html")).split(" +"));
  }

  private JsonNode report() throws IOException {
    Path json = folder.resolve("attacks.json");
    assertTrue(Files.exists(json), () -> commands.toString());
    return new ObjectMapper().readTree(json.toFile());
  }

  /**
   * This test does not check the bars, because this process shares its threads with the attackers.
   */
  @Test
  void eachAttackIsBesideTheSameClientWithoutIt() throws IOException {
    execute("bench attacks --customers=200 --rate=200 --seconds=0.25 --warmup=0.05 --repeats=1");
    JsonNode report = report();
    List<String> claims = new ArrayList<>();
    report.get("bars").forEach(bar -> claims.add(bar.get("claim").asText()));
    List<String> expected = new ArrayList<>();
    for (AttackKind kind : AttackKind.values()) {
      String at = kind.label();
      assertEquals(List.of("without", "with"), JsonReports.labels(report, at));
      for (String label : JsonReports.labels(report, at)) {
        JsonNode side = JsonReports.side(report, at, label);
        assertTrue(JsonReports.median(side, "meanUs") > 0, side.toString());
        assertTrue(JsonReports.isSound(side), side.toString());
        double acts = JsonReports.median(side, "actsPerSecond");
        assertEquals(label.equals("with"), acts > 0, side.toString());
        assertEquals(0, JsonReports.median(side, "failedActsPerSecond"), side.toString());
      }
      if (kind != AttackKind.BUSY_LOOP) {
        expected.add("p99 with " + at + " to p99 without");
        expected.add("answered with " + at + ", share of arrivals");
        expected.add("refused or dropped with " + at + ", share of arrivals");
        expected.add("acts of " + at + ", share of its rate");
        expected.add("failed acts of " + at + ", share of acts");
      }
    }
    assertEquals(expected, claims);
    assertEquals(0, attacks.running);
  }

  @Test
  void anAttackThatTakesEffectMissesItsBar() throws IOException {
    attacks.blocksThePipeline = true;
    int exitCode =
        execute(
            "bench attacks --attacks=slow-admin --set=pipeline.threads=shared --customers=200"
                + " --rate=200 --seconds=2 --warmup=0 --repeats=1");
    assertEquals(1, exitCode, commands.toString());
    JsonNode with = JsonReports.side(report(), "slow-admin", "with");
    assertTrue(
        JsonReports.median(with, "answeredOfOfferedPerSecond")
            < 0.5 * JsonReports.median(with, "offeredPerSecond"),
        with.toString());
    assertTrue(commands.out().contains("falls short"), commands.out());
    assertTrue(JsonReports.isSound(with), with.toString());
    assertEquals(0, attacks.running);
  }

  @Test
  void anAttackThatDoesNothingFailsTheRun() throws IOException {
    attacks.doesNothing = true;
    int exitCode = execute("bench attacks --attacks=slow-admin" + SHORT);
    assertEquals(1, exitCode, commands.toString());
    JsonNode bars = report().get("bars");
    for (JsonNode bar : bars) {
      if (bar.get("claim").asText().equals("acts of slow-admin, share of its rate")) {
        assertEquals("falls short", bar.get("verdict").asText());
        return;
      }
    }
    throw new AssertionError(bars.toString());
  }

  @Test
  void settingsOfTheServerAndASharedPrincipalAreReported() throws IOException {
    execute(
        "bench attacks --attacks=left-transactions --shared-principal"
            + " --set=limits.maxOpenInteractivePerPrincipal=10 --customers=200 --rate=200"
            + " --seconds=0.25 --warmup=0.1 --repeats=2");
    JsonNode with = JsonReports.side(report(), "left-transactions", "with");
    assertEquals(2, JsonReports.metric(with, "meanUs").get("repeats").size());
    JsonNode settings = report().get("settings");
    assertTrue(settings.get("sharedPrincipal").asBoolean());
    assertEquals(
        "[\"limits.maxOpenInteractivePerPrincipal=10\"]",
        settings.get("serverSettings").toString());
    assertEquals(200, settings.get("rate").asInt());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--attacks=flood | flood",
        "--attacks=slow-admin,slow-admin | slow-admin",
        "--rate=0 | 0",
        "--set=limits | limits",
        "--repeats=0 | 0"
      })
  void wrongUsageIsOneLineAndCodeTwo(String options, String wrong) {
    assertEquals(2, execute("bench attacks " + options), commands.toString());
    assertEquals(1, commands.err().strip().lines().count(), commands.err());
    assertTrue(commands.err().contains(wrong), commands.err());
  }
}
