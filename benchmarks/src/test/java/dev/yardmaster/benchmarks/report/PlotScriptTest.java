package dev.yardmaster.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs docs/plot.py, which draws JSON and CSV reports with matplotlib. */
class PlotScriptTest {

  private static final String REQUIRED = "YARDMASTER_REQUIRE_PYTHON";

  private static final Path SCRIPT = Path.of("../docs/plot.py").toAbsolutePath().normalize();
  private static final Path GUIDE = Path.of("../docs/guide-benchmarks.md");
  private static final String COMMAND = "python3 docs/plot.py ";

  /** The folder in which matplotlib keeps its list of fonts, which takes seconds to build. */
  private static final Path FONTS = Path.of("target/matplotlib").toAbsolutePath();

  private static final int TIMEOUT_S = 60;

  private static String python;

  @TempDir private Path folder;

  private record Ended(int exitCode, String output) {}

  /** Debian's Python has Debian's matplotlib, but another Python may come before it on the path. */
  @BeforeAll
  static void findPython() throws Exception {
    Files.createDirectories(FONTS);
    Optional<String> found = Optional.empty();
    for (String candidate : List.of("python3", "/usr/bin/python3")) {
      if (found.isEmpty() && hasMatplotlib(candidate)) {
        found = Optional.of(candidate);
      }
    }
    if (Boolean.parseBoolean(System.getenv(REQUIRED))) {
      assertTrue(found.isPresent(), REQUIRED + " is set, and python3 has no matplotlib");
    }
    assumeTrue(found.isPresent(), "python3 with matplotlib is not installed");
    python = found.get();
  }

  private static boolean hasMatplotlib(String candidate) throws InterruptedException {
    try {
      return run(List.of(candidate, "-c", "import matplotlib")).exitCode() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  private static Ended run(List<String> command) throws IOException, InterruptedException {
    Path output = Files.createTempFile("python", ".txt");
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("MPLCONFIGDIR", FONTS.toString());
    Process process = builder.redirectOutput(output.toFile()).start();
    try {
      assertTrue(
          process.waitFor(TIMEOUT_S, TimeUnit.SECONDS),
          command + " did not end within " + TIMEOUT_S + " s");
      return new Ended(process.exitValue(), Files.readString(output, StandardCharsets.UTF_8));
    } finally {
      process.destroyForcibly();
      Files.delete(output);
    }
  }

  private static Ended plot(Object... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(python, SCRIPT.toString()));
    for (Object argument : arguments) {
      command.add(argument.toString());
    }
    return run(command);
  }

  @BeforeEach
  void makeReports() throws IOException {
    write("smallbank", MadeReport.benchmark(400));
    write("before", MadeReport.benchmark(200));
    write("after", MadeReport.benchmark(400));
    write("paper", MadeReport.experiment());
  }

  private void write(String name, Report report) throws IOException {
    Files.writeString(
        folder.resolve(name + ".json"),
        JsonReport.render(report, MadeReport.provenance("./yardmaster bench")));
    Files.writeString(folder.resolve(name + ".csv"), CsvReport.render(report));
  }

  @Test
  void theCommandsOfTheGuideRun() throws Exception {
    List<String> commands =
        Files.readAllLines(GUIDE).stream().filter(line -> line.startsWith(COMMAND)).toList();
    assertFalse(commands.isEmpty());
    for (String command : commands) {
      Ended ended =
          plot(
              (Object[])
                  command.substring(COMMAND.length()).replace("reports/", folder + "/").split(" "));
      assertEquals(0, ended.exitCode(), command + ": " + ended.output());
    }
  }

  @Test
  void jsonAndCsvGiveTheSameLine() throws Exception {
    List<String> pictures = new ArrayList<>();
    for (String ending : List.of("json", "csv")) {
      Path picture = folder.resolve(ending + ".svg");
      Ended ended = plot(folder.resolve("paper." + ending), "--output", picture);
      assertEquals(0, ended.exitCode(), ended.output());
      assertTrue(ended.output().contains("2 values"), ended.output());
      String svg = Files.readString(picture);
      assertTrue(svg.contains("<svg"), svg);
      // The ids in the picture and its date differ between runs.
      pictures.add(
          svg.lines()
              .filter(line -> line.strip().matches("\"?[ML] [0-9. L]+.*"))
              .reduce("", (text, line) -> text + line + '\n'));
    }
    assertFalse(pictures.get(0).isBlank());
    assertEquals(pictures.get(0), pictures.get(1));
  }

  @Test
  void sidesOfSeveralFilesAreBars() throws Exception {
    Ended ended =
        plot(
            folder.resolve("before.json"),
            folder.resolve("after.csv"),
            "--output",
            folder.resolve("plot.png"));
    assertEquals(0, ended.exitCode(), ended.output());
    assertTrue(ended.output().contains("4 values"), ended.output());
    byte[] picture = Files.readAllBytes(folder.resolve("plot.png"));
    assertEquals("PNG", new String(picture, 1, 3, StandardCharsets.US_ASCII));
  }

  @Test
  void errorsNameTheFileAndTheField() throws Exception {
    Path file = folder.resolve("before.json");
    Ended noMetric = plot(file, "--metric", "speed");
    assertEquals(1, noMetric.exitCode(), noMetric.output());
    assertEquals(file + ": no side has the metric speed", noMetric.output().strip());

    Path seconds = folder.resolve("after.json");
    Files.writeString(
        seconds, Files.readString(seconds).replace("\"unit\" : \"1\"", "\"unit\" : \"1/s\""));
    Ended unit = plot(file, seconds);
    assertEquals(1, unit.exitCode(), unit.output());
    assertEquals(
        seconds
            + ": the metric committedPerSecond has the unit 1/s, and in "
            + file
            + " the unit 1",
        unit.output().strip());

    Files.writeString(file, Files.readString(file).replace("\"schema\" : 1", "\"schema\" : 2"));
    Ended other = plot(file);
    assertEquals(1, other.exitCode(), other.output());
    assertEquals(file + ": schema: must be 1, not 2", other.output().strip());

    Files.writeString(file, "{");
    Ended broken = plot(file);
    assertEquals(1, broken.exitCode(), broken.output());
    assertTrue(broken.output().startsWith(file + ": "), broken.output());
    assertFalse(broken.output().contains("Traceback"), broken.output());
  }
}
