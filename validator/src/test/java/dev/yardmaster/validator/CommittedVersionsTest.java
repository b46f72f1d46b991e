package dev.yardmaster.validator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class CommittedVersionsTest {

  @Test
  void emptyTableKnowsEverythingAboveZero() {
    assertEquals(0, new CommittedVersions(1024).newest(5));
  }

  @Test
  void remembersTheNewestVersion() {
    CommittedVersions table = new CommittedVersions(1024);
    table.committed(0, 1);
    table.committed(-1, 2);
    table.committed(0, 3);
    assertEquals(3, table.newest(0));
    assertEquals(2, table.newest(-1));
    assertEquals(3, table.newestConcurrently(0));
    assertEquals(0, table.newestConcurrently(7));
  }

  /**
   * The promise: an answer above 0 is the newest version; otherwise its negative is a floor above
   * which the key was never written.
   */
  @Test
  void agreesWithAMapOrAnswersWithATrueFloor() {
    for (long seed = 1; seed <= 100; seed++) {
      Random random = new Random(seed);
      CommittedVersions table = new CommittedVersions(16);
      Map<Long, Long> all = new HashMap<>();
      int forgotten = 0;
      for (long version = 1; version <= 2000; version++) {
        long key = random.nextInt(64);
        table.committed(key, version);
        all.put(key, version);
        long probe = random.nextInt(64);
        long answer = table.newest(probe);
        long truth = all.getOrDefault(probe, 0L);
        String replay = "seed=" + seed + " version=" + version + " key=" + probe;
        if (answer > 0) {
          assertEquals(truth, answer, replay);
        } else {
          assertTrue(truth <= -answer, replay);
          forgotten += truth > 0 ? 1 : 0;
        }
        assertEquals(version, table.newest(key), replay);
      }
      assertTrue(forgotten > 0, "the table was too large to forget: seed=" + seed);
    }
  }

  /** A concurrent reader may miss a version, but never sees one that the key did not have. */
  @Test
  void concurrentReadersNeverPairAKeyWithAnothersVersion() throws InterruptedException {
    CommittedVersions table = new CommittedVersions(4);
    AtomicBoolean done = new AtomicBoolean();
    AtomicReference<String> wrong = new AtomicReference<>();
    Thread reader =
        new Thread(
            () -> {
              Random random = new Random(7);
              while (!done.get()) {
                long key = random.nextInt(16);
                long version = table.newestConcurrently(key);
                if (version != 0 && version % 16 != key) {
                  wrong.set("key=" + key + " version=" + version);
                }
              }
            });
    reader.start();
    Random random = new Random(8);
    for (long round = 1; round <= 2_000_000; round++) {
      long key = random.nextInt(16);
      table.committed(key, 16 * round + key);
    }
    done.set(true);
    reader.join();
    assertEquals(null, wrong.get());
  }
}
