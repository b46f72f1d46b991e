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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Runs {@code yardmaster plan}. */
class PlanCommandTest {

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
  void printsMachinesAndWritesTheReport() throws IOException {
    Path json = folder.resolve("plan.json");

    assertEquals(
        0, execute("plan", "--rate=200000", "--keys=1000", "--json=" + json), err.toString());

    assertTrue(out.toString().contains("Plan: one machine."), out.toString());
    FigureSchema.requireValid(json);
    JsonNode report = new ObjectMapper().readTree(json.toFile());
    assertEquals(List.of("all parts", "transactions"), JsonReports.labels(report, ""));
    JsonNode transactions = JsonReports.side(report, 1);
    assertEquals(200_000, JsonReports.median(transactions, "endedPerSecond"), 10_000);
    assertEquals(1, JsonReports.median(transactions, "isEnough"));
    assertEquals(1, JsonReports.median(JsonReports.side(report, 0), "threads"));
  }

  @Test
  void saysWhyThereIsNoPlan() throws IOException {
    Path json = folder.resolve("plan.json");

    assertEquals(
        1,
        execute(
            "plan",
            "--rate=300000",
            "--keys=1000",
            "--workload=micro",
            "--busy=25",
            "--cores=1",
            "--json=" + json),
        err.toString());

    assertTrue(
        out.toString().contains("No plan: final validation, which one thread runs"),
        out.toString());
    JsonNode report = new ObjectMapper().readTree(json.toFile());
    JsonNode transactions = JsonReports.side(report, 4);
    assertEquals(0, JsonReports.median(transactions, "isEnough"));
    assertEquals("one_thread", transactions.get("settings").get("verdict").asText());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "--rate=5; '5' is not a number of transactions per second from 1000 to 5000000",
        "--rate=9000 --keys=10; '10' is not a whole number of keys from 1,000 to 1,000,000,000",
        "--rate=9000 --reads=2 --writes=3; --writes=3 must be at most --reads=2",
        "--rate=9000 --reads=2 --workload=micro;"
            + " --reads and --writes need --workload=accesses, not --workload=micro",
        "--rate=9000 --cores=0; '0' is not a whole number of cores from 1 to 256",
        "--keys=1000; Missing required option: '--rate=<n>'",
      })
  void wrongValuesAreRefused(String options, String message) {
    String[] arguments = ("plan " + options).split(" ");

    assertEquals(2, execute(arguments));
    assertTrue(err.toString().contains(message), err.toString());
  }
}
