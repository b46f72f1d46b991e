package dev.yardmaster.benchmarks.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the script {@code yardmaster} in a folder of its own, and replaces Maven by a program that
 * prints the lines of a real build.
 */
@Timeout(60)
class ScriptTest {

  private static final String MODULES =
      """
      [INFO] Scanning for projects...
      [INFO] Building Yardmaster 0.1.0-SNAPSHOT                                        [1/3]
      [INFO] Building Yardmaster api 0.1.0-SNAPSHOT                                    [2/3]
      [INFO] Building jar: /a/Yardmaster api 0.1.0.jar
      [INFO] Building Yardmaster replication with JRaft 0.1.0-SNAPSHOT                 [3/3]
      """;
  private static final String RELEASE = "server/target/yardmaster-1/yardmaster-1/bin";

  /** Variables of the script's environment. */
  private final Map<String, String> environment = new HashMap<>();

  @TempDir private Path folder;

  @BeforeEach
  void copyTheScript() throws IOException {
    Files.copy(Path.of("../yardmaster"), folder.resolve("yardmaster"));
    Files.createDirectories(folder.resolve("bin"));
    Files.createDirectories(folder.resolve("server/src/main"));
    Files.createDirectories(folder.resolve("proof/checker/src/main"));
    Files.writeString(folder.resolve("pom.xml"), "<project/>");
  }

  private void maven(String output, String then) throws IOException {
    program("bin/mvn", "cat << 'END'\n" + output + "END\n" + then);
  }

  private void program(String name, String body) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/usr/bin/env bash\n" + body + "\n");
    assertTrue(file.toFile().setExecutable(true));
  }

  private void mavenBuildsTheRelease() throws IOException {
    program("made", "echo started \"$@\"");
    maven(MODULES, "mkdir -p " + RELEASE + " && cp made " + RELEASE + "/yardmaster");
  }

  private List<String> run(int exitCode) throws IOException, InterruptedException {
    return run(exitCode, "token", "--help");
  }

  private List<String> run(int exitCode, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("bash", folder + "/yardmaster"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder
        .environment()
        .merge(
            "PATH",
            folder.resolve("bin").toString(),
            (old, ours) -> ours + File.pathSeparator + old);
    builder.environment().putAll(environment);
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertEquals(exitCode, process.waitFor(), said);
    return said.lines().map(line -> line.replaceAll("[0-9]+ s$", "N s")).toList();
  }

  @Test
  void aBuildNamesEachModule() throws IOException, InterruptedException {
    mavenBuildsTheRelease();
    List<String> said = run(0);
    assertEquals(
        List.of(
            "yardmaster: building the parent (1 of 3), N s",
            "yardmaster: building api (2 of 3), N s",
            "yardmaster: building replication with JRaft (3 of 3), N s",
            "started token --help"),
        said.subList(1, said.size()));
    assertTrue(said.get(0).contains("newer than the build"), said.get(0));
  }

  @Test
  void theLaterBuildSaysHowLongTheLastOneTookAndNoBuildSaysNothing()
      throws IOException, InterruptedException {
    mavenBuildsTheRelease();
    run(0);
    assertEquals(List.of("started token --help"), run(0));
    Path source = Files.writeString(folder.resolve("server/src/main/A.java"), "class A {}");
    assertTrue(source.toFile().setLastModified(System.currentTimeMillis() + 10_000));
    assertTrue(run(0).get(0).endsWith("the last build took N s"));
  }

  @Test
  void aFailedBuildShowsItsErrorsAndNoMore() throws IOException, InterruptedException {
    String errors = "[ERROR] A.java:[1,10] reached end of file\n  at a line without a level\n";
    maven(MODULES + errors, "exit 1");
    assertEquals(
        errors + "yardmaster: the build failed",
        run(1).stream()
            .filter(line -> !line.startsWith("yardmaster: building "))
            .skip(1)
            .collect(Collectors.joining("\n")));
  }

  @Test
  void playAndDemosRunFromTheirOwnModule() throws IOException, InterruptedException {
    maven("", "mkdir -p play/target && echo \"$*\" | grep -o -e '-pl [a-z]*' > built");
    program("server/src/main/dist/bin/yardmaster", "echo \"$YARDMASTER_MAIN_CLASS: $*\"");
    String main = "dev.yardmaster.play.cli.PlayMain: ";
    assertEquals(main + "play --engine silo", run(0, "play", "--engine", "silo").get(1));
    assertEquals("-pl play", Files.readString(folder.resolve("built")).strip());
    assertEquals(List.of(main + "demo cluster"), run(0, "demo", "cluster"));
  }

  @Test
  void protocolsOfOnesOwnAreOnTheClassPath() throws IOException, InterruptedException {
    maven("", "mkdir -p benchmarks/target");
    program("server/src/main/dist/bin/yardmaster", "echo \"$YARDMASTER_CLASS_PATH\"");
    List<String> without = run(0, "bench", "ycsb");
    assertTrue(without.get(1).endsWith("/lib/*"), without.get(1));
    environment.put("PROTOCOLS_CLASS_PATH", "/own/classes:/own/b.jar");
    assertEquals(List.of(without.get(1) + ":/own/classes:/own/b.jar"), run(0, "bench", "ycsb"));
  }

  @Test
  void downloadsAreCounted() throws IOException, InterruptedException {
    maven("[INFO] Downloaded from central: a.jar (1 kB at 1 kB/s)\n".repeat(120), "exit 1");
    assertEquals(
        List.of("yardmaster: downloaded 50 files, N s", "yardmaster: downloaded 100 files, N s"),
        run(1).subList(1, 3));
  }
}
