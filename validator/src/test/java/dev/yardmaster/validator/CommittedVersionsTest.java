package dev.yardmaster.validator;

import static dev.yardmaster.validator.Keys.key;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class CommittedVersionsTest {

  @Test
  void anEmptyEntryIsNoEntryOfTheFingerprintZero() {
    CommittedVersions empty = new CommittedVersions(4);
    empty.startAfter(1_000);
    assertEquals(-1_000, empty.newest(0));
    assertTrue(empty.find(0) < 0);
  }

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

  private static void write(CommittedVersions table, long fingerprint, String key, long version) {
    table.remember(table.committed(fingerprint, version), key(key), new byte[] {(byte) version});
  }

  private static void assertRemembers(
      CommittedVersions table, long fingerprint, String key, long version) {
    int entry = table.find(fingerprint);
    assertTrue(table.remembers(entry, key(key)), key);
    assertEquals((byte) version, table.value(entry)[0], key);
    assertEquals(version, table.version(entry), key);
  }

  @Test
  void remembersTheNewestValueBesideItsVersion() {
    CommittedVersions table = new CommittedVersions(1024);
    assertTrue(table.find(1) < 0);
    write(table, 1, "a", 1);
    write(table, 2, "b", 2);
    write(table, 1, "a", 3);
    assertRemembers(table, 1, "a", 3);
    assertRemembers(table, 2, "b", 2);
    assertTrue(table.find(3) < 0);
  }

  @Test
  void remembersADeletionAsNull() {
    CommittedVersions table = new CommittedVersions(1024);
    write(table, 1, "a", 1);
    table.remember(table.committed(1, 2), key("a"), null);
    int entry = table.find(1);
    assertTrue(table.remembers(entry, key("a")));
    assertNull(table.value(entry));
  }

  @Test
  void aWriteWithoutAValueForgetsTheOneBefore() {
    CommittedVersions table = new CommittedVersions(1024);
    table.committed(2, 1);
    assertFalse(
        table.remembers(table.find(2), key("b")),
        "the table must not have a value before the first value is stored");
    write(table, 1, "a", 2);
    table.committed(1, 3);
    assertFalse(table.remembers(table.find(1), key("a")));
    assertEquals(3, table.version(table.find(1)));
  }

  @Test
  void ofTwoKeysWithOneFingerprintItRemembersTheOneWrittenLast() {
    CommittedVersions table = new CommittedVersions(1024);
    write(table, 1, "a", 1);
    write(table, 1, "b", 2);
    assertRemembers(table, 1, "b", 2);
    assertFalse(table.remembers(table.find(1), key("a")));
  }

  @Test
  void anEntryThatChangesHandsTakesNoValueAlong() {
    CommittedVersions table = new CommittedVersions(4);
    for (int i = 1; i <= 4; i++) {
      write(table, i, "key" + i, i);
    }
    table.committed(5, 5);
    assertTrue(table.find(1) < 0, "the oldest entry must have been replaced");
    assertFalse(table.remembers(table.find(5), key("key1")));
    write(table, 6, "key6", 6);
    assertTrue(table.find(2) < 0);
    assertRemembers(table, 6, "key6", 6);
    assertRemembers(table, 3, "key3", 3);
    assertRemembers(table, 4, "key4", 4);
  }

  /** If the table has a value for a key, it must be the value of the key's last write. */
  @Test
  void agreesWithAMapOrRemembersNothing() {
    for (long seed = 1; seed <= 100; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      CommittedVersions table = new CommittedVersions(16);
      Map<Integer, Long> all = new HashMap<>();
      int known = 0;
      for (long version = 1; version <= 1000; version++) {
        // The keys 0 and 48 have the same fingerprint, the keys 1 and 49 have the same fingerprint,
        // and so on.
        int key = random.nextInt(64);
        int entry = table.committed(key % 48, version);
        if (random.nextInt(4) > 0) {
          table.remember(entry, key(key), SumTransaction.bytes(version));
        }
        all.put(key, version);
        int probe = random.nextInt(64);
        int found = table.find(probe % 48);
        if (found >= 0 && table.remembers(found, key(probe))) {
          String replay = "seed=" + seed + " version=" + version + " key=" + probe;
          assertEquals(all.get(probe), SumTransaction.number(table.value(found)), replay);
          assertEquals(all.get(probe), table.version(found), replay);
          known++;
        }
      }
      assertTrue(known > 0, "the table must have some values: seed=" + seed);
    }
  }

  /**
   * Checks the contract of the table: a result above 0 must be the newest version. Otherwise, its
   * negative must be a floor, and the key must have no write above the floor.
   */
  @Test
  void agreesWithAMapOrAnswersWithATrueFloor() {
    for (long seed = 1; seed <= 100; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
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
      assertTrue(forgotten > 0, "the table must be small enough to discard versions: seed=" + seed);
    }
  }

  /**
   * A concurrent reader may miss a version, but must never see a version that the key did not have.
   */
  @Test
  void concurrentReadersNeverPairAKeyWithAnothersVersion() throws InterruptedException {
    CommittedVersions table = new CommittedVersions(4);
    AtomicBoolean done = new AtomicBoolean();
    AtomicReference<String> wrong = new AtomicReference<>();
    Thread reader =
        new Thread(
            () -> {
              SplittableRandom random = new SplittableRandom(7);
              while (!done.get()) {
                long key = random.nextInt(16);
                long version = table.newestConcurrently(key);
                if (version != 0 && version % 16 != key) {
                  wrong.set("key=" + key + " version=" + version);
                }
              }
            });
    reader.start();
    SplittableRandom random = new SplittableRandom(8);
    for (long round = 1; round <= 2_000_000; round++) {
      long key = random.nextInt(16);
      table.committed(key, 16 * round + key);
    }
    done.set(true);
    reader.join();
    assertEquals(null, wrong.get());
  }
}
