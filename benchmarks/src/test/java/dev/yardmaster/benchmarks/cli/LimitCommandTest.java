package dev.yardmaster.benchmarks.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class LimitCommandTest {

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
  void setsThePipelineBesideTheLoop() throws IOException {
    Path json = folder.resolve("limit.json");
    int exitCode =
        execute(
            "bench",
            "limit",
            "--objects=1000",
            "--seconds=0.1",
            "--warmup=0.1",
            "--repeats=2",
            "--modes=base,srvc",
            "--json=" + json);
    assertEquals(0, exitCode, err.toString());
    assertTrue(out.toString().contains("ratio to limit"), out.toString());
    JsonNode rows = new ObjectMapper().readTree(json.toFile());
    assertEquals(3, rows.size());
    assertEquals("limit", rows.get(0).get("label").asText());
    assertEquals(1.0, rows.get(0).get("ratioToLimit").get("median").asDouble());
    for (JsonNode row : rows) {
      assertEquals(2, row.get("perRepeat").size());
      assertTrue(row.get("committedPerSecond").get("median").asDouble() > 0, row.toString());
    }
  }

  @Test
  void aWrongOptionIsOneLineAndCodeTwo() {
    assertEquals(2, execute("bench", "limit", "--skew=-1"));
    assertEquals(1, err.toString().strip().lines().count(), err.toString());
    assertTrue(err.toString().contains("-1"), err.toString());
  }
}
