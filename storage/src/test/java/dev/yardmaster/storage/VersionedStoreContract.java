package dev.yardmaster.storage;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.TransactionId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The contract tests that every {@link VersionedStore} must pass. */
abstract class VersionedStoreContract {

  /** Returns an empty store. */
  abstract VersionedStore newStore();

  /** Raises the horizon, and then executes all work that the store may postpone. */
  void release(VersionedStore store, long horizon) {
    store.release(horizon);
  }

  /** Returns the number of entries, including tombstones. */
  private static int count(VersionedStore store) {
    List<Key> keys = new ArrayList<>();
    store.entries(null, null, false, entry -> keys.add(entry.key()));
    return keys.size();
  }

  private static Key key(long id) {
    return Key.of("t", id);
  }

  /** Maps all keys to 8 fingerprints, so that many different keys have the same fingerprint. */
  private static long fingerprint(Key key) {
    return key.number() & 7;
  }

  private static byte[] value(long number) {
    return new byte[] {(byte) number};
  }

  private static List<Key> scan(VersionedStore store, Key from, Key to) {
    List<Key> keys = new ArrayList<>();
    store.scan(
        from,
        to,
        entry -> {
          keys.add(entry.key());
          return true;
        });
    return keys;
  }

  @Test
  void absentKeyHasNoEntry() {
    assertNull(newStore().get(key(1), 1));
  }

  @Test
  void readsBackWhatWasWritten() {
    VersionedStore store = newStore();
    assertTrue(store.write(key(1), 1, value(10), 5));
    VersionedStore.Entry entry = store.get(key(1), 1);
    assertEquals(key(1), entry.key());
    assertArrayEquals(value(10), entry.value());
    assertEquals(5, entry.version());
  }

  @Test
  void highestVersionWinsInAnyOrderOfArrival() {
    VersionedStore store = newStore();
    assertTrue(store.write(key(1), 1, value(2), 2));
    assertTrue(store.write(key(1), 1, value(3), 3));
    assertFalse(store.write(key(1), 1, value(1), 1));
    assertFalse(store.write(key(1), 1, value(9), 3));
    assertArrayEquals(value(3), store.get(key(1), 1).value());
    assertEquals(3, store.get(key(1), 1).version());
  }

  @Test
  void keysWithTheSameFingerprintAreToldApart() {
    VersionedStore store = newStore();
    store.write(key(1), 77, value(1), 1);
    store.write(key(2), 77, value(2), 2);
    store.write(key(3), 77, null, 3);
    assertArrayEquals(value(1), store.get(key(1), 77).value());
    assertArrayEquals(value(2), store.get(key(2), 77).value());
    assertNull(store.get(key(4), 77));
    release(store, 3);
    assertNull(store.get(key(3), 77));
    assertArrayEquals(value(1), store.get(key(1), 77).value());
    assertArrayEquals(value(2), store.get(key(2), 77).value());
  }

  @Test
  void tombstoneKeepsItsVersionUntilTheWatermarkCoversIt() {
    VersionedStore store = newStore();
    store.write(key(1), 1, value(1), 1);
    store.write(key(1), 1, null, 5);
    release(store, 4);
    assertNotNull(store.get(key(1), 1));
    assertNull(store.get(key(1), 1).value());
    assertFalse(store.write(key(1), 1, value(4), 4), "an older write must not revive the key");
    release(store, 5);
    assertNull(store.get(key(1), 1));
    assertEquals(0, count(store));
  }

  @Test
  void tombstoneThatWasWrittenAgainIsNotPurged() {
    VersionedStore store = newStore();
    store.write(key(1), 1, null, 1);
    store.write(key(1), 1, value(2), 2);
    release(store, 10);
    assertArrayEquals(value(2), store.get(key(1), 1).value());
  }

  @Test
  void anyThreadReadsWhatTheOwnerReads() {
    VersionedStore store = newStore();
    SplittableRandom random = new SplittableRandom(4);
    ReadSet reads = new ReadSet();
    for (int version = 1; version <= 20_000; version++) {
      Key key = key(random.nextInt(2_000));
      byte[] value = random.nextInt(4) == 0 ? null : value(version);
      store.write(key, fingerprint(key), value, version);
      if (version % 100 == 0) {
        release(store, version - 50);
      }
      Key read = key(random.nextInt(2_000));
      reads.clear();
      int position = reads.add(read, fingerprint(read));
      VersionedStore.Entry entry = store.get(read, fingerprint(read));
      if (store.readNow(reads, position, version)) {
        assertSame(entry == null ? null : entry.value(), reads.value(position));
        assertEquals(entry == null ? 0 : entry.version(), reads.version(position));
        assertEquals(version, reads.freshThrough(position));
      }
    }
  }

  @Test
  void scanVisitsLiveKeysInOrder() {
    VersionedStore store = newStore();
    for (long id : new long[] {5, -3, 9, 1, 7}) {
      store.write(key(id), fingerprint(key(id)), value(id), 1);
    }
    store.write(key(7), fingerprint(key(7)), null, 2);
    store.write(Key.of("u", "text"), 3, value(0), 3);
    assertEquals(
        List.of(key(-3), key(1), key(5), key(9), Key.of("u", "text")), scan(store, null, null));
    assertEquals(List.of(key(1), key(5)), scan(store, key(1), key(9)));
    assertEquals(List.of(key(9), Key.of("u", "text")), scan(store, key(6), null));
    assertEquals(List.of(key(-3)), scan(store, null, key(1)));
    assertEquals(List.of(), scan(store, key(9), key(1)));
  }

  @Test
  void scanStopsWhenTheVisitorSaysSo() {
    VersionedStore store = newStore();
    for (long id = 0; id < 10; id++) {
      store.write(key(id), id, value(id), 1);
    }
    List<Key> visited = new ArrayList<>();
    store.scan(
        null,
        null,
        entry -> {
          visited.add(entry.key());
          return visited.size() < 3;
        });
    assertEquals(List.of(key(0), key(1), key(2)), visited);
  }

  @Test
  void agreesWithAMapUnderRandomWritesInRandomOrder() {
    for (long seed = 1; seed <= 200; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      VersionedStore store = newStore();
      Map<Key, Long> newest = new TreeMap<>();
      Map<Key, Boolean> live = new TreeMap<>();
      for (int step = 0; step < 300; step++) {
        Key key = key(random.nextInt(20));
        long version = 1L + random.nextInt(500);
        boolean delete = random.nextInt(4) == 0;
        boolean applied =
            store.write(key, fingerprint(key), delete ? null : value(version), version);
        String replay = "seed=" + seed + " step=" + step;
        assertEquals(version > newest.getOrDefault(key, 0L), applied, replay);
        if (applied) {
          newest.put(key, version);
          live.put(key, !delete);
        }
        assertEquals(newest.get(key), store.get(key, fingerprint(key)).version(), replay);
      }
      assertEquals(
          live.keySet().stream().filter(live::get).toList(),
          scan(store, null, null),
          "seed=" + seed);
      release(store, 500);
      assertEquals(
          live.values().stream().filter(alive -> alive).count(), count(store), "seed=" + seed);
    }
  }

  @Test
  void forgetRemovesTheLowestKeysOfARangeWithoutATrace() {
    VersionedStore store = newStore();
    for (long id = 0; id < 20; id++) {
      store.write(key(id), fingerprint(key(id)), value(id), 7);
    }
    assertEquals(3, store.forget(key(5), key(10), 3));
    assertEquals(2, store.forget(key(5), key(10), 3));
    assertEquals(0, store.forget(key(5), key(10), 3));
    assertEquals(0, store.forget(key(10), key(10), 3));
    assertEquals(15, count(store));
    for (long id = 0; id < 20; id++) {
      assertEquals(
          id >= 5 && id < 10, store.get(key(id), fingerprint(key(id))) == null, "id=" + id);
    }
    assertTrue(store.write(key(5), fingerprint(key(5)), value(5), 1));
  }

  @Test
  void aTombstoneMayBeForgottenBeforeItIsPurged() {
    VersionedStore store = newStore();
    store.write(key(1), 1, null, 5);
    store.write(key(2), 1, value(2), 6);
    assertEquals(1, store.forget(key(0), key(2), 10));
    store.write(key(1), 1, value(3), 5);
    release(store, 100);
    assertEquals(List.of(key(1), key(2)), scan(store, null, null));
  }

  @Test
  void keysOfTheServicesOwnAreCounted() {
    VersionedStore store = newStore();
    Key low = new TransactionId(1, 0, 0).outcomeKey();
    Key high = new TransactionId(2, 0, 0).outcomeKey();
    store.write(key(1), 1, value(1), 1);
    store.write(low, 1, value(1), 1);
    store.write(high, 1, value(1), 1);
    store.write(high, 1, value(2), 2);
    assertEquals(2, store.reservedSize());
    store.forget(low, high, 10);
    assertEquals(1, store.reservedSize());
    store.write(high, 1, null, 3);
    release(store, 3);
    assertEquals(0, store.reservedSize());
    assertEquals(1, count(store));
  }

  @Test
  void anOverwrittenValueIsKeptUntilTheHorizonCoversItsSuccessor() {
    VersionedStore store = newStore();
    release(store, 1);
    store.write(key(1), 1, value(1), 1);
    store.write(key(1), 1, value(3), 3);
    store.write(key(1), 1, null, 5);
    assertArrayEquals(value(1), store.getAsOf(key(1), 1, 2).value());
    assertArrayEquals(value(3), store.getAsOf(key(1), 1, 4).value());
    assertNull(store.getAsOf(key(1), 1, 5).value());
    assertNull(store.getAsOf(key(1), 1, 0));
    release(store, 4);
    assertArrayEquals(value(3), store.getAsOf(key(1), 1, 4).value());
    release(store, 5);
    assertNull(store.get(key(1), 1));
    assertEquals(0, store.keptBytes());
  }

  @Test
  void aValueThatArrivesAfterItsSuccessorIsKept() {
    VersionedStore store = newStore();
    release(store, 1);
    store.write(key(1), 1, value(1), 1);
    store.write(key(1), 1, value(9), 9);
    assertFalse(store.write(key(1), 1, value(5), 5));
    assertFalse(store.write(key(1), 1, value(5), 5));
    assertArrayEquals(value(1), store.getAsOf(key(1), 1, 4).value());
    assertArrayEquals(value(5), store.getAsOf(key(1), 1, 8).value());
    assertArrayEquals(value(9), store.get(key(1), 1).value());
  }

  /**
   * Issues versions in order and applies their writes out of order. Opens snapshots at the
   * watermark, and compares each snapshot with all writes up to its version.
   */
  @Test
  void everySnapshotSeesExactlyTheWritesUpToItsVersion() {
    for (long seed = 1; seed <= 300; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      VersionedStore store = newStore();
      release(store, 0);
      List<Map<Key, byte[]>> states = new ArrayList<>(List.of(new TreeMap<>()));
      List<Long> underway = new ArrayList<>();
      Map<Long, Key> keys = new TreeMap<>();
      Map<Long, byte[]> values = new TreeMap<>();
      List<Long> open = new ArrayList<>();
      for (int step = 0; step < 200; step++) {
        if (underway.size() < 6) {
          long version = states.size();
          Map<Key, byte[]> state = new TreeMap<>(states.get(states.size() - 1));
          Key written = key(random.nextInt(8));
          byte[] value = random.nextInt(3) == 0 ? null : value(random.nextInt());
          state.remove(written);
          if (value != null) {
            state.put(written, value);
          }
          states.add(state);
          keys.put(version, written);
          values.put(version, value);
          underway.add(version);
        }
        if (random.nextInt(3) > 0) {
          long version = underway.remove(random.nextInt(underway.size()));
          Key written = keys.get(version);
          var unused = store.write(written, fingerprint(written), values.get(version), version);
        }
        long watermark =
            underway.stream().mapToLong(version -> version - 1).min().orElse(states.size() - 1);
        if (random.nextInt(8) == 0) {
          open.add(watermark);
        }
        if (!open.isEmpty() && random.nextInt(10) == 0) {
          open.remove(random.nextInt(open.size()));
        }
        if (random.nextInt(3) == 0) {
          release(store, open.stream().mapToLong(v -> v).reduce(watermark, Math::min));
        }
        for (long version : open) {
          assertIsAsOf(store, version, states.get((int) version), "seed=" + seed + " step=" + step);
        }
      }
      for (long version : underway) {
        Key written = keys.get(version);
        var unused = store.write(written, fingerprint(written), values.get(version), version);
      }
      release(store, states.size() - 1);
      assertEquals(0, store.keptBytes(), "seed=" + seed);
      assertEquals(states.get(states.size() - 1).size(), count(store), "seed=" + seed);
    }
  }

  private static void assertIsAsOf(
      VersionedStore store, long version, Map<Key, byte[]> state, String step) {
    for (int id = 0; id < 8; id++) {
      VersionedStore.Entry entry = store.getAsOf(key(id), fingerprint(key(id)), version);
      assertArrayEquals(state.get(key(id)), entry == null ? null : entry.value(), step);
    }
    for (boolean backward : new boolean[] {false, true}) {
      List<Key> found = new ArrayList<>();
      store.entriesAsOf(
          null,
          null,
          backward,
          version,
          entry -> {
            if (entry.value() != null) {
              found.add(entry.key());
              assertArrayEquals(state.get(entry.key()), entry.value(), step);
              assertTrue(entry.version() <= version, step);
            }
            return true;
          });
      List<Key> expected = new ArrayList<>(state.keySet());
      if (backward) {
        Collections.reverse(expected);
      }
      assertEquals(expected, found, step);
    }
  }
}
