package dev.yardmaster.proof.checker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import dev.yardmaster.history.HistoryLog;
import dev.yardmaster.history.HistoryRecorder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the checker with correct and broken histories of the length of a benchmark run, within a
 * generous time limit.
 */
class CheckerScaleTest {

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final int TRANSACTIONS = 200_000;
  private static final int KEYS = 20_000;
  private static final int ACCESSES = 5;
  private static final long SEED = 11;

  @TempDir Path folder;

  /**
   * Records transactions that read, modify and write five keys each, with four recorders. Every
   * {@code staleEvery}-th transaction reads its keys one version too early; if {@code staleEvery}
   * is 0, all reads are correct.
   */
  private Path run(int staleEvery) throws IOException {
    Path file = folder.resolve("stale-" + staleEvery + ".history");
    Random random = new Random(SEED);
    long[] versions = new long[KEYS];
    long[] versionsBefore = new long[KEYS];
    try (HistoryLog log = HistoryLog.toFile(file)) {
      HistoryRecorder[] recorders =
          IntStream.range(0, 4).mapToObj(i -> log.recorder()).toArray(HistoryRecorder[]::new);
      for (int i = 1; i <= TRANSACTIONS; i++) {
        HistoryRecorder recorder = recorders[random.nextInt(recorders.length)];
        recorder.begin(i, i, 100L * i - random.nextInt(9_000), 100L * i + random.nextInt(9_000));
        boolean stale = staleEvery > 0 && i % staleEvery == 0;
        for (int a = 0; a < ACCESSES; a++) {
          // The random number is squared, so that some keys are hot. Each of the five keys has its
          // own residue modulo five, so the keys differ.
          double place = random.nextDouble();
          int key = ((int) (place * place * KEYS / ACCESSES)) * ACCESSES + a;
          long version = stale ? versionsBefore[key] : versions[key];
          recorder.read(Key.of("savings", key), version, value(version));
          versionsBefore[key] = versions[key];
          versions[key] = i;
          recorder.write(Key.of("savings", key), i, value(i));
        }
        recorder.end();
      }
    }
    return file;
  }

  private static byte[] value(long version) {
    return version == 0 ? null : ByteBuffer.allocate(Long.BYTES).putLong(version).array();
  }

  @Test
  void aLongRunIsChecked() throws IOException {
    Path file = run(0);
    CheckResult result = assertTimeout(LIMIT, () -> SerializabilityChecker.check(file));
    assertTrue(result.isSerializable(), result::inWords);
    assertEquals(TRANSACTIONS, result.transactions());
    assertEquals(TRANSACTIONS * (long) ACCESSES, result.reads());
    assertEquals(TRANSACTIONS * (long) ACCESSES, result.writes());
  }

  @Test
  void oneFaultInALongRunIsFound() throws IOException {
    Path file = run(TRANSACTIONS - 1);
    CheckResult result = assertTimeout(LIMIT, () -> SerializabilityChecker.check(file));
    Anomaly anomaly = result.anomalies().get(0);
    assertEquals(AnomalyKind.LOST_UPDATE, anomaly.kind(), result::inWords);
    assertEquals(2, anomaly.cycleLength(), result::inWords);
    assertTrue(
        anomaly.inWords().contains("transaction " + (TRANSACTIONS - 1) + " "), result::inWords);
  }

  @Test
  void aRunThatIsBrokenAllOverIsChecked() throws IOException {
    Path file = run(3);
    CheckResult result = assertTimeout(LIMIT, () -> SerializabilityChecker.check(file));
    Anomaly anomaly = result.anomalies().get(0);
    assertEquals(AnomalyKind.LOST_UPDATE, anomaly.kind(), result::inWords);
    assertTrue(anomaly.inWords().contains("\n  up to "), result::inWords);
    assertTrue(anomaly.count() > TRANSACTIONS / 3, result::inWords);
  }

  @Test
  void oneCycleOfAllIsFoundThoughNoPartOfItCanBeLeftOut() throws IOException {
    int transactions = 40_000;
    HistoryLog log = HistoryLog.inMemory();
    HistoryRecorder recorder = log.recorder();
    for (int i = 0; i < transactions; i++) {
      recorder.begin(i, i + 1, 0, 0);
      recorder.read(Key.of("ring", i), 0, null);
      recorder.write(Key.of("ring", (i + 1) % transactions), i + 1, value(i + 1));
      recorder.end();
    }
    log.close();
    CheckResult result = assertTimeout(LIMIT, () -> SerializabilityChecker.check(log.bytes()));
    Anomaly anomaly = result.anomalies().get(0);
    assertEquals(AnomalyKind.G2, anomaly.kind());
    assertEquals(transactions, anomaly.cycleLength());
    assertEquals(transactions, anomaly.count());
    assertTrue(anomaly.inWords().contains("and 39900 more steps"), anomaly::inWords);
    assertTrue(
        anomaly
            .inWords()
            .endsWith("there may be a shorter cycle, since the search was not complete"));
  }
}
