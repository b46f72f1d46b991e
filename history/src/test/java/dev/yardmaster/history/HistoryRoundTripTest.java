package dev.yardmaster.history;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.yardmaster.api.Key;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that the reader returns the recorded transactions, for every kind of key, version, value
 * and time.
 */
class HistoryRoundTripTest {

  private static final byte[] VALUE = {1, 2, 3};

  @TempDir Path folder;

  @Test
  void tellsATransactionAsItWasRecorded() throws IOException {
    HistoryLog log = HistoryLog.inMemory();
    HistoryRecorder recorder = log.recorder();
    recorder.begin(7, 34, -5, 20);
    recorder.read(Key.of("checking", 17), 9, VALUE);
    recorder.write(Key.of("checking", 17), 34, null);
    recorder.end();
    log.close();

    assertEquals(
        List.of(
            List.of(
                "begin 7 commit=34 from -5 to 20",
                "read NUMBER checking/17 version=9 digest=" + ValueDigest.of(VALUE),
                "write NUMBER checking/17 version=34 digest=0")),
        Transcript.of(log.bytes()).transactions());
  }

  @Test
  void aHistoryOfNothingIsComplete() throws IOException {
    HistoryLog log = HistoryLog.inMemory();
    log.recorder();
    log.close();
    assertEquals(List.of(), Transcript.of(log.bytes()).transactions());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 100, 4_000, 1 << 20})
  void randomTransactionsOfSeveralRecorders(int blockBytes) throws IOException {
    for (long seed = 1; seed <= 60; seed++) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      HistoryLog log = new HistoryLog(bytes, blockBytes, HistoryFormat.MAX_BLOCK_BYTES);
      List<RandomRecording> recordings = record(log, new SplittableRandom(seed));

      List<List<String>> read = Transcript.of(bytes.toByteArray()).transactions();

      // Blocks of several recorders are interleaved; the transactions of one recorder keep their
      // order.
      int found = 0;
      for (RandomRecording recording : recordings) {
        List<List<String>> own = new ArrayList<>(read);
        own.retainAll(recording.transactions());
        assertEquals(recording.transactions(), own, "seed=" + seed);
        found += own.size();
      }
      assertEquals(read.size(), found, "seed=" + seed);
    }
  }

  @Test
  void aFileReadsLikeMemory() throws IOException {
    Path file = folder.resolve("run.history");
    HistoryLog log = HistoryLog.toFile(file);
    List<RandomRecording> recordings = record(log, new SplittableRandom(5));
    Transcript transcript = new Transcript();
    HistoryReader.read(file, transcript);
    List<List<String>> all = new ArrayList<>();
    recordings.forEach(recording -> all.addAll(recording.transactions()));
    assertEquals(all, transcript.transactions());
  }

  @Test
  void aTransactionMayBeLargerThanABlock() throws IOException {
    HistoryLog log = HistoryLog.inMemory();
    HistoryRecorder recorder = log.recorder();
    int reads = 200_000;
    recorder.begin(1, 0, 0, HistoryRecorder.UNKNOWN_END);
    for (int i = 0; i < reads; i++) {
      recorder.read(Key.of("t", i), i, VALUE);
    }
    recorder.end();
    log.close();
    assertEquals(reads + 1, Transcript.of(log.bytes()).transactions().get(0).size());
  }

  private static List<RandomRecording> record(HistoryLog log, SplittableRandom random)
      throws IOException {
    List<RandomRecording> recordings = new ArrayList<>();
    int recorders = 1 + random.nextInt(4);
    for (int i = 0; i < recorders; i++) {
      recordings.add(new RandomRecording(log.recorder(), random, i * 1_000_000L));
    }
    int transactions = random.nextInt(80);
    for (int i = 0; i < transactions; i++) {
      recordings.get(random.nextInt(recorders)).transaction();
    }
    log.close();
    return recordings;
  }
}
