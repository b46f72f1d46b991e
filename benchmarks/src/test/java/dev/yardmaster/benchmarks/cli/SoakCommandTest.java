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
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

@Timeout(120)
class SoakCommandTest {

  @TempDir private Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int execute(String... arguments) {
    CommandLine line = YardmasterCommand.commandLine(Environment.system());
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err));
    return line.execute(arguments);
  }

  @ParameterizedTest
  @ValueSource(strings = {"full+sync", "base+async"})
  void checkpointsKeepTheDirectoryShort(String side) throws IOException {
    Path json = folder.resolve("soak.json");
    Path data = folder.resolve("data");
    int exitCode =
        execute(
            "bench",
            "soak",
            "--minutes=0.05",
            "--customers=1000",
            "--mode=" + side,
            "--checkpoint-mib=1",
            "--segment-mib=1",
            "--heap-growth-mib=500",
            "--data=" + data,
            "--json=" + json);
    assertEquals(0, exitCode, out.toString() + err);
    JsonNode report = new ObjectMapper().readTree(json.toFile());
    JsonNode found = JsonReports.side(report, 0);
    JsonNode samples = found.get("samples");
    assertTrue(samples.size() >= 4, samples.toString());
    assertTrue(samples.get(samples.size() - 1).get("checkpoints").asInt() > 0, samples.toString());
    double most = JsonReports.median(found, "mostDirectoryBytes");
    assertTrue(
        most > 0 && most <= JsonReports.median(found, "directoryBoundBytes"), out.toString());
    assertTrue(JsonReports.isSound(found));
    report.get("bars").forEach(bar -> assertEquals("holds", bar.get("verdict").asText()));
    try (Stream<Path> left = Files.list(data)) {
      assertEquals(0, left.count());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--mode=full",
        "--mode=fast",
        "--minutes=0",
        "--checkpoint-mib=0",
        "--segment-mib=1025",
        "--clients=256 --concurrency=2"
      })
  void wrongUsageIsOneLineAndCodeTwo(String options) {
    assertEquals(2, execute(("bench soak " + options).split(" ", -1)));
    assertEquals(1, err.toString().strip().lines().count(), err.toString());
    assertTrue(err.toString().contains(options.split("[= ]", 3)[1]), err.toString());
  }
}
