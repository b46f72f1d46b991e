package dev.yardmaster.benchmarks.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import dev.yardmaster.benchmarks.SerialService;
import dev.yardmaster.benchmarks.SerialService.Fault;
import dev.yardmaster.benchmarks.WorkClock;
import dev.yardmaster.benchmarks.cli.command.Environment;
import dev.yardmaster.benchmarks.load.MeasuredService;
import dev.yardmaster.benchmarks.run.Launcher;
import dev.yardmaster.history.HistoryLog;
import dev.yardmaster.history.HistoryRecorder;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Tests the commands check, simulate and fuzz, and bench with --check. */
class ProofCommandsTest {

  @TempDir private Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(Launcher launcher, String... arguments) {
    CommandLine line =
        YardmasterCommand.commandLine(
            new Environment(launcher, new WorkClock(), false, InputStream.nullInputStream()));
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err));
    return line.execute(arguments);
  }

  private int run(String... arguments) {
    return run(MeasuredService::pipeline, arguments);
  }

  private Path file(String name) {
    return folder.resolve(name);
  }

  /**
   * Records two transactions that have both read the same version of a key and then overwritten it.
   */
  private static void recordLostUpdate(HistoryLog log) {
    HistoryRecorder recorder = log.recorder();
    Key account = Key.of("account", 17);
    byte[] value = {1};
    recorder.begin(1, 1, 0, 10);
    recorder.write(account, 1, value);
    recorder.end();
    for (int i = 0; i < 2; i++) {
      recorder.begin(2 + i, 2 + i, 20, 30);
      recorder.read(account, 1, value);
      recorder.write(account, 2 + i, value);
      recorder.end();
    }
  }

  @Test
  void checkShowsTheAnomalyInWordsAndAsAGraph() throws IOException {
    try (HistoryLog log = HistoryLog.toFile(file("lost.history"))) {
      recordLostUpdate(log);
    }
    assertEquals(1, run("check", file("lost.history").toString()));
    assertTrue(out.toString().contains("lost update"), out.toString());
    assertTrue(out.toString().contains("account/17"), out.toString());
    assertTrue(out.toString().contains("digraph"), out.toString());
    assertEquals(
        1, run("check", file("lost.history").toString(), "--dot", file("lost.dot").toString()));
    assertTrue(Files.readString(file("lost.dot")).startsWith("digraph"));
  }

  /**
   * Two transactions read the same two keys. Each transaction writes one key, and the two written
   * keys differ.
   */
  @Test
  void checkAcceptsWriteSkewOnlyAsSnapshots() throws IOException {
    try (HistoryLog log = HistoryLog.toFile(file("skew.history"))) {
      HistoryRecorder recorder = log.recorder();
      for (int i = 0; i < 2; i++) {
        recorder.begin(1 + i, 1 + i, 10, 20);
        recorder.read(Key.of("account", 1), 0, null);
        recorder.read(Key.of("account", 2), 0, null);
        recorder.write(Key.of("account", 1 + i), 1 + i, new byte[8]);
        recorder.end();
      }
    }
    String history = file("skew.history").toString();
    assertEquals(1, run("check", history, "--guarantee", "serializable"));
    assertTrue(out.toString().contains("write skew"), out.toString());
    assertEquals(0, run("check", history, "--guarantee", "snapshot"));
    assertTrue(out.toString().contains("Snapshot isolation."), out.toString());
    assertEquals(2, run("check", history, "--guarantee", "weak"));
    assertTrue(err.toString().contains("'weak'"), err.toString());
  }

  @Test
  void checkIsContentWithASerialHistory() throws IOException {
    try (HistoryLog log = HistoryLog.toFile(file("fine.history"))) {
      HistoryRecorder recorder = log.recorder();
      recorder.begin(1, 1, 0, 10);
      recorder.write(Key.of("account", 1), 1, new byte[8]);
      recorder.end();
    }
    assertEquals(0, run("check", file("fine.history").toString()));
    assertTrue(out.toString().contains("1 transactions with 0 reads and 1 writes"), out.toString());
    assertTrue(out.toString().contains("Strictly serializable."), out.toString());
  }

  @Test
  void checkSaysInOneLineWhatIsWrongWithAFile() throws IOException {
    Files.writeString(file("no.history"), "not a history");
    assertEquals(1, run("check", file("no.history").toString()));
    assertEquals(1, run("check", file("missing.history").toString()));
    assertEquals(2, err.toString().lines().count(), err.toString());
    assertTrue(err.toString().contains("no.history"), err.toString());
    assertTrue(err.toString().contains("missing.history"), err.toString());
    assertEquals(2, run("check"));
  }

  @Test
  void simulatePlaysARangeAndSaysHowFast() {
    assertEquals(0, run("simulate", "--seeds", "1..20", "--history", file("f.history").toString()));
    assertTrue(out.toString().contains("All checks passed: 20 seeds"), out.toString());
    assertTrue(out.toString().contains("seeds/s"), out.toString());
    assertFalse(Files.exists(file("f.history")));
  }

  @Test
  void simulatePutsClientsAtTheOtherEndOfANetwork() {
    String history = file("w.history").toString();
    assertEquals(0, run("simulate", "--wire", "--seeds", "2..5", "--history", history));
    assertTrue(out.toString().contains("All checks passed: 4 seeds"), out.toString());
    assertEquals(0, run("simulate", "--wire", "--seed", "2", "--history", history));
    assertTrue(out.toString().contains("bytes under way"), out.toString());
    assertEquals(0, run("check", history));
  }

  @Test
  void aSingleSeedIsReplayedIntoTheSameFile() throws IOException {
    for (String name : List.of("a.history", "b.history")) {
      assertEquals(0, run("simulate", "--seed", "11", "--history", file(name).toString()));
    }
    assertArrayEquals(Files.readAllBytes(file("a.history")), Files.readAllBytes(file("b.history")));
    assertEquals(0, run("check", file("a.history").toString()));
  }

  @Test
  void fuzzPlaysOnRealThreads() {
    assertEquals(0, run("fuzz", "--seeds", "1..3", "--history", file("f.history").toString()));
    assertTrue(out.toString().contains("All checks passed: 3 seeds"), out.toString());
  }

  @Test
  void wrongSeedsAreNamed() {
    for (String[] wrong :
        new String[][] {
          {"simulate", "--seeds", "9..1"},
          {"simulate", "--seeds", "many"},
          {"simulate", "--seed", "1..2"},
          {"simulate", "--seed", "1", "--seeds", "1..2"},
          {"simulate", "--jobs", "0"},
          {"fuzz", "--seeds", "1.5"},
        }) {
      assertEquals(2, run(wrong), String.join(" ", wrong));
    }
    assertEquals(6, err.toString().lines().count(), err.toString());
    assertTrue(err.toString().contains("'9..1' is not a range of seeds"), err.toString());
  }

  private String[] bench(String... more) {
    List<String> arguments =
        new ArrayList<>(List.of("bench", "micro", "--objects", "50", "--concurrency", "16"));
    arguments.addAll(List.of("--seconds", "0.1", "--warmup", "0", "--repeats", "2"));
    arguments.addAll(List.of("--json", file("r.json").toString()));
    arguments.addAll(List.of("--html", file("r.html").toString()));
    arguments.addAll(List.of(more));
    return arguments.toArray(String[]::new);
  }

  @Test
  void benchChecksEveryRoundAndKeepsHistoriesIfAsked() throws IOException {
    Path histories = file("histories");
    assertEquals(
        0, run(bench("--modes", "base", "--histories", histories.toString())), err.toString());
    assertTrue(out.toString().contains("strictly serializable"), out.toString());
    try (Stream<Path> files = Files.list(histories)) {
      assertEquals(
          List.of("micro-base-1.history", "micro-base-2.history"),
          files.map(path -> path.getFileName().toString()).sorted().toList());
    }
    assertEquals(0, run("check", histories.resolve("micro-base-1.history").toString()));
  }

  @Test
  void aRecordedSideIsNotCheckedAndLeavesNothing() throws IOException {
    Launcher recording =
        (config, history) -> {
          recordLostUpdate(history);
          return new SerialService(Fault.NONE).measured();
        };
    assertEquals(0, run(recording, bench("--modes", "base+recorded")), err.toString());
    assertTrue(out.toString().contains("base+recorded"), out.toString());
  }

  @Test
  void benchFailsWhenAHistoryIsNotSerializable() {
    Launcher broken =
        (config, history) -> {
          recordLostUpdate(history);
          return new SerialService(Fault.NONE).measured();
        };
    assertEquals(1, run(broken, bench("--modes", "base", "--histories", file("h").toString())));
    assertTrue(err.toString().contains("lost update"), err.toString());
    assertTrue(err.toString().contains("./yardmaster check"), err.toString());
  }
}
