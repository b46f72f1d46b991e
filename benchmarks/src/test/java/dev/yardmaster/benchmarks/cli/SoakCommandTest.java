package dev.yardmaster.benchmarks.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class SoakCommandTest {

  @TempDir private Path folder;

  private final CommandRun commands = new CommandRun();

  @ParameterizedTest
  @ValueSource(strings = {"full+sync", "base+async"})
  void checkpointsKeepTheDirectoryShort(String side) throws IOException {
    Path json = folder.resolve("soak.json");
    Path data = folder.resolve("data");
    int exitCode =
        commands.execute(
            "bench",
            "soak",
            "--minutes=0.025",
            "--customers=1000",
            "--mode=" + side,
            "--checkpoint-mib=1",
            "--segment-mib=1",
            "--heap-growth-mib=500",
            "--data=" + data,
            "--json=" + json);
    assertEquals(0, exitCode, commands.toString());
    JsonNode report = new ObjectMapper().readTree(json.toFile());
    JsonNode found = JsonReports.side(report, 0);
    JsonNode samples = found.get("samples");
    assertTrue(samples.size() >= 4, samples.toString());
    assertTrue(samples.get(samples.size() - 1).get("checkpoints").asInt() > 0, samples.toString());
    double most = JsonReports.median(found, "mostDirectoryBytes");
    assertTrue(
        most > 0 && most <= JsonReports.median(found, "directoryBoundBytes"), commands.out());
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
    assertEquals(2, commands.execute(("bench soak " + options).split(" ", -1)));
    assertEquals(1, commands.err().strip().lines().count(), commands.err());
    assertTrue(commands.err().contains(options.split("[= ]", 3)[1]), commands.err());
  }
}
