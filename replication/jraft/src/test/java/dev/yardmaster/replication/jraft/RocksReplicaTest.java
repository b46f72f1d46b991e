package dev.yardmaster.replication.jraft;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.PipelineParts;
import dev.yardmaster.processor.Storage;
import dev.yardmaster.replication.ReplicatedLog;
import dev.yardmaster.replication.pipeline.StoreReplica;
import dev.yardmaster.storage.WriteSet;
import dev.yardmaster.storage.log.format.LogRecord;
import dev.yardmaster.storage.log.format.RecordEncoder;
import dev.yardmaster.storage.log.format.ReplicatedGroup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests snapshots of replicas whose tables are in RocksDB. */
class RocksReplicaTest {

  private static final Key KEY = Key.of("t", 1);

  @TempDir Path folder;

  private final PipelineParts parts = new PipelineParts(1, 2);
  private final List<StoreReplica> replicas = new ArrayList<>();

  private StoreReplica newReplica(String name, Storage storage) {
    StoreReplica replica =
        new StoreReplica(
            PipelineConfig.builder()
                .storageWorkers(1)
                .storage(storage)
                .maxDataBytes(1 << 20)
                .build()
                .onCores(1),
            folder.resolve(name),
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
    replicas.add(replica);
    return replica;
  }

  @AfterEach
  void close() {
    replicas.forEach(StoreReplica::close);
  }

  private static void write(StoreReplica replica, long version) {
    ReplicatedGroup group = new ReplicatedGroup();
    LogRecord record = new LogRecord();
    WriteSet writes = new WriteSet();
    writes.write(writes.add(KEY, 0), new byte[] {(byte) version});
    new RecordEncoder().encode(record, 7, version, writes);
    group.append(record);
    replica.apply(version, 1, group.seal(1, version - 1, 1_000 + version).asReadOnlyBuffer());
  }

  private void assertVersion(long version, StoreReplica of) {
    assertEquals(version, of.stores().get(0).get(KEY, parts.fingerprints().of(KEY)).version());
    assertEquals(version, of.lastVersion());
    assertEquals(1_000 + version, of.horizonMs());
  }

  private Path save(StoreReplica replica, String name) throws IOException {
    Path snapshot = Files.createDirectory(folder.resolve(name));
    replica.save(snapshot).run();
    return snapshot;
  }

  /** Returns the number of hard links to each data file in a folder. */
  private static List<Object> links(Path table) throws IOException {
    List<Object> links = new ArrayList<>();
    try (Stream<Path> files = Files.list(table)) {
      for (Path file : files.filter(file -> file.toString().endsWith(".sst")).toList()) {
        links.add(Files.getAttribute(file, "unix:nlink"));
      }
    }
    return links;
  }

  @Test
  void savingAndLoadingLinkTheDataAndASnapshotDoesNotChange() throws IOException {
    StoreReplica first = newReplica("n1", Storage.DISK);
    write(first, 1);
    Path one = save(first, "one");
    assertEquals(List.of(2), links(one.resolve("table")));
    StoreReplica second = newReplica("n2", Storage.DISK);
    second.load(one);
    assertEquals(List.of(3), links(one.resolve("table")));
    assertVersion(1, second);

    write(first, 2);
    write(second, 2);
    Path two = save(second, "two");
    assertVersion(2, first);

    first.load(one);
    assertVersion(1, first);
    first.load(two);
    assertVersion(2, first);
  }

  @Test
  void aStartDiscardsATableThatIsDamaged() throws IOException {
    StoreReplica first = newReplica("n1", Storage.DISK);
    write(first, 1);
    Path one = save(first, "one");
    first.close();
    Path table = folder.resolve("n1/table");
    Files.delete(table.resolve("CURRENT"));

    StoreReplica again = newReplica("n1", Storage.DISK);
    assertFalse(Files.exists(table.resolve("CURRENT")), "nothing happens before the log calls");
    again.load(one);
    assertVersion(1, again);
    StoreReplica empty = newReplica("n1", Storage.MEMORY);
    assertTrue(
        assertThrows(IOException.class, () -> empty.load(one))
            .getMessage()
            .contains("needs storage on disk"));
  }
}
