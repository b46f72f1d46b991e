package dev.yardmaster.benchmarks.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.yardmaster.benchmarks.cli.command.Environment;
import dev.yardmaster.server.YardmasterServer;
import dev.yardmaster.server.config.ServerConfig;
import dev.yardmaster.workloads.Workloads;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Makes the project of the workload guide from the text of the guide, outside of this build, and
 * runs the commands of the guide in a shortened form on all back ends.
 */
@Timeout(120)
class WorkloadsGuideTest {

  private static final Path GUIDE = Path.of("..", "docs", "guide-workloads.md");
  private static final String PROJECT = "../twitter/";
  private static final String USERS = "1200"; // More than two pages of Entries.

  @TempDir private static Path project;

  @TempDir private Path folder;

  private static String guide;
  private static Path classes;

  @BeforeAll
  static void makeProject() throws IOException {
    guide = Files.readString(GUIDE);
    classes = project.resolve("classes");
    Matcher services = find("echo (\\S+) > " + PROJECT + "classes/(\\S+)");
    Path provider = classes.resolve(services.group(2));
    Files.createDirectories(provider.getParent());
    Files.writeString(provider, services.group(1) + '\n');
    Matcher file = find("<!-- file: (\\S+) -->\n```java\n(.*?)```");
    Path source = Files.writeString(project.resolve(file.group(1)), file.group(2));
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                errors,
                "-cp",
                System.getProperty("java.class.path"),
                "-proc:none",
                "-d",
                classes.toString(),
                source.toString());
    assertEquals(0, failed, () -> errors.toString(StandardCharsets.UTF_8));
  }

  private static Matcher find(String pattern) {
    Matcher found = Pattern.compile(pattern, Pattern.DOTALL).matcher(guide);
    assertTrue(found.find(), pattern);
    return found;
  }

  @Test
  void theWorkloadRunsOnAllBackEnds() throws IOException {
    String command =
        find("./yardmaster (bench twitter [^\n]*--on pipeline,server,engine,jdbc[^\n]*)").group(1);
    JsonNode report = run(command);
    assertEquals(List.of("pipeline", "server", "engine", "jdbc"), JsonReports.labels(report, ""));
    for (JsonNode side : report.get("sides")) {
      assertTrue(JsonReports.median(side, "committedPerSecond") > 0, side::toString);
      assertTrue(JsonReports.isSound(side), side::toString);
    }
  }

  @Test
  void theWorkloadRunsInModesOfThePipeline() throws IOException {
    JsonNode report = run(find("./yardmaster (bench twitter [^\n]*--modes [^\n]*)").group(1));
    assertEquals(List.of("base", "full", "full+sync"), JsonReports.labels(report, ""));
  }

  @Test
  void theWorkloadRunsOnARunningServer() throws IOException {
    String serve = find("./yardmaster (serve [^\n]*)").group(1);
    execute(serve.replace(PROJECT + "classes", classes.toString()) + " --print-config");
    ServerConfig config =
        ServerConfig.builder().set("listen", "127.0.0.1:0").set("admin.listen", "none").build();
    try (Workloads workloads = Workloads.on(List.of(classes));
        YardmasterServer server = YardmasterServer.start(config, workloads.procedures())) {
      String command = find("./yardmaster (bench twitter [^\n]*--server [^\n]*)").group(1);
      // With a warm-up, all other comparisons begin with an unmeasured round.
      run(command.replace("localhost:7411", "127.0.0.1:" + server.address().getPort()), "0.1");
    }
  }

  @Test
  void theWorkloadIsListedWithItsOptions() {
    String listed = execute("bench --list --class-path " + classes);
    assertTrue(listed.contains("smallbank: "), listed);
    assertTrue(
        listed.contains(
            "  users: number of users; a whole number from 2 to 10,000,000, default 10,000"),
        listed);
  }

  private JsonNode run(String command) throws IOException {
    return run(command, "0");
  }

  private JsonNode run(String command, String warmUpSeconds) throws IOException {
    Path json = folder.resolve("report.json");
    List<String> words = new ArrayList<>(List.of(command.split(" ")));
    words.remove("--quick");
    String line = String.join(" ", words).replace(PROJECT + "classes", classes.toString());
    execute(
        line.replace(" --repeats 1", "")
            + " --set users="
            + USERS
            + " --concurrency 50 --seconds 0.2 --repeats 1 --warmup "
            + warmUpSeconds
            + " --html "
            + folder.resolve("report.html")
            + " --json "
            + json
            + (line.contains("+sync") ? " --data " + folder.resolve("data") : ""));
    return new ObjectMapper().readTree(json.toFile());
  }

  private static String execute(String command) {
    StringWriter out = new StringWriter();
    int exitCode =
        YardmasterCommand.commandLine(Environment.system())
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(out, true))
            .execute(command.split(" "));
    assertEquals(0, exitCode, () -> command + "\n" + out);
    return out.toString();
  }
}
