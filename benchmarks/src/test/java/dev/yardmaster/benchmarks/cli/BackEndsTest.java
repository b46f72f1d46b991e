package dev.yardmaster.benchmarks.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.yardmaster.benchmarks.cli.command.Environment;
import dev.yardmaster.benchmarks.postgres.PostgresServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Runs every workload that comes with the build on PostgreSQL and on the back ends that need no
 * other process. {@link WorkloadsGuideTest} runs one workload on a server, too.
 */
@Timeout(120)
class BackEndsTest {

  private static PostgresServer server;

  @TempDir private Path folder;

  @BeforeAll
  static void startPostgres() throws SQLException {
    server = PostgresServer.embedded(false);
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("create database given");
    }
  }

  @AfterAll
  static void stopPostgres() {
    server.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "smallbank | customers=500           | pipeline,engine,jdbc",
        "micro     | objects=500             | pipeline,engine",
        "tatp      | subscribers=200         | pipeline,engine,jdbc",
        "voter     | contestants=100         | pipeline,engine,jdbc",
        "seats     | flights=5,customers=600 | pipeline,engine,jdbc"
      })
  void everyWorkloadKeepsItsInvariant(String workload, String settings, String on)
      throws IOException {
    Path json = folder.resolve("report.json");
    StringWriter out = new StringWriter();
    String command =
        "bench %s --set %s --on %s --concurrency 20 --seconds 0.1 --warmup 0 --repeats 1 --json %s --html %s"
            .formatted(workload, settings, on, json, folder.resolve("report.html"));
    if (on.contains("jdbc")) {
      command += " --url " + server.url().replaceFirst("/postgres$", "/given?user=postgres");
    }
    int exitCode =
        YardmasterCommand.commandLine(Environment.system())
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(out, true))
            .execute(command.split(" "));
    assertEquals(0, exitCode, out::toString);
    JsonNode report = new ObjectMapper().readTree(json.toFile());
    assertEquals(List.of(on.split(",")), JsonReports.labels(report, ""));
    for (JsonNode side : report.get("sides")) {
      assertTrue(JsonReports.median(side, "committedPerSecond") > 0, side::toString);
      assertTrue(JsonReports.isSound(side), side::toString);
    }
  }
}
