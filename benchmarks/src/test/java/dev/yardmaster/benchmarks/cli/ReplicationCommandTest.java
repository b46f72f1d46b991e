package dev.yardmaster.benchmarks.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.yardmaster.benchmarks.cli.command.Environment;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class ReplicationCommandTest {

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
  void membersInProcessesAppendAndSurviveFaults() throws IOException {
    Path json = folder.resolve("replication.json");
    Path data = folder.resolve("data");

    int exitCode =
        execute(
            "bench",
            "replication",
            "--bytes=1000",
            "--in-flight=2",
            "--measure=append,kill,pause,transfer,wipe",
            "--seconds=0.2",
            "--warmup=0.1",
            "--repeats=1",
            "--data=" + data,
            "--json=" + json,
            "--html=" + folder.resolve("replication.html"));

    assertEquals(0, exitCode, err.toString());
    JsonNode report = new ObjectMapper().readTree(json.toFile());
    assertEquals(
        List.of("1000x2", "kill", "pause", "transfer", "wipe"), JsonReports.labels(report, ""));
    JsonNode load = JsonReports.side(report, 0);
    assertTrue(JsonReports.median(load, "entriesPerSecond") > 1);
    assertTrue(JsonReports.median(load, "cpuUsPerEntry") > 0);
    assertTrue(JsonReports.median(load, "residentBytes") > 1 << 20);
    assertTrue(JsonReports.median(load, "rawForceUs") > 0);
    for (String fault : List.of("kill", "pause", "transfer", "wipe")) {
      JsonNode side = JsonReports.side(report, "", fault);
      assertTrue(JsonReports.median(side, "silenceMs") > 0, side.toString());
      if (!fault.equals("transfer")) {
        assertTrue(JsonReports.median(side, "catchUpMs") >= 0, side.toString());
      }
    }
    double paused = JsonReports.median(JsonReports.side(report, "", "pause"), "silenceMs");
    double wiped = JsonReports.median(JsonReports.side(report, "", "wipe"), "silenceMs");
    assertTrue(wiped < paused, wiped + " ms without a follower, " + paused + " without the leader");
    try (Stream<Path> left = Files.list(data)) {
      assertEquals(0, left.count());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "--bytes=0, 1 to 1\\,048\\,576",
    "--in-flight=257, 1 to 256",
    "--election-timeout=99, 100 to 60\\,000",
    "--measure=crash, crash"
  })
  void aBadOptionIsNamed(String option, String message) {
    assertEquals(2, execute("bench", "replication", option));
    assertTrue(err.toString().contains(message.replace("\\", "")), err.toString());
  }
}
