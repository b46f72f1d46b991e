package dev.yardmaster.storage;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.storage.table.DiskTable;
import dev.yardmaster.storage.table.MapTable;
import dev.yardmaster.storage.worker.EntriesRequest;
import dev.yardmaster.storage.worker.FlushRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Runs the contract tests on a store that is flushed at each release. After the flush, the store
 * removes as many entries as possible from memory.
 */
class DiskStoreTest extends VersionedStoreContract {

  private MapTable table = new MapTable();

  @Override
  VersionedStore newStore() {
    table = new MapTable();
    return over(table, 0);
  }

  @Override
  void release(VersionedStore store, long horizon) {
    super.release(store, horizon);
    flush((DiskStore) store);
    super.release(store, horizon);
  }

  private static DiskStore over(DiskTable table, long memoryBytes) {
    return new DiskStore(table, DiskStoreTest::fingerprint, null, memoryBytes);
  }

  private static long fingerprint(Key key) {
    return key.number() & 7;
  }

  private static Key key(long number) {
    return Key.of("t", number);
  }

  private static byte[] value(long number) {
    return new byte[] {(byte) number};
  }

  private static FlushRequest collect(DiskStore store, DiskTable into) {
    FlushRequest request = put(store, into);
    try {
      into.commit(DiskTable.State.EMPTY);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return request;
  }

  /** Writes the changes of a flush to a table, but does not commit the table. */
  private static FlushRequest put(DiskStore store, DiskTable into) {
    FlushRequest request = new FlushRequest(new ArrayDeque<>());
    request.begin(0);
    try {
      do {
        request.serve(store);
        for (int i = 0; i < request.entries(); i++) {
          into.put(request.key(i), request.value(i), request.version(i));
        }
      } while (!request.isComplete());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return request;
  }

  private static void end(FlushRequest flush, DiskStore store, boolean succeeded) {
    flush.end(succeeded);
    flush.serve(store);
  }

  private void flush(DiskStore store) {
    end(collect(store, table), store, true);
  }

  private static void write(DiskStore store, long number, long version) {
    assertTrue(store.write(key(number), number & 7, value(version), version));
  }

  private static boolean isInMemory(DiskStore store, long number) {
    return store.isInMemory(key(number), number & 7);
  }

  @Test
  void aKeyLeavesMemoryWhenItIsOnDiskAndTheHorizonHasPassedIt() {
    DiskStore store = over(table, 0);
    write(store, 1, 5);
    store.release(9);
    assertTrue(isInMemory(store, 1), "changed");
    FlushRequest flush = collect(store, table);
    store.release(9);
    assertTrue(isInMemory(store, 1), "in a flush that has not ended");
    end(flush, store, true);
    write(store, 2, 10);
    flush(store);
    store.release(9);
    assertFalse(isInMemory(store, 1));
    assertTrue(isInMemory(store, 2), "above the horizon");
    assertEquals(5, store.get(key(1), 1).version());
    assertTrue(isInMemory(store, 1), "read again");
  }

  /** The previous flush has put the entry into the eviction queue. */
  @Test
  void anEntryThatIsFlushedAgainStaysUntilTheEnd() {
    DiskStore store = over(table, 0);
    write(store, 1, 5);
    flush(store);
    write(store, 1, 6);
    FlushRequest flush = collect(store, new MapTable());
    store.release(9);
    assertTrue(isInMemory(store, 1));
    end(flush, store, false);
    assertEquals(6, store.get(key(1), 1).version());
  }

  @Test
  void aValueThatASnapshotNeedsKeepsItsKeyInMemory() {
    DiskStore store = over(table, 0);
    store.release(1);
    write(store, 1, 1);
    flush(store);
    store.release(1);
    assertFalse(isInMemory(store, 1));
    write(store, 1, 3);
    assertArrayEquals(
        value(1), store.getAsOf(key(1), 1, 2).value(), "read from disk when replaced");
    flush(store);
    store.release(2);
    assertTrue(isInMemory(store, 1));
    assertArrayEquals(value(1), store.getAsOf(key(1), 1, 2).value());
  }

  @Test
  void anEntryThatIsUsedStaysLongerThanOthers() {
    DiskStore store = over(table, 0);
    write(store, 1, 1);
    long ofOne = store.bytes();
    DiskStore roomy = over(table, 3 * ofOne);
    for (int i = 1; i <= 3; i++) {
      write(roomy, i, i);
    }
    flush(roomy);
    for (int i = 4; i <= 50; i++) {
      write(roomy, i, i);
      flush(roomy);
      ReadSet reads = new ReadSet();
      assertTrue(roomy.readNow(reads, reads.add(key(1), 1), i), "i=" + i);
      roomy.release(i);
      assertTrue(roomy.bytes() <= 3 * ofOne, "i=" + i);
    }
    assertTrue(isInMemory(roomy, 1));
    assertFalse(isInMemory(roomy, 2));
  }

  @Test
  void aFlushHasEachChangedKeyOnceWithItsNewestVersion() {
    DiskStore store = over(table, 0);
    for (int version = 1; version <= 2_000; version++) {
      write(store, version % 1_000, version);
    }
    FlushRequest request = new FlushRequest(new ArrayDeque<>());
    request.begin(0);
    request.serve(store);
    assertFalse(request.isComplete());
    assertEquals(EntriesRequest.MAX_ENTRIES, request.entries());
    write(store, 1, 2_001); // The next flush writes this entry again.
    write(store, 999, 2_002);
    long newest = 0;
    int entries = request.entries();
    while (!request.isComplete()) {
      request.serve(store);
      entries += request.entries();
      for (int i = 0; i < request.entries(); i++) {
        newest = request.key(i).equals(key(999)) ? request.version(i) : newest;
      }
    }
    assertEquals(1_000, entries);
    assertEquals(2_002, newest);
    end(request, store, true);
    FlushRequest next = collect(store, table);
    assertEquals(1, next.entries());
    assertEquals(key(1), next.key(0));
  }

  @Test
  void theNextFlushRepeatsOneThatFailed() {
    DiskStore store = over(table, 0);
    write(store, 1, 1);
    write(store, 2, 2);
    FlushRequest failed = collect(store, new MapTable());
    write(store, 2, 3);
    end(failed, store, false);
    store.release(9);
    assertTrue(isInMemory(store, 1));
    FlushRequest repeated = collect(store, table);
    assertEquals(2, repeated.entries());
    end(repeated, store, true);
    store.release(9);
    assertFalse(isInMemory(store, 1));
    assertArrayEquals(value(3), store.get(key(2), 2).value());
  }

  /**
   * A reader finds version 1 on disk. Before its answer arrives, version 2 is written, flushed and
   * dropped from memory.
   */
  @Test
  void anAnswerIsNotOlderThanWhatLeavesMemory() {
    DiskStore store = over(table, 0);
    write(store, 1, 1);
    flush(store);
    store.release(1);
    assertFalse(isInMemory(store, 1));
    long sent = store.sent();
    DiskTable.Found found = table.get(key(1));
    write(store, 1, 2);
    flush(store);
    store.release(2);
    assertTrue(isInMemory(store, 1), "an answer is missing");
    store.received(sent);
    store.found(key(1), 1, found);
    assertEquals(2, store.get(key(1), 1).version());
    store.release(2);
    assertFalse(isInMemory(store, 1));
  }

  /**
   * The worker has linked the entry, but has not yet set the version that the worker has read from
   * disk.
   */
  @Test
  void anEntryThatIsBeingAddedIsNotAbsent() {
    StoredEntry entry = new StoredEntry(key(1), "t", 1);
    ReadSet reads = new ReadSet();
    int position = reads.add(key(1), 1);
    assertFalse(entry.readPresent(reads, position, 9));
    entry.set(value(3), 3);
    assertTrue(entry.readPresent(reads, position, 9));
    assertEquals(3, reads.version(position));
  }

  @Test
  void outcomesAreInMemory() {
    DiskStore store = over(table, 0);
    Key old = new TransactionId(5, 0, 0).outcomeKey();
    Key young = new TransactionId(9, 0, 0).outcomeKey();
    assertTrue(store.write(old, 0, value(1), 1));
    assertTrue(store.write(young, 0, value(2), 2));
    flush(store);
    store.release(9);
    assertEquals(2, store.reservedSize());
    assertTrue(store.isInMemory(young, 0));
    assertEquals(1, store.forget(old, young, 10));
    assertNull(store.get(old, 0), "the disk still has it");
    List<Key> keys = new ArrayList<>();
    store.scan(old, null, entry -> keys.add(entry.key()));
    store.scan(null, null, entry -> keys.add(entry.key()));
    assertEquals(List.of(young, young), keys);

    DiskStore next = over(table, 0);
    assertEquals(2, next.reservedSize());
    assertEquals(2, next.get(young, 0).version());
  }

  @Test
  void whenItsWorkerHasStoppedTheNextFlushHasTheEntriesOfTheUnfinishedOne() {
    DiskStore store = over(table, 0);
    write(store, 1, 1);
    FlushRequest unfinished = put(store, new MapTable());
    assertEquals(1, unfinished.entries());
    assertEquals(0, store.sent());

    store.workerStopped();

    flush(store);
    assertEquals(1, table.get(key(1)).version());
    store.release(1);
    assertFalse(isInMemory(store, 1), "the reader never answers the request, and is not awaited");
  }

  @Test
  void shardsShareATable() {
    List<DiskStore> shards = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      int shard = i;
      shards.add(
          new DiskStore(table, DiskStoreTest::fingerprint, key -> key.number() % 2 == shard, 0));
    }
    for (int i = 0; i < 100; i++) {
      write(shards.get(i % 2), i, i + 1);
    }
    for (DiskStore shard : shards) {
      flush(shard);
      shard.release(200);
      assertEquals(0, shard.bytes());
    }
    List<Long> odd = new ArrayList<>();
    shards.get(1).scan(key(10), key(20), entry -> odd.add(entry.key().number()));
    assertEquals(List.of(11L, 13L, 15L, 17L, 19L), odd);
  }

  /**
   * Writes, flushes, reads and scans in random order. Sometimes the process ends: the table keeps
   * the last commit and any part of the later writes, and the log is replayed.
   */
  @Test
  void agreesWithAMapWhereverTheEntriesAre() {
    for (long seed = 1; seed <= 300; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      MapTable disk = new MapTable();
      DiskStore store = over(disk, random.nextInt(2_000));
      NavigableMap<Key, Long> model = new TreeMap<>();
      List<Key> log = new ArrayList<>();
      List<Boolean> deletes = new ArrayList<>();
      int flushed = 0;
      for (int step = 0; step < 300; step++) {
        String replay = "seed=" + seed + " step=" + step;
        Key key = key(random.nextInt(60));
        switch (random.nextInt(8)) {
          case 0, 1, 2 -> {
            boolean delete = random.nextInt(4) == 0;
            log.add(key);
            deletes.add(delete);
            long version = log.size();
            assertTrue(store.write(key, fingerprint(key), delete ? null : value(version), version));
            if (delete) {
              model.remove(key);
            } else {
              model.put(key, version);
            }
          }
          case 3 -> {
            boolean succeeds = random.nextInt(3) > 0;
            end(succeeds ? collect(store, disk) : put(store, disk), store, succeeds);
            flushed = succeeds ? log.size() : flushed;
          }
          case 4 -> store.release(log.size());
          case 5, 6 -> {
            VersionedStore.Entry entry = store.get(key, fingerprint(key));
            byte[] expected = model.containsKey(key) ? value(model.get(key)) : null;
            assertArrayEquals(expected, entry == null ? null : entry.value(), replay);
            assertScansAgree(store, model, random, replay);
          }
          default -> {
            if (random.nextInt(10) == 0) {
              disk = disk.crash(random);
              store = over(disk, random.nextInt(2_000));
              for (int version = flushed + 1; version <= log.size(); version++) {
                Key again = log.get(version - 1);
                boolean unused =
                    store.write(
                        again,
                        fingerprint(again),
                        deletes.get(version - 1) ? null : value(version),
                        version);
              }
            }
          }
        }
      }
    }
  }

  private static void assertScansAgree(
      DiskStore store, NavigableMap<Key, Long> model, SplittableRandom random, String replay) {
    Key from = random.nextInt(4) == 0 ? null : key(random.nextInt(60));
    Key to = random.nextInt(4) == 0 ? null : key(random.nextInt(60));
    boolean backward = random.nextBoolean();
    int most = 1 + random.nextInt(70);
    NavigableMap<Key, Long> part = model;
    if (from != null && to != null && from.compareTo(to) > 0) {
      part = new TreeMap<>();
    } else {
      part = from == null ? part : part.tailMap(from, true);
      part = to == null ? part : part.headMap(to, false);
    }
    List<Map.Entry<Key, Long>> expected = new ArrayList<>(part.entrySet());
    if (backward) {
      Collections.reverse(expected);
    }
    List<Map.Entry<Key, Long>> found = new ArrayList<>();
    store.entries(
        from,
        to,
        backward,
        entry -> {
          if (entry.value() != null) {
            found.add(Map.entry(entry.key(), entry.version()));
          }
          return found.size() < most;
        });
    assertEquals(expected.subList(0, Math.min(most, expected.size())), found, replay);
  }

  @Test
  void aLongScanIsMergedInRuns() {
    DiskStore store = over(table, 0);
    for (int i = 0; i < 5_000; i++) {
      write(store, i, i + 1);
      if (i % 1_000 == 999) {
        flush(store);
        store.release(i + 1);
      }
      if (i % 3 == 0) {
        assertNotNull(store.get(key(i / 2), i / 2 & 7));
      }
    }
    for (boolean backward : new boolean[] {false, true}) {
      List<Long> numbers = new ArrayList<>();
      store.entries(null, null, backward, entry -> numbers.add(entry.key().number()));
      assertEquals(5_000, numbers.size());
      for (int i = 0; i < 5_000; i++) {
        assertEquals(backward ? 4_999 - i : i, numbers.get(i));
      }
    }
  }
}
