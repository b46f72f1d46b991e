package dev.yardmaster.engine.durable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.protocol.Protocol;
import dev.yardmaster.engine.protocol.silo.Silo;
import dev.yardmaster.engine.transaction.Worker;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests starts at which several threads load rows. */
@Timeout(120)
class ParallelRecoveryTest {

  private static final int KEYS = 60;

  /** The number of commits; with so many, each of four threads loads several batches. */
  private static final int COMMITS = 3_000;

  @TempDir private Path folder;

  static List<String> protocols() {
    return Protocols.names();
  }

  private static LogParts threads(int loading) {
    return new LogParts() {
      @Override
      public int loadingThreads() {
        return loading;
      }
    };
  }

  private SortedMap<String, String> written(String protocol, long seed) {
    return written(protocol, LogSettings.async(10), 0, seed);
  }

  /**
   * Writes, replaces and deletes rows, and returns the rows that are left.
   *
   * @param checkpoints the minimum number of checkpoints that are written in the meantime
   */
  private SortedMap<String, String> written(
      String protocol, LogSettings settings, int checkpoints, long seed) {
    SortedMap<String, String> model = new TreeMap<>();
    Shop shop = Shop.open(folder, protocol, settings);
    Worker worker = shop.pipelinedWorker(0);
    Random random = new Random(seed);
    for (int i = 0;
        i < COMMITS || shop.database().log().checkpoints().written() < checkpoints;
        i++) {
      shop.change(worker, random, 0, KEYS, model);
    }
    shop.close();
    return model;
  }

  private SortedMap<String, String> recovered(String protocol, LogParts parts) {
    Shop shop = Shop.open(folder, protocol, LogSettings.async(10), parts);
    try {
      return shop.contents(shop.worker(0), KEYS);
    } finally {
      shop.close();
    }
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void theLastWriteOfEachKeyIsThere(String protocol) {
    assertEquals(written(protocol, 1), recovered(protocol, threads(3)));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 100})
  void everyNumberOfThreadsLoadsTheSameRows(int threads) {
    for (long seed = 1; seed <= 3; seed++) {
      SortedMap<String, String> model = written("ssn", seed);
      assertEquals(model, recovered("ssn", threads(threads)), "seed=" + seed);
      deleteFiles();
    }
  }

  @Test
  void aCheckpointAndTheLogAboveItAreLoadedInTheirOrder() {
    SortedMap<String, String> model =
        written("silo", LogSettings.async(1).withLengths(1 << 16, 1 << 16), 1, 5);
    assertTrue(names().stream().anyMatch(name -> name.startsWith("checkpoint-")));
    assertEquals(model, recovered("silo", threads(4)));
  }

  @Test
  void aFailureOfALoadingThreadEndsTheStart() {
    var unused = written("silo", 7);
    IllegalStateException broken = new IllegalStateException("broken on purpose");
    IllegalStateException thrown =
        assertThrows(
            IllegalStateException.class,
            () -> {
              Database database =
                  Database.open(
                      folder,
                      workers -> failing(broken),
                      3,
                      LogSettings.sync(),
                      threads(2),
                      Shop::createTables);
              database.close();
            });
    assertSame(broken, thrown.getCause());
    assertEquals(0, loadingThreads(), "no thread is left");
    // The failed start has unlocked the directory and has not changed it.
    assertTrue(recovered("silo", threads(2)).size() > 1);
  }

  /**
   * Returns a protocol that throws an exception for each row after the first 1,000 that are loaded.
   */
  private static Protocol failing(RuntimeException failure) {
    Protocol silo = new Silo();
    AtomicInteger loaded = new AtomicInteger();
    return (Protocol)
        Proxy.newProxyInstance(
            Protocol.class.getClassLoader(),
            new Class<?>[] {Protocol.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("load") && loaded.incrementAndGet() > 1_000) {
                throw failure;
              }
              return method.invoke(silo, arguments);
            });
  }

  @Test
  void damageEndsTheThreads() throws IOException {
    var unused = written("silo", 8);
    try (RandomAccessFile file = new RandomAccessFile(folder.resolve(segment()).toFile(), "rw")) {
      file.seek(file.length() / 2);
      int before = file.read();
      while (before == 0) { // Changing the zeros between groups is no damage.
        before = file.read();
      }
      file.seek(file.getFilePointer() - 1);
      file.write(before ^ 1);
    }
    YardmasterException thrown =
        assertThrows(YardmasterException.class, () -> recovered("silo", threads(3)));
    assertEquals(ErrorCode.DAMAGED, thrown.code());
    assertEquals(0, loadingThreads(), "no thread is left");
  }

  private static long loadingThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith(RowLoading.THREAD))
        .count();
  }

  private String segment() {
    return names().stream().filter(name -> name.startsWith("log-")).sorted().toList().get(0);
  }

  private List<String> names() {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private void deleteFiles() {
    for (String name : names()) {
      try {
        Files.delete(folder.resolve(name));
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
  }
}
