package dev.yardmaster.proof.checker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import dev.yardmaster.history.HistoryFormatException;
import dev.yardmaster.history.HistoryLog;
import dev.yardmaster.history.HistoryRecorder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the checker on files: from a recording to the verdict, and with files that are not
 * histories.
 */
class SerializabilityCheckerTest {

  @TempDir Path folder;

  @Test
  void checksWhatSeveralRecordersWroteToAFile() throws IOException {
    Path file = folder.resolve("run.history");
    Key key = Key.of("checking", 17);
    try (HistoryLog log = HistoryLog.toFile(file)) {
      HistoryRecorder first = log.recorder();
      HistoryRecorder second = log.recorder();
      second.begin(2, 2, 20, 30);
      second.read(key, 1, new byte[] {1});
      second.write(key, 2, null);
      second.end();
      first.begin(1, 1, 0, 10);
      first.read(key, 0, null);
      first.write(key, 1, new byte[] {1});
      first.end();
    }
    CheckResult result = SerializabilityChecker.check(file);
    assertTrue(result.isSerializable(), result::inWords);
    assertEquals("2 transactions, 2 reads, 2 writes, 1 keys: no anomaly", result.inWords());
  }

  @Test
  void aHistoryThatIsNotWholeIsNotJudged() throws IOException {
    byte[] whole = HistoryBuilder.history().t(1).w("x").bytes();
    HistoryFormatException refusal =
        assertThrows(
            HistoryFormatException.class,
            () -> SerializabilityChecker.check(Arrays.copyOf(whole, whole.length - 1)));
    assertEquals(HistoryFormatException.Problem.TRUNCATED, refusal.problem());
    Path file = folder.resolve("empty");
    Files.createFile(file);
    assertThrows(HistoryFormatException.class, () -> SerializabilityChecker.check(file));
    assertThrows(
        NoSuchFileException.class, () -> SerializabilityChecker.check(folder.resolve("none")));
  }

  @Test
  void keysArePrintedAsTheyPrintThemselves() throws IOException {
    Key[] keys = {
      Key.of("t", -5), Key.of("t", "a \"quoted\\ text"), Key.of("t", new byte[] {1, (byte) 0xAB})
    };
    HistoryLog log = HistoryLog.inMemory();
    HistoryRecorder recorder = log.recorder();
    recorder.begin(1, 1, 0, 0);
    for (Key key : keys) {
      recorder.read(key, 5, null);
    }
    recorder.end();
    log.close();
    Anomaly anomaly = SerializabilityChecker.check(log.bytes()).anomalies().get(0);
    for (Key key : keys) {
      assertTrue(anomaly.inWords().contains(" read " + key + " at version 5"), anomaly::inWords);
    }
    assertTrue(
        anomaly.asDot().contains("[label=\"t/\\\"a \\\"quoted\\\\ text\\\" at 5\"]"),
        anomaly::asDot);
  }

  @Test
  void optionsAreChecked() {
    assertThrows(IllegalArgumentException.class, () -> new CheckOptions(Guarantee.STRICT, 0));
  }
}
