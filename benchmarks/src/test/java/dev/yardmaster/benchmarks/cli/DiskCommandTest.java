package dev.yardmaster.benchmarks.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
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
    checkSides(report.get("sides"));
    checkRaw(report);
    try (Stream<Path> left = Files.list(data)) {
      assertEquals(0, left.count());
    }
  }

  private static void checkSides(JsonNode sides) {
    assertEquals(3, sides.size());
    assertEquals("full", sides.get(0).get("mode").asText());
    assertFalse(sides.get(0).has("forcesPerCommit"));
    assertEquals("full+async", sides.get(1).get("mode").asText());
    assertEquals("full+sync", sides.get(2).get("mode").asText());
    assertTrue(sides.get(2).get("forcesPerCommit").asDouble() > 0);
  }

  private static void checkRaw(JsonNode report) {
    JsonNode raw = report.get("raw");
    JsonNode sync = report.get("sides").get(2).get("repeats");
    assertEquals(2, raw.size());
    for (int repeat = 0; repeat < raw.size(); repeat++) {
      int blockBytes = raw.get(repeat).get("blockBytes").asInt();
      double groupBytes = sync.get(repeat).get("loggedBytesPerForce").asDouble();
      assertEquals(0, blockBytes % BLOCK_BYTES);
      assertTrue(blockBytes >= groupBytes && blockBytes < groupBytes + BLOCK_BYTES);
      assertEquals(
          raw.get(repeat).get("syncToRaw").asDouble(),
          sync.get(repeat).get("loggedBytesPerSecond").asDouble()
              / (blockBytes * raw.get(repeat).get("blocksPerSecond").asDouble()),
          1e-9);
    }
    assertTrue(report.get("syncToRaw").asDouble() > 0);
  }

  @Test
  void aFolderThatCannotBeWrittenIsOneLineAndCodeTwo() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    assertEquals(2, execute("bench", "disk", "--data=" + file));
    assertEquals(1, err.toString().strip().lines().count(), err.toString());
    assertTrue(err.toString().contains("--data: cannot make a directory in " + file));
  }
}
