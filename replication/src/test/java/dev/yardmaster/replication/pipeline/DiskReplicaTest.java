package dev.yardmaster.replication.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.processor.PipelineParts;
import dev.yardmaster.processor.Storage;
import dev.yardmaster.replication.Replica;
import dev.yardmaster.storage.VersionedStore;
import dev.yardmaster.storage.table.DiskTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests that a replica on disk behaves like a replica in memory, and that its memory does not grow
 * with the data.
 */
class DiskReplicaTest extends StoreReplicaTest {

  private static final int KEYS = 1_000;

  private final List<DiskTable> tables = new ArrayList<>();
  private int failingWrites;

  @Override
  Storage storage() {
    return Storage.DISK;
  }

  @Override
  PipelineParts newParts() {
    return new DiskParts(null, Long.MAX_VALUE) {
      @Override
      public DiskTable table(Path folder, long cacheBytes) {
        DiskTable table =
            new OpenTable() {
              @Override
              public void put(Key key, byte[] value, long version) throws IOException {
                if (failingWrites > 0) {
                  failingWrites--;
                  throw new IOException("planted");
                }
                super.put(key, value, version);
              }
            };
        tables.add(table);
        return table;
      }
    };
  }

  private DiskTable lastTable() {
    return tables.get(tables.size() - 1);
  }

  private static Key key(int number) {
    return Key.of("many", number);
  }

  private void save(Path to) throws IOException {
    replica.save(Files.createDirectory(to)).run();
  }

  private static long bytes(StoreReplica of) {
    return of.stores().stream().mapToLong(VersionedStore::bytes).sum();
  }

  /**
   * On disk, a deleted key stays in memory until the table deletes the key. So this override checks
   * scans instead of entries in memory.
   */
  @Override
  @Test
  void aFollowerKeepsNeitherOldValuesNorDeletedKeys() {
    for (int version = 1; version <= 100; version++) {
      replica.apply(version, 1, group(1, version - 1, 0, version));
    }
    assertEquals(0, replica.stores().stream().mapToLong(VersionedStore::keptBytes).sum());
    replica.apply(101, 1, write(KEY, null, 100, 101, 0));
    replica.stores().forEach(store -> store.scan(null, null, entry -> fail(entry.key())));
  }

  private static boolean fail(Key key) {
    throw new AssertionError(key + " is deleted");
  }

  @Test
  void aSnapshotFlushesTheChangesAndThenTheyLeaveMemory() throws IOException {
    for (int i = 0; i < KEYS; i++) {
      replica.apply(i, 1, write(key(i), new byte[100], i, i + 1, 0));
    }
    long before = bytes(replica);
    assertTrue(before > 100 * KEYS);
    assertNull(lastTable().get(key(0)));

    save(folder.resolve("one"));

    assertEquals(KEYS, lastTable().state().version());
    replica.apply(KEYS, 1, write(KEY, new byte[1], KEYS, KEYS + 1, 0));
    assertTrue(bytes(replica) < 2 * DiskParts.STORE_BYTES + 1_000, "bytes: " + bytes(replica));
    for (int i = 0; i < KEYS; i++) {
      assertEquals(i + 1, entry(replica, key(i)).version());
    }
    StoreReplica other = newReplica();
    other.load(folder.resolve("one"));
    assertTrue(bytes(other) < 1_000, "nothing is read before it is needed: " + bytes(other));
    assertEquals(7, entry(other, key(6)).version());
  }

  /** The first snapshot has written the old value to disk. The value must not be visible again. */
  @Test
  void aKeyThatIsDeletedAfterItsFlushIsGoneInTheNextSnapshot() throws IOException {
    replica.apply(1, 1, write(KEY, new byte[1], 0, 1, 0));
    save(folder.resolve("one"));
    replica.apply(2, 1, write(KEY, null, 1, 2, 0));
    save(folder.resolve("two"));
    StoreReplica other = newReplica();
    other.load(folder.resolve("two"));
    assertNull(entry(other));
    assertEquals(2, other.lastVersion());
  }

  @Test
  void aLoadReplacesWhatWasFlushedBefore() throws IOException {
    StoreReplica other = newReplica();
    other.apply(1, 1, write(key(1), new byte[1], 0, 1, 0));
    other.save(Files.createDirectory(folder.resolve("other"))).run();
    replica.apply(1, 1, write(key(1), new byte[1], 0, 1, 0));
    replica.apply(2, 1, write(key(1), null, 1, 2, 0));
    replica.apply(3, 1, write(key(2), new byte[1], 2, 3, 0));
    save(folder.resolve("one"));

    other.load(folder.resolve("one"));

    assertNull(entry(other, key(1)));
    assertEquals(3, entry(other, key(2)).version());
  }

  @Test
  void outcomesBelowTheHorizonAreNotInTheNextSnapshotAndOthersComeBackToMemory()
      throws IOException {
    Key old = new TransactionId(1_000, 0, 1).outcomeKey();
    Key recent = new TransactionId(2_000, 0, 1).outcomeKey();
    replica.apply(1, 1, write(old, new byte[1], 0, 1, 0));
    replica.apply(2, 1, write(recent, new byte[1], 1, 2, 1_000));
    save(folder.resolve("one"));
    replica.apply(3, 1, write(KEY, new byte[1], 2, 3, 1_001));
    save(folder.resolve("two"));
    replica.apply(4, 1, write(KEY, new byte[2], 3, 4, 1_001));
    save(folder.resolve("three"));
    for (String snapshot : List.of("one", "two", "three")) {
      StoreReplica other = newReplica();
      other.load(folder.resolve(snapshot));
      int outcomes = other.stores().stream().mapToInt(VersionedStore::reservedSize).sum();
      assertEquals(snapshot.equals("three") ? 1 : 2, outcomes, snapshot);
      assertEquals(2, entry(other, recent).version());
    }
  }

  @Test
  void aFailedFlushIsRepeatedByTheNextSnapshot() throws IOException {
    for (int i = 0; i < 10; i++) {
      replica.apply(i, 1, write(key(i), new byte[1], i, i + 1, 0));
    }
    failingWrites = 1;
    Path failing = folder.resolve("failing");
    assertEquals("planted", assertThrows(IOException.class, () -> save(failing)).getMessage());
    save(folder.resolve("next"));
    StoreReplica other = newReplica();
    other.load(folder.resolve("next"));
    for (int i = 0; i < 10; i++) {
      assertEquals(i + 1, entry(other, key(i)).version());
    }
  }

  @Test
  void aSnapshotMustEndBeforeTheNextOneBegins() throws IOException {
    replica.apply(1, 1, write(KEY, new byte[1], 0, 1, 0));
    Replica.Save first = replica.save(Files.createDirectory(folder.resolve("first")));
    Path second = folder.resolve("second");
    assertTrue(
        assertThrows(IOException.class, () -> save(second)).getMessage().contains("in progress"));
    first.run();
    save(folder.resolve("third"));
  }

  @Test
  void aStartDiscardsTheTable() throws IOException {
    Path table = Files.createDirectories(folder.resolve("table/part"));
    Files.writeString(table.resolve("rest"), "of a crash");
    assertNull(entry(newReplica()));
    assertTrue(Files.notExists(folder.resolve("table")));
  }

  @Test
  void aSnapshotOfAMachineInMemoryIsLoaded() throws IOException {
    StoreReplica inMemory = newReplica(Storage.MEMORY);
    inMemory.apply(1, 1, write(KEY, new byte[1], 0, 1, 1_234));
    inMemory.apply(2, 1, write(key(1), new byte[1], 1, 2, 0));
    inMemory.save(folder).run();
    replica.load(folder);
    assertEquals(1, entry(replica).version());
    assertEquals(2, entry(replica, key(1)).version());
    assertEquals(new DiskTable.State(2, 2, 1_234), lastTable().state());
    assertEquals(1_234, replica.horizonMs());
  }

  @Test
  void aMachineInMemoryRefusesASnapshotWithATable() throws IOException {
    save(folder.resolve("one"));
    Files.createDirectory(folder.resolve("one/table"));
    StoreReplica inMemory = newReplica(Storage.MEMORY);
    String message =
        assertThrows(IOException.class, () -> inMemory.load(folder.resolve("one"))).getMessage();
    assertTrue(message.contains("needs storage on disk"), message);
  }
}
