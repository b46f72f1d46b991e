package dev.yardmaster.replication.pipeline;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.PipelineParts;
import dev.yardmaster.processor.Storage;
import dev.yardmaster.processor.coordinator.StorageLinks;
import dev.yardmaster.replication.ReplicatedLog;
import dev.yardmaster.storage.VersionedStore;
import dev.yardmaster.storage.WriteSet;
import dev.yardmaster.storage.log.disk.Disk;
import dev.yardmaster.storage.log.disk.FileDisk;
import dev.yardmaster.storage.log.format.LogRecord;
import dev.yardmaster.storage.log.format.RecordEncoder;
import dev.yardmaster.storage.log.format.ReplicatedGroup;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreReplicaTest {

  static final Key KEY = Key.of("t", 1);

  @TempDir Path folder;

  private PipelineParts parts;
  StoreReplica replica;

  @BeforeEach
  void createReplica() {
    parts = newParts();
    replica = newReplica();
  }

  /** Returns the kind of storage of the replicas. */
  Storage storage() {
    return Storage.MEMORY;
  }

  PipelineParts newParts() {
    return new DiskParts(null, Long.MAX_VALUE);
  }

  StoreReplica newReplica() {
    return newReplica(storage());
  }

  StoreReplica newReplica(Storage storage) {
    return new StoreReplica(
        PipelineConfig.builder().storageWorkers(2).storage(storage).build().onCores(1),
        folder,
        log -> parts,
        new StoreReplica.Pipelines() {
          @Override
          public Pipeline open(PipelineConfig config, PipelineParts given) {
            throw new AssertionError("a replica that follows opens no pipeline");
          }

          @Override
          public void stepDown(ReplicatedLog log, long term) {
            throw new AssertionError("a replica that follows does not step down");
          }
        },
        Runnable::run);
  }

  /** Returns a group with one write; a null value deletes the key. */
  static ByteBuffer write(Key key, byte[] value, long previous, long version, long horizonMs) {
    ReplicatedGroup group = new ReplicatedGroup();
    LogRecord record = new LogRecord();
    WriteSet writes = new WriteSet();
    writes.write(writes.add(key, 0), value);
    new RecordEncoder().encode(record, 7, version, writes);
    group.append(record);
    return group.seal(1, previous, horizonMs).asReadOnlyBuffer();
  }

  @Test
  void aFollowerDropsTheOutcomesBelowTheHorizon() {
    Key old = new TransactionId(1_000, 0, 1).outcomeKey();
    Key recent = new TransactionId(2_000, 0, 1).outcomeKey();
    replica.apply(1, 1, write(old, new byte[1], 0, 1, 0));
    replica.apply(2, 1, write(recent, new byte[1], 1, 2, 1_000));
    assertEquals(2, replica.stores().stream().mapToInt(VersionedStore::reservedSize).sum());
    replica.apply(3, 1, write(KEY, new byte[1], 2, 3, 1_001));
    assertEquals(1, replica.stores().stream().mapToInt(VersionedStore::reservedSize).sum());
  }

  @Test
  void aFollowerKeepsNeitherOldValuesNorDeletedKeys() {
    long previous = 0;
    for (long version = 1; version <= 100; version++) {
      replica.apply(version, 1, group(1, previous, 0, version));
      previous = version;
    }
    assertEquals(0, replica.stores().stream().mapToLong(VersionedStore::keptBytes).sum());
    replica.apply(101, 1, write(KEY, null, 100, 101, 0));
    assertEquals(0, replica.stores().stream().mapToInt(VersionedStore::size).sum());
  }

  /** Returns a group with one write for each version. */
  static ByteBuffer group(long term, long previous, long horizonMs, long... versions) {
    ReplicatedGroup group = new ReplicatedGroup();
    for (long version : versions) {
      LogRecord record = new LogRecord();
      WriteSet writes = new WriteSet();
      writes.write(writes.add(KEY, 0), new byte[] {(byte) version});
      new RecordEncoder().encode(record, 7, version, writes);
      group.append(record);
    }
    return group.seal(term, previous, horizonMs).asReadOnlyBuffer();
  }

  VersionedStore.Entry entry(StoreReplica of) {
    return entry(of, KEY);
  }

  VersionedStore.Entry entry(StoreReplica of, Key key) {
    long print = parts.fingerprints().of(key);
    return of.stores().get(StorageLinks.shardOf(print, of.stores().size())).get(key, print);
  }

  private void assertVersion(long version) {
    assertEquals(version, entry(replica).version());
    assertArrayEquals(new byte[] {(byte) version}, entry(replica).value());
  }

  @Test
  void groupsThatFollowEachOtherCount() {
    replica.apply(1, 1, group(1, 0, 0, 5, 6));
    assertVersion(6);
    replica.apply(2, 1, group(1, 6, 0, 9));
    assertVersion(9);
  }

  @Test
  void aGroupIsSkippedIfTheOneBeforeItIsMissing() {
    replica.apply(1, 1, group(1, 0, 0, 5));
    replica.apply(2, 1, group(1, 7, 0, 9));
    assertVersion(5);
    replica.apply(3, 2, group(2, 5, 0, 12));
    assertVersion(12);
  }

  @Test
  void aGroupIsSkippedInAnotherTermThanItsOwn() {
    replica.apply(1, 2, group(1, 0, 0, 5));
    assertNull(entry(replica));
    replica.apply(2, 2, group(2, 0, 0, 6));
    assertVersion(6);
  }

  @Test
  void whatIsNotAGroupIsAnError() {
    ByteBuffer damaged = ByteBuffer.allocate(100).put(group(1, 0, 0, 5)).flip();
    damaged.put(9, (byte) 77);
    String message =
        assertThrows(IllegalArgumentException.class, () -> replica.apply(1, 1, damaged))
            .getMessage();
    assertTrue(message.contains("not a group"), message);
    ByteBuffer torn = ByteBuffer.allocate(100).put(group(1, 0, 0, 5)).flip();
    torn.put(torn.limit() - 1, (byte) 77);
    message =
        assertThrows(IllegalArgumentException.class, () -> replica.apply(1, 1, torn)).getMessage();
    assertTrue(message.contains("record at 44"), message);
    assertThrows(
        IllegalArgumentException.class, () -> replica.apply(1, 1, ByteBuffer.allocate(43)));
  }

  @Test
  void aSnapshotHasTheStateAndThePlaceInTheLog() throws IOException {
    replica.apply(1, 1, group(1, 0, 1234, 5));
    replica.save(folder).run();

    StoreReplica other = newReplica();
    other.apply(1, 1, group(1, 0, 0, 3));
    other.load(folder);

    assertEquals(5, entry(other).version());
    other.apply(2, 1, group(1, 3, 0, 8));
    assertEquals(5, entry(other).version(), "a group that follows another version");
    other.apply(3, 1, group(1, 5, 0, 9));
    assertEquals(9, entry(other).version());
    assertEquals(1234, other.horizonMs());
  }

  /**
   * The snapshot contains only a part of the commit with version 9: key 1 as this commit wrote it,
   * but not the commit's other key.
   */
  @Test
  void aSnapshotOfALeaderIsIncompleteUntilWhatItHasInPartIsApplied() throws IOException {
    replica.apply(1, 1, group(1, 0, 0, 5, 9));
    Path first = Files.createDirectory(folder.resolve("first"));
    try (Disk disk = FileDisk.openUnlocked(first)) {
      ReplicaCheckpoint.write(
          disk, replica.stores(), 100, new ReplicaCheckpoint.Position(5, 9, 1234));
    }
    replica.close();
    StoreReplica follower = newReplica();
    assertEquals(0, follower.incompleteThrough());
    follower.load(first);
    assertEquals(9, follower.incompleteThrough());

    Path second = Files.createDirectory(folder.resolve("second"));
    follower.save(second).run();
    follower.close();
    StoreReplica other = newReplica();
    other.load(second);
    assertEquals(9, other.incompleteThrough(), "a snapshot that is saved before");
    other.apply(2, 1, group(1, 5, 0, 8));
    assertEquals(9, other.incompleteThrough());
    other.apply(3, 1, group(1, 8, 0, 9, 10));
    assertEquals(0, other.incompleteThrough());
    other.close();
  }

  /** Only the groups of another leader contain what the snapshot lacks. */
  @Test
  void itsOwnGroupsDoNotCompleteTheDataOfAMachineThatWasRecovered() throws IOException {
    replica.apply(1, 1, group(1, 0, 0, 5, 9));
    Path snapshot = Files.createDirectory(folder.resolve("first"));
    try (Disk disk = FileDisk.openUnlocked(snapshot)) {
      ReplicaCheckpoint.write(
          disk, replica.stores(), 100, new ReplicaCheckpoint.Position(5, 9, 1234));
      replica.close();
      ReplicaData data =
          new ReplicaData(
              PipelineConfig.builder().storageWorkers(2).storage(storage()).build().onCores(1),
              folder,
              newParts());
      data.load(disk, snapshot.resolve(ReplicaTable.SAVED));
      data.advance(ReplicatedGroup.header(group(2, 5, 0, 1_000)), true);
      assertEquals(9, data.incompleteThrough());
      data.advance(ReplicatedGroup.header(group(3, 1_000, 0, 1_001)), false);
      assertEquals(0, data.incompleteThrough());
      data.close();
    }
  }

  @Test
  void aDamagedSnapshotIsAnError() throws IOException {
    replica.apply(1, 1, group(1, 0, 0, 5));
    replica.save(folder).run();
    Path file;
    try (var files = Files.list(folder)) {
      file = files.findFirst().orElseThrow();
    }
    byte[] bytes = Files.readAllBytes(file);
    bytes[50] ^= 1;
    Files.write(file, bytes);
    assertTrue(
        assertThrows(IOException.class, () -> newReplica().load(folder))
            .getMessage()
            .contains("damaged"));
    Files.delete(file);
    assertThrows(IOException.class, () -> newReplica().load(folder));
  }
}
