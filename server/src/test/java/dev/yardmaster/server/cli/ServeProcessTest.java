package dev.yardmaster.server.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.yardmaster.engine.EngineConfig;
import dev.yardmaster.engine.service.Engine;
import dev.yardmaster.processor.Durability;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.server.procedures.CompiledJar;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the serve command in a separate process, which real signals end. */
@Timeout(120)
class ServeProcessTest {

  private static final String PROCEDURE =
      """
      package example;
      public final class Nothing implements dev.yardmaster.api.Procedure<Long, Long> {
        public String name() { return "nothing"; }
        public void declare(Long n, dev.yardmaster.api.KeyDeclaration keys) {}
        public Long execute(Long n, dev.yardmaster.api.Transaction transaction) { return n; }
      }
      """;

  @TempDir private Path folder;

  private static Process start(String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                ServeMain.class.getName(),
                "--listen",
                "127.0.0.1:0",
                "--admin",
                "none"));
    command.addAll(Arrays.asList(arguments));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  /** Reads the lines of the output up to and including {@code last}. */
  private static List<String> until(String last, BufferedReader output) throws IOException {
    List<String> lines = new ArrayList<>();
    String line;
    do {
      line = output.readLine();
      assertNotNull(line, "the process ended after " + lines);
      lines.add(line);
    } while (!line.equals(last));
    return lines;
  }

  private static void signal(Process process, String signal)
      throws IOException, InterruptedException {
    assertEquals(0, new ProcessBuilder("kill", "-" + signal, "" + process.pid()).start().waitFor());
  }

  /**
   * Returns whether this process ignores SIGINT, as a shell's background job does. Child processes
   * inherit this setting.
   */
  private static boolean isInterruptIgnored() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (!Files.exists(status)) {
      return false;
    }
    long sigint = 1L << (2 - 1);
    return Files.readAllLines(status).stream()
        .filter(line -> line.startsWith("SigIgn:"))
        .anyMatch(line -> (Long.parseUnsignedLong(line.substring(7).trim(), 16) & sigint) != 0);
  }

  private static int exitCode(Process process) throws InterruptedException {
    assertTrue(process.waitFor(60, TimeUnit.SECONDS), "it ends");
    return process.exitValue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"TERM", "INT"})
  void aSignalEndsItCleanly(String signal) throws Exception {
    assumeFalse(signal.equals("INT") && isInterruptIgnored(), "SIGINT is ignored here");
    Path data = folder.resolve("data");
    Path jar = CompiledJar.of(folder.resolve("nothing.jar"), "example.Nothing", PROCEDURE);
    Process process = start("--data", data.toString(), "--procedures", jar.toString());
    try (BufferedReader output = process.inputReader()) {
      List<String> lines = until("ready", output);
      assertTrue(
          lines.stream().anyMatch(line -> line.matches("listening at 127.0.0.1:\\d+ without TLS")),
          lines.toString());
      assertTrue(lines.contains("admin at none"), lines.toString());
      assertTrue(lines.contains("security: off, every client has all roles"), lines.toString());
      assertTrue(lines.contains("data: " + data + ", durability sync"), lines.toString());
      assertTrue(lines.contains("procedures: nothing"), lines.toString());
      signal(process, signal);
      List<String> ending = until("stopped", output);
      assertTrue(ending.get(0).startsWith("stopping: "), ending.toString());
      assertEquals(0, exitCode(process));
    } finally {
      process.destroyForcibly();
    }
    PipelineConfig config = PipelineConfig.builder().durability(Durability.in(data)).build();
    Pipeline.start(config).close();
  }

  @Test
  void anEngineRunsTheTransactions() throws Exception {
    Path data = folder.resolve("data");
    Process process = start("--data", data.toString(), "--engine", "plor");
    try (BufferedReader output = process.inputReader()) {
      List<String> lines = until("ready", output);
      assertTrue(lines.contains("engine: plor"), lines.toString());
      signal(process, "TERM");
      assertEquals(2, until("stopped", output).size());
      assertEquals(0, exitCode(process));
    } finally {
      process.destroyForcibly();
    }
    Engine.open(EngineConfig.builder().directory(data).build()).close();
  }

  @Test
  void whatCannotStartSaysSo() throws Exception {
    Process process = start("--set", "network.threads=65");
    try (BufferedReader output = process.inputReader()) {
      assertTrue(output.lines().anyMatch(line -> line.contains("network.threads must be 1 to 64")));
    }
    assertTrue(exitCode(process) != 0);
  }
}
