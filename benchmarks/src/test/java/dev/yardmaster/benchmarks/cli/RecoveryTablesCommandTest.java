package dev.yardmaster.benchmarks.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.yardmaster.benchmarks.cli.command.Environment;
import dev.yardmaster.benchmarks.load.MeasuredService;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

@Timeout(120)
class RecoveryTablesCommandTest {

  @TempDir private Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int execute(String... options) {
    Environment environment =
        new Environment(
            MeasuredService::pipeline,
            SystemNanoClock.INSTANCE,
            false,
            InputStream.nullInputStream());
    CommandLine line = YardmasterCommand.commandLine(environment);
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err));
    return line.execute(
        Stream.concat(Stream.of("bench", "recovery-tables"), Stream.of(options))
            .toArray(String[]::new));
  }

  @ParameterizedTest
  @ValueSource(strings = {"silo", "multi-version"})
  void readsAndStartsAlternate(String protocol) throws IOException {
    int exitCode =
        execute(
            "--commits=3000",
            "--rows-per-commit=3",
            "--columns=2",
            "--keys=1000",
            "--repeats=3",
            "--protocol=" + protocol,
            "--data=" + folder.resolve("data"),
            "--json=" + folder.resolve("r.json"),
            "--html=" + folder.resolve("r.html"));
    assertEquals(0, exitCode, err.toString());
    JsonNode report = new ObjectMapper().readTree(folder.resolve("r.json").toFile());
    JsonNode starts = JsonReports.side(report, "", "typed table");
    JsonNode reads = JsonReports.side(report, "", "sequential read");
    assertEquals(3_000, JsonReports.median(starts, "commits"));
    assertEquals(9_000, JsonReports.median(starts, "rows"));
    assertEquals(1_000 * 3 * 8, JsonReports.median(starts, "dataBytes"));
    assertEquals(JsonReports.median(reads, "bytes"), JsonReports.median(starts, "bytes"));
    assertTrue(JsonReports.median(starts, "bytes") > 9_000 * 2 * 8, starts.toString());
    assertEquals(3, JsonReports.metric(starts, "commitsPerSecond").get("repeats").size());
    assertTrue(JsonReports.median(starts, "bytesPerSecondToRead") > 0, starts.toString());
    assertTrue(err.toString().contains("writing the log | 100 %"), err.toString());
    assertTrue(Files.readString(folder.resolve("r.html")).contains("bench recovery-tables"));
    try (Stream<Path> left = Files.list(folder.resolve("data"))) {
      assertEquals(0, left.count());
    }
  }

  @Test
  void quickRunsAreShort() {
    int exitCode =
        execute(
            "--quick",
            "--data=" + folder.resolve("data"),
            "--json=" + folder.resolve("r.json"),
            "--html=" + folder.resolve("r.html"));
    assertEquals(0, exitCode, err.toString());
    assertTrue(out.toString().contains("medians of 3 repeats"), out.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"--commits=5", "--columns=0", "--keys=1", "--protocol=none"})
  void wrongOptionsAreOneLineAndCodeTwo(String option) {
    assertEquals(2, execute(option));
    assertEquals(1, err.toString().strip().lines().count(), err.toString());
    assertTrue(err.toString().contains(option.substring(0, option.indexOf('='))), err.toString());
  }
}
