package dev.yardmaster.benchmarks.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@Timeout(120)
class DiskCommandTest {

  private static final int BLOCK_BYTES = 4096;

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
  void setsTheLogBesideMemoryAndTheDisk() throws IOException {
    Path json = folder.resolve("disk.json");
    Path data = folder.resolve("data");
    int exitCode =
        execute(
            "bench",
            "disk",
            "--customers=1000",
            "--seconds=0.1",
            "--warmup=0.1",
            "--repeats=2",
            "--data=" + data,
            "--json=" + json);
    assertEquals(0, exitCode, err.toString());
    assertTrue(out.toString().contains("ratio to full"), out.toString());
    assertTrue(out.toString().contains("log to raw"), out.toString());
    assertTrue(out.toString().contains("forces per commit"), out.toString());
    JsonNode report = new ObjectMapper().readTree(json.toFile());
    checkSides(report);
    checkRaw(report);
    try (Stream<Path> left = Files.list(data)) {
      assertEquals(0, left.count());
    }
  }

  private static void checkSides(JsonNode report) {
    assertEquals(List.of("full", "full+async", "full+sync"), JsonReports.labels(report, ""));
    assertFalse(JsonReports.side(report, 0).get("metrics").has("forcesPerCommit"));
    assertTrue(JsonReports.median(JsonReports.side(report, 2), "forcesPerCommit") > 0);
    assertEquals("forces per commit", report.get("bars").get(0).get("claim").asText());
  }

  private static void checkRaw(JsonNode report) {
    JsonNode sync = JsonReports.side(report, 2);
    for (int repeat = 0; repeat < 2; repeat++) {
      double blockBytes = JsonReports.repeat(sync, "rawBlockBytes", repeat);
      double groupBytes = JsonReports.repeat(sync, "loggedBytesPerForce", repeat);
      assertEquals(0, blockBytes % BLOCK_BYTES);
      assertTrue(blockBytes >= groupBytes && blockBytes < groupBytes + BLOCK_BYTES);
      assertEquals(
          JsonReports.repeat(sync, "logToRaw", repeat),
          JsonReports.repeat(sync, "loggedBytesPerSecond", repeat)
              / (blockBytes * JsonReports.repeat(sync, "rawBlocksPerSecond", repeat)),
          1e-9);
    }
    assertTrue(JsonReports.median(sync, "logToRaw") > 0);
  }

  @Test
  void aFolderThatCannotBeWrittenIsOneLineAndCodeTwo() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    assertEquals(2, execute("bench", "disk", "--data=" + file));
    assertEquals(1, err.toString().strip().lines().count(), err.toString());
    assertTrue(err.toString().contains("--data: cannot make a directory in " + file));
  }
}
