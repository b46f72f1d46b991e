package dev.yardmaster.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a log with several recording threads, with failures, and at its end. */
class HistoryLogTest {

  /** A stream that accepts a given number of writes, and fails at all further writes. */
  private static final class FailingStream extends OutputStream {
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private final IOException failure = new IOException("no space left");
    private int writesLeft;

    private FailingStream(int writesLeft) {
      this.writesLeft = writesLeft;
    }

    @Override
    public void write(int b) throws IOException {
      throw new AssertionError("a log must write whole blocks, not single bytes");
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      if (writesLeft-- <= 0) {
        throw failure;
      }
      kept.write(bytes, offset, length);
    }
  }

  @TempDir Path folder;

  private static void record(HistoryRecorder recorder, long id) {
    recorder.begin(id, id, id, id);
    recorder.write(Key.of("t", id), id, new byte[8]);
    recorder.end();
  }

  @Test
  void aFailureIsThrownByCloseAndNeverByARecorder() throws IOException {
    int transactions = 10;
    // The log writes a header, one block for each transaction, and the END block.
    int writes = transactions + 2;
    for (int failAt = 0; failAt <= writes; failAt++) {
      FailingStream stream = new FailingStream(failAt);
      HistoryLog log = new HistoryLog(stream, 1, HistoryFormat.MAX_BLOCK_BYTES);
      HistoryRecorder recorder = log.recorder();
      for (int id = 1; id <= transactions; id++) {
        record(recorder, id);
      }
      if (failAt == writes) {
        log.close();
        assertEquals(transactions, Transcript.of(stream.kept.toByteArray()).transactions().size());
        continue;
      }
      String step = "failAt=" + failAt;
      assertSame(stream.failure, assertThrows(IOException.class, log::close, step), step);
      log.close();
      assertThrows(
          HistoryFormatException.class,
          () -> HistoryReader.read(stream.kept.toByteArray(), new Transcript()),
          step);
    }
  }

  @Test
  void aFailureToCloseIsThrown() {
    IOException failure = new IOException("late failure");
    OutputStream stream =
        new ByteArrayOutputStream() {
          @Override
          public void close() throws IOException {
            throw failure;
          }
        };
    HistoryLog log = new HistoryLog(stream, 1, HistoryFormat.MAX_BLOCK_BYTES);
    assertSame(failure, assertThrows(IOException.class, log::close));
  }

  @Test
  void aTransactionOverTheLargestBlockIsAFailureOfTheLog() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    HistoryLog log = new HistoryLog(bytes, 1000, 10_000);
    HistoryRecorder recorder = log.recorder();
    record(recorder, 1);
    recorder.begin(2, 2, 2, 2);
    for (int i = 0; i < 50_000; i++) {
      recorder.write(Key.of("t", "user" + i), 2, new byte[8]);
    }
    recorder.end();
    record(recorder, 3);
    IOException failure = assertThrows(IOException.class, log::close);
    assertEquals(
        "a transaction is too large for a history: transactionId=2, maxBytes=10000",
        failure.getMessage());
  }

  @Test
  void theFolderMustExistAndTheFileIsOverwritten() throws IOException {
    Path missing = folder.resolve("none").resolve("run.history");
    NoSuchFileException refusal =
        assertThrows(NoSuchFileException.class, () -> HistoryLog.toFile(missing));
    assertTrue(refusal.getMessage().contains("folder="), refusal.getMessage());

    Path file = folder.resolve("run.history");
    Files.write(file, new byte[100_000]);
    try (HistoryLog log = HistoryLog.toFile(file)) {
      record(log.recorder(), 1);
    }
    Transcript transcript = new Transcript();
    HistoryReader.read(file, transcript);
    assertEquals(1, transcript.transactions().size());
  }

  @Test
  void anInterruptedThreadStillRecords() throws IOException {
    Path file = folder.resolve("run.history");
    HistoryLog log = HistoryLog.toFile(file);
    HistoryRecorder recorder = log.recorder();
    Thread.currentThread().interrupt();
    try {
      for (int id = 1; id <= 10_000; id++) {
        record(recorder, id);
      }
      log.close();
    } finally {
      assertTrue(Thread.interrupted());
    }
    Transcript transcript = new Transcript();
    HistoryReader.read(file, transcript);
    assertEquals(10_000, transcript.transactions().size());
  }

  @Test
  void whatHasNotEndedAtCloseIsLeftOut() throws IOException {
    HistoryLog log = HistoryLog.inMemory();
    HistoryRecorder recorder = log.recorder();
    record(recorder, 1);
    recorder.begin(2, 2, 2, 2);
    recorder.write(Key.of("other", 1), 2, new byte[8]);
    log.close();
    assertEquals(1, Transcript.of(log.bytes()).transactions().size());
  }

  @Test
  void misuseIsRefused() throws IOException {
    HistoryLog log = HistoryLog.inMemory();
    HistoryRecorder recorder = log.recorder();
    assertThrows(IllegalStateException.class, recorder::end);
    assertThrows(IllegalStateException.class, () -> recorder.read(Key.of("t", 1), 0, null));
    assertThrows(IllegalArgumentException.class, () -> recorder.begin(1, 1, 5, 4));
    recorder.begin(1, 1, 5, 5);
    assertThrows(IllegalStateException.class, () -> recorder.begin(2, 2, 5, 5));
    recorder.end();
    assertThrows(IllegalStateException.class, log::bytes);
    log.close();
    assertThrows(IllegalStateException.class, log::recorder);
    assertEquals(1, Transcript.of(log.bytes()).transactions().size());
    assertThrows(
        IllegalStateException.class,
        () -> {
          try (HistoryLog file = HistoryLog.toFile(folder.resolve("run.history"))) {
            file.bytes();
          }
        });
  }

  @Test
  void threadsRecordAtOnce() throws IOException, InterruptedException {
    HistoryLog log = HistoryLog.inMemory();
    int threads = 4;
    int each = 20_000;
    List<Thread> recording = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int first = i * each;
      Thread thread =
          new Thread(
              () -> {
                HistoryRecorder recorder = log.recorder();
                for (int id = first; id < first + each; id++) {
                  record(recorder, id + 1);
                }
              });
      recording.add(thread);
      thread.start();
    }
    for (Thread thread : recording) {
      thread.join();
    }
    log.close();
    List<List<String>> read = Transcript.of(log.bytes()).transactions();
    assertEquals(threads * each, read.size());
    assertEquals(read.size(), read.stream().distinct().count());
  }
}
