package dev.yardmaster.engine.durable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.engine.redo.DurableListener;
import dev.yardmaster.engine.transaction.ThreadPace;
import dev.yardmaster.engine.transaction.Worker;
import dev.yardmaster.storage.log.Recovery;
import dev.yardmaster.storage.log.disk.Disk;
import dev.yardmaster.storage.log.disk.DiskFile;
import dev.yardmaster.storage.log.disk.FileDisk;
import dev.yardmaster.storage.log.disk.ForwardingDisk;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests a database whose disk fails, and directories that are torn or damaged. */
@Timeout(60)
class FailingLogTest {

  private static final int KEYS = 40;

  @TempDir private Path folder;

  /**
   * A disk on which a force waits at a gate; when the gate opens, the force fails if {@code fails}
   * is set.
   */
  private static final class GatedDisk extends LogParts {
    private volatile CountDownLatch gate = new CountDownLatch(0);
    private volatile boolean fails;

    @Override
    public Disk disk(Path directory) throws IOException {
      return new ForwardingDisk(FileDisk.open(directory)) {
        @Override
        protected void force(String name, DiskFile file) throws IOException {
          try {
            gate.await();
          } catch (InterruptedException e) {
            throw new IOException(e);
          }
          if (fails) {
            throw new IOException("the disk is broken");
          }
          super.force(name, file);
        }
      };
    }
  }

  @Test
  void aWorkerReturnsAnOutcomeAfterTheForce() throws Exception {
    GatedDisk parts = new GatedDisk();
    Shop shop = Shop.open(folder, "silo", LogSettings.sync(), parts);
    Worker writer = shop.worker(0);
    Worker reader =
        shop.database().pipelinedWorker(1, new ThreadPace(System::nanoTime), null, null);
    parts.gate = new CountDownLatch(1);
    Thread thread = new Thread(() -> writer.run(transaction -> shop.put(transaction, 0, 5, "new")));
    thread.start();
    // The reader sees the commit before it is on disk, so the reader's outcome must not be
    // acknowledged yet.
    String[] seen = {null};
    while (seen[0] == null) {
      reader.run(transaction -> seen[0] = shop.read(transaction, 0, 5));
    }
    CountDownLatch told = new CountDownLatch(1);
    shop.database()
        .log()
        .whenAcknowledged(
            new DurableListener() {
              @Override
              public void onDisk() {
                told.countDown();
              }

              @Override
              public void lost(Throwable why) {}
            });
    assertEquals(1, told.getCount());
    assertTrue(thread.isAlive());
    parts.gate.countDown();
    told.await();
    thread.join();
    shop.close();
  }

  @Test
  void afterAFailureOfTheDiskNothingIsAcknowledged() {
    GatedDisk parts = new GatedDisk();
    SortedMap<String, String> model = new TreeMap<>();
    Shop shop = Shop.open(folder, "wound-wait", LogSettings.sync(), parts);
    Worker worker = shop.worker(0);
    for (int i = 0; i < 10; i++) {
      shop.change(worker, new Random(i), 0, KEYS, model);
    }
    parts.fails = true;
    YardmasterException unknown =
        assertThrows(
            YardmasterException.class,
            () -> worker.run(transaction -> shop.put(transaction, 0, 5, "unknown")));
    assertEquals(ErrorCode.OUTCOME_UNKNOWN, unknown.code());
    YardmasterException refused =
        assertThrows(
            YardmasterException.class,
            () -> worker.run(transaction -> shop.put(transaction, 0, 6, "refused")));
    assertEquals(ErrorCode.CLOSED, refused.code());
    assertTrue(shop.database().log().failure().isPresent());
    shop.close();
    Shop again = Shop.open(folder, "wound-wait", LogSettings.sync());
    SortedMap<String, String> found = again.contents(again.worker(0), KEYS);
    assertNotEquals("refused", found.get(Shop.nameOf(0, 6)));
    if ("unknown".equals(found.get(Shop.nameOf(0, 5)))) {
      model.put(Shop.nameOf(0, 5), "unknown");
    }
    assertEquals(model, found);
    again.close();
  }

  /**
   * Copies the directory of a running database, as after a kill, and returns the newest segment of
   * the copy.
   */
  private Path killed(SortedMap<String, String> model, int commits) throws IOException {
    // The copy has only the bytes that the process has passed to the operating system, and no clean
    // end of the log.
    Path copy = folder.resolve("killed");
    Shop shop = Shop.open(folder.resolve("live"), "silo", LogSettings.sync());
    Worker worker = shop.worker(0);
    for (int i = 0; i < commits; i++) {
      shop.change(worker, new Random(i), 0, KEYS, model);
    }
    Files.createDirectories(copy);
    try (Stream<Path> files = Files.list(folder.resolve("live"))) {
      for (Path file : files.toList()) {
        if (!file.getFileName().toString().equals("lock")) {
          Files.copy(file, copy.resolve(file.getFileName().toString()));
        }
      }
    }
    shop.close();
    try (Stream<Path> files = Files.list(copy)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("log-"))
          .max(Path::compareTo)
          .orElseThrow();
    }
  }

  private SortedMap<String, String> recovered(LogParts parts) {
    Shop shop = Shop.open(folder.resolve("killed"), "silo", LogSettings.sync(), parts);
    try {
      return shop.contents(shop.worker(0), KEYS);
    } finally {
      shop.close();
    }
  }

  @Test
  void aTornEndIsCutOff() throws IOException {
    SortedMap<String, String> model = new TreeMap<>();
    Path segment = killed(model, 20);
    long groups = Files.size(segment) / 4096;
    try (RandomAccessFile file = new RandomAccessFile(segment.toFile(), "rw")) {
      file.setLength((groups - 1) * 4096 + 50);
    }
    SortedMap<String, String> found = recovered(new LogParts());
    List<String> differing = new ArrayList<>();
    Stream.concat(model.keySet().stream(), found.keySet().stream())
        .distinct()
        .filter(key -> !String.valueOf(found.get(key)).equals(model.get(key)))
        .forEach(differing::add);
    assertTrue(differing.size() <= 4, () -> "only the last commit is lost: " + differing);
  }

  @Test
  void aDamagedMiddleIsRefused() throws IOException {
    Path segment = killed(new TreeMap<>(), 20);
    try (RandomAccessFile file = new RandomAccessFile(segment.toFile(), "rw")) {
      file.seek(5 * 4096 + 40);
      int before = file.read();
      file.seek(5 * 4096 + 40);
      file.write(before ^ 1);
    }
    YardmasterException thrown =
        assertThrows(YardmasterException.class, () -> recovered(new LogParts()));
    assertEquals(ErrorCode.DAMAGED, thrown.code());
    assertTrue(thrown.getMessage().contains(segment.getFileName().toString()), thrown::getMessage);
  }

  /** A planted bug: the replay skips deletions, so deleted rows come back; the test must notice. */
  @Test
  void aReplayWithoutDeletionsIsFound() throws IOException {
    SortedMap<String, String> model = new TreeMap<>();
    var unused = killed(model, 60);
    LogParts withoutDeletions =
        new LogParts() {
          @Override
          public Recovery.Sink recovering(Recovery.Sink tables) {
            return (write, version) -> {
              if (!write.isDeletion()) {
                tables.entry(write, version);
              }
            };
          }
        };
    assertNotEquals(model, recovered(withoutDeletions));
    assertEquals(model, recovered(new LogParts()));
  }
}
