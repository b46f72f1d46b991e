package dev.yardmaster.benchmarks.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.yardmaster.benchmarks.cli.command.Environment;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * Checks that the server module's archive is complete: a server with only the archive's files
 * starts, and a benchmark can run against it. The test is skipped in builds without packaging,
 * unless the environment requires the test.
 */
@Timeout(120)
class ReleaseArchiveTest {

  private static final Path BUILT = Path.of("../server/target");
  private static final String REQUIRED = "YARDMASTER_REQUIRE_RELEASE";
  private static final long MAX_BYTES = 30_000_000;
  private static final String LISTENING = "listening at ";

  @TempDir private Path folder;

  private static Path archive() throws IOException {
    List<Path> archives = List.of();
    if (Files.isDirectory(BUILT)) {
      try (Stream<Path> files = Files.list(BUILT)) {
        archives = files.filter(file -> file.toString().endsWith(".tar.gz")).toList();
      }
    }
    if (!Boolean.parseBoolean(System.getenv(REQUIRED))) {
      assumeTrue(!archives.isEmpty(), "the server module was not packaged");
    }
    assertEquals(1, archives.size(), archives.toString());
    return archives.get(0);
  }

  private static Process start(List<String> command) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    // The server reads its options from variables with this prefix, and rejects unknown variables.
    builder.environment().keySet().removeIf(name -> name.startsWith("YARDMASTER_"));
    builder.environment().put("YARDMASTER_JVM_OPTIONS", "-Xmx256m -XX:TieredStopAtLevel=1");
    return builder.start();
  }

  private Path unpack() throws IOException, InterruptedException {
    Path archive = archive();
    assertTrue(Files.size(archive) <= MAX_BYTES, archive + " has " + Files.size(archive));
    Process tar = start(List.of("tar", "-xzf", archive.toString(), "-C", folder.toString()));
    assertEquals(0, tar.waitFor(), new String(tar.getInputStream().readAllBytes(), UTF_8));
    try (Stream<Path> roots = Files.list(folder)) {
      return roots.findAny().orElseThrow();
    }
  }

  @Test
  void aRefusedStartIsOneLine() throws IOException, InterruptedException {
    Path release = unpack();
    Process server =
        start(
            List.of(
                release.resolve("bin/yardmaster").toString(),
                "serve",
                "--procedures",
                release.resolve("LICENSE").toString()));
    String said = new String(server.getInputStream().readAllBytes(), UTF_8);
    assertEquals(2, server.waitFor(), said);
    assertEquals(1, said.lines().count(), said);
  }

  @Test
  void aServerFromTheReleaseAloneServesABenchmark() throws IOException, InterruptedException {
    Path release = unpack();
    for (String file :
        List.of("LICENSE", "THIRD-PARTY.txt", "conf/yardmaster.yaml", "conf/logback.xml")) {
      assertTrue(Files.isRegularFile(release.resolve(file)), file);
    }
    Process server =
        start(
            List.of(
                release.resolve("bin/yardmaster").toString(),
                "serve",
                "--workloads",
                "--config",
                release.resolve("conf/yardmaster.yaml").toString(),
                "--listen",
                "127.0.0.1:0",
                "--admin",
                "none"));
    try (BufferedReader lines = server.inputReader(UTF_8)) {
      List<String> said = new ArrayList<>();
      String line = lines.readLine();
      while (line != null && !line.equals("ready")) {
        said.add(line);
        line = lines.readLine();
      }
      assertEquals("ready", line, said.toString());
      String address =
          said.stream().filter(each -> each.startsWith(LISTENING)).findAny().orElseThrow();
      bench(address.substring(LISTENING.length()).split(" ", 2)[0]);
      server.destroy();
      assertTrue(server.waitFor(60, TimeUnit.SECONDS));
      assertEquals(0, server.exitValue());
    } finally {
      server.destroyForcibly();
    }
  }

  private void bench(String address) {
    StringWriter out = new StringWriter();
    CommandLine line = YardmasterCommand.commandLine(Environment.system());
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(out));
    String json = folder.resolve("r.json").toString();
    String html = folder.resolve("r.html").toString();
    int exitCode =
        line.execute(
            ("bench smallbank --customers 1000 --concurrency 20 --warmup 0 --seconds 0.2"
                    + " --repeats 1"
                    + (" --server " + address + " --json " + json + " --html " + html))
                .split(" "));
    assertEquals(0, exitCode, out.toString());
    assertTrue(out.toString().contains("holds"), out.toString());
  }

  @Test
  void theReleaseHasTheOperatorsCommandsAndNoOthers() throws IOException, InterruptedException {
    Path release = unpack();
    Process help = start(List.of(release.resolve("bin/yardmaster").toString(), "--help"));
    String text = new String(help.getInputStream().readAllBytes(), UTF_8);
    assertEquals(0, help.waitFor(), text);
    for (String command :
        List.of(
            "serve", "token", "top", "backup", "restore", "load", "inspect", "check", "cluster")) {
      assertTrue(text.contains("  " + command), text);
    }
    assertTrue(!text.contains("bench") && !text.contains("simulate"), text);
    try (Stream<Path> libraries = Files.list(release.resolve("lib"))) {
      assertTrue(
          libraries.noneMatch(
              library -> library.toString().matches(".*(benchmarks|postgres|jmh|torture).*")));
    }
  }
}
