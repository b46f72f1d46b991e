package dev.yardmaster.storage.log.checkpoint;

import static dev.yardmaster.storage.log.LogFixture.bytes;
import static dev.yardmaster.storage.log.LogFixture.files;
import static dev.yardmaster.storage.log.LogFixture.key;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.outcome.OutcomeHorizon;
import dev.yardmaster.storage.DiskStore;
import dev.yardmaster.storage.log.DataDirectory;
import dev.yardmaster.storage.log.LogFixture;
import dev.yardmaster.storage.log.LogFixture.RecoveredData;
import dev.yardmaster.storage.log.RandomLog;
import dev.yardmaster.storage.log.Recovery;
import dev.yardmaster.storage.log.backup.Backup;
import dev.yardmaster.storage.log.backup.Restore;
import dev.yardmaster.storage.log.backup.RestorePoint;
import dev.yardmaster.storage.log.disk.FileDisk;
import dev.yardmaster.storage.table.DiskTable;
import dev.yardmaster.storage.table.ForwardingTable;
import dev.yardmaster.storage.table.MapTable;
import dev.yardmaster.storage.table.TableProvider;
import dev.yardmaster.storage.worker.OutcomeRetention;
import dev.yardmaster.storage.worker.RangeMarks;
import dev.yardmaster.storage.worker.ShardSnapshots;
import dev.yardmaster.storage.worker.StorageRequest;
import dev.yardmaster.storage.worker.StorageSettings;
import dev.yardmaster.storage.worker.StorageWorker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a directory whose data are in a table: flushes, starts, backups. */
class TableFlushTest {

  private static final int KEYS = 50;
  private static final int SHARDS = 2;
  private static final Key OLD_OUTCOME = new TransactionId(5, 0, 0).outcomeKey();
  private static final Key NEW_OUTCOME = new TransactionId(15, 0, 0).outcomeKey();

  @TempDir private Path folder;
  private MapTable table = new MapTable();
  private long nowNs;

  private Path directory() {
    return folder.resolve("data");
  }

  /** A service of two shards, in which each commit is installed immediately. */
  private final class Service implements AutoCloseable {
    final NavigableMap<Long, Map<String, String>> states = new TreeMap<>();
    final List<DiskStore> stores = new ArrayList<>();
    final List<Queue<StorageRequest>> inboxes = new ArrayList<>();
    final List<StorageWorker> workers = new ArrayList<>();
    final RecoveredData replayed = new RecoveredData();
    final DataDirectory data;
    final Checkpointer checkpointer;
    final SplittableRandom random;
    private final Map<String, String> live = new TreeMap<>();
    private int failingPuts;
    private long version;

    Service(long seed) {
      random = new SplittableRandom(seed);
      data =
          DataDirectory.open(
              directory(),
              FileDisk::open,
              unused -> failing(table),
              LogFixture.SEGMENT_BYTES,
              1 << 16,
              this::sink,
              (read, of) -> {},
              () -> 1);
      version = data.recovered().startVersion();
      for (int i = 0; i < SHARDS; i++) {
        Queue<StorageRequest> inbox = new ArrayDeque<>();
        inboxes.add(inbox);
        workers.add(
            new StorageWorker(
                "storage",
                stores.get(i),
                inbox,
                StorageSettings.fixed(10, true),
                () -> version,
                RangeMarks.undivided(() -> version),
                () -> 0,
                new OutcomeRetention(new OutcomeHorizon(() -> 0, 1_000), 1_000),
                ShardSnapshots.none(() -> version),
                new ArrayDeque<>()));
      }
      checkpointer =
          new Checkpointer(
              data.log(),
              data.recovered(),
              new TableFlush(
                  data.table(), inboxes, new ArrayDeque<>(), LogFixture.SEGMENT_BYTES / 4),
              () -> version,
              data.log()::appendedVersion,
              () -> 10,
              4 * LogFixture.SEGMENT_BYTES,
              () -> nowNs);
      stores.forEach(
          store ->
              store.scan(
                  null,
                  null,
                  entry ->
                      live.put(
                              entry.key().toString(),
                              new String(entry.value(), StandardCharsets.UTF_8))
                          == null));
      states.put(version, Map.copyOf(live));
    }

    private Recovery.Sink sink(DiskTable of) {
      for (int i = 0; i < SHARDS; i++) {
        int shard = i;
        stores.add(new DiskStore(of, Key::number, key -> key.number() % SHARDS == shard, 0));
      }
      return (Recovery.KeyValueSink)
          (key, value, at) -> {
            replayed.entry(key, value, at);
            install(key, value, at);
          };
    }

    /** Returns a table whose next puts fail. */
    private DiskTable failing(DiskTable of) {
      return new ForwardingTable(of) {
        @Override
        public void put(Key key, byte[] value, long version) throws IOException {
          if (failingPuts-- > 0) {
            throw new IOException("No space left on device");
          }
          super.put(key, value, version);
        }
      };
    }

    private void install(Key key, byte[] value, long at) {
      boolean unused =
          stores.get((int) (key.number() % SHARDS)).write(key, key.number(), value, at);
    }

    void commit(Key key, String value) throws IOException {
      version++;
      LogFixture.commit(data.log(), version, key, value);
      install(key, bytes(value), version);
      if (value == null) {
        live.remove(key.toString());
      } else {
        live.put(key.toString(), value);
      }
      states.put(version, new TreeMap<>(live));
    }

    void commitAny() throws IOException {
      commit(
          key(random.nextInt(KEYS)),
          random.nextInt(5) == 0 ? null : version + "x".repeat(random.nextInt(2_000)));
    }

    /** Executes a step of the checkpointer and of all workers. */
    int step() {
      int steps = checkpointer.doWork();
      for (StorageWorker worker : workers) {
        steps += worker.doWork();
      }
      return steps;
    }

    void finish() {
      while (step() > 0) {}
    }

    Map<String, String> found() {
      Map<String, String> found = new TreeMap<>();
      for (DiskStore store : stores) {
        store.scan(
            null,
            null,
            entry -> {
              found.put(entry.key().toString(), new String(entry.value(), StandardCharsets.UTF_8));
              return true;
            });
      }
      return found;
    }

    @Override
    public void close() throws IOException {
      checkpointer.onClose();
      data.log().close();
      data.disk().close(); // The table stays open, for the next service.
    }
  }

  private Map<String, String> inTable() {
    Map<String, String> found = new HashMap<>();
    table.scan(
        null,
        null,
        false,
        (key, value, version) -> {
          found.put(key.toString(), new String(value, StandardCharsets.UTF_8));
          return true;
        });
    return found;
  }

  @Test
  void aFlushTakesThePlaceOfACheckpoint() throws IOException {
    long flushed;
    try (Service service = new Service(1)) {
      while (table.state().version() < 300) {
        service.commitAny();
        service.step();
      }
      service.finish();
      flushed = table.state().version();
      assertTrue(flushed <= service.version);
      while (service.data.log().removeCovered()) {}
      service.commitAny();
      assertEquals(service.states.lastEntry().getValue(), service.found());
      assertTrue(files(directory(), "log-").size() <= 2, "covered segments are removed");
      assertEquals(List.of(), files(directory(), "checkpoint-"));
      for (DiskStore store : service.stores) {
        store.release(service.version);
      }
      assertEquals(service.states.lastEntry().getValue(), service.found());
    }
    Map<String, String> before;
    try (Service service = new Service(2)) {
      before = service.found();
      assertFalse(service.replayed.versions.isEmpty());
      service.replayed.versions.values().forEach(version -> assertTrue(version > flushed));
      service.commit(key(1), "next");
    }
    table = table.crash(new SplittableRandom(3));
    try (Service service = new Service(4)) {
      before.put(key(1).toString(), "next");
      assertEquals(before, service.found());
    }
  }

  @Test
  void aFlushThatFailsIsRepeated() throws IOException {
    try (Service service = new Service(1)) {
      service.failingPuts = 1;
      while (service.checkpointer.figures().failures() == 0) {
        service.commitAny();
        service.step();
      }
      assertTrue(service.checkpointer.warning().orElseThrow().contains("No space left"));
      service.finish();
      assertEquals(0, table.state().version());
      nowNs += 1_000_000_000;
      service.finish();
      assertEquals(service.version, table.state().version());
      assertEquals(service.states.lastEntry().getValue(), inTable());
    }
  }

  @Test
  void aFlushDropsOutcomesBelowTheHorizon() throws IOException {
    try (Service service = new Service(1)) {
      service.commit(OLD_OUTCOME, "5");
      service.commit(NEW_OUTCOME, "15");
      long first = 0;
      while (first == 0 || table.state().version() == first) {
        service.commitAny();
        service.step();
        first = first == 0 ? table.state().version() : first;
        if (first == 0 || table.state().version() == first) {
          // Otherwise, after a crash, the table could contain the deletions of the flush that
          // raises the horizon, but not the raised horizon.
          assertTrue(first == 0 || inTable().containsKey(OLD_OUTCOME.toString()));
        }
      }
      service.finish();
      assertFalse(inTable().containsKey(OLD_OUTCOME.toString()));
      assertTrue(inTable().containsKey(NEW_OUTCOME.toString()));
      assertEquals(10, table.state().horizonMs());
    }
  }

  @Test
  void aCheckpointThatIsNewerThanTheTableIsCopiedToIt() throws IOException {
    RandomLog log = new RandomLog(directory(), 5);
    log.commit(40);
    log.checkpoint(3);
    log.commit(10);
    log.end();
    table.put(key(3), bytes("of another directory"), 1);
    try (Service service = new Service(1)) {
      assertEquals(log.states.lastEntry().getValue(), service.found());
      assertTrue(table.state().version() > 0);
      assertEquals(List.of(), files(directory(), "checkpoint-"));
    }
    try (Service service = new Service(2)) {
      assertEquals(log.states.lastEntry().getValue(), service.found());
    }
  }

  @Test
  void aServiceInMemoryRefusesTheDirectory() throws IOException {
    try (Service service = new Service(1)) {
      service.commitAny();
    }
    Path of = Files.createDirectory(directory().resolve(DataDirectory.TABLE));
    String onDisk = refusalInMemory();
    assertTrue(onDisk.contains("storage on disk"), onDisk);
    Files.createFile(of.resolve(TableProvider.HBASE_OWNER));
    String inHBase = refusalInMemory();
    assertTrue(inHBase.contains("storage hbase"), inHBase);
  }

  private String refusalInMemory() {
    YardmasterException refused =
        assertThrows(
            YardmasterException.class,
            () ->
                DataDirectory.open(
                    directory(),
                    FileDisk::open,
                    LogFixture.SEGMENT_BYTES,
                    1 << 16,
                    new RecoveredData(),
                    (read, of) -> {},
                    () -> 1));
    assertEquals(ErrorCode.BAD_CONFIG, refused.code());
    return refused.getMessage();
  }

  private DataDirectory openWith(DiskTable other) {
    return DataDirectory.open(
        directory(),
        FileDisk::open,
        unused -> other,
        LogFixture.SEGMENT_BYTES,
        1 << 16,
        opened -> {
          opened.scan(null, null, false, (key, value, version) -> true);
          return new RecoveredData();
        },
        (read, of) -> {},
        () -> 1);
  }

  @Test
  void aTableThatCannotBeReadFailsTheStart() {
    YardmasterException failed =
        assertThrows(
            YardmasterException.class,
            () ->
                openWith(
                    new ForwardingTable(table) {
                      @Override
                      public void scan(Key from, Key to, boolean backward, Visitor visitor) {
                        throw new UncheckedIOException(new IOException("HBase does not answer"));
                      }
                    }));
    assertEquals(ErrorCode.IO_FAILED, failed.code());
    assertTrue(failed.getMessage().contains("HBase does not answer"), failed.getMessage());
  }

  @Test
  void aTableLearnsThatRecoveryHasEnded() throws IOException {
    List<String> calls = new ArrayList<>();
    DiskTable other =
        new ForwardingTable(
            new ForwardingTable(table) {
              @Override
              public void scan(Key from, Key to, boolean backward, Visitor visitor) {
                calls.add("scan");
              }

              @Override
              public void recovered() {
                calls.add("recovered");
              }
            }) {};
    openWith(other).close();
    assertEquals(List.of("scan", "recovered"), calls);
  }

  /** Takes a backup at any moment, also right after a start and during a flush. */
  @Test
  void aBackupCanBeStartedAndRestored() throws IOException {
    for (long seed = 1; seed <= 12; seed++) {
      String replay = "seed=" + seed;
      Path at = folder.resolve("backup" + seed);
      Map<String, String> expected;
      long version;
      try (Service service = new Service(seed)) {
        for (int i = service.random.nextInt(3) * service.random.nextInt(60); i > 0; i--) {
          service.commitAny();
          service.step();
        }
        expected = service.found();
        version = service.version;
        try (Backup backup = Backup.begin(service.data, () -> nowNs, Backup.TIMEOUT_NS)) {
          service.commitAny();
          service.finish();
          backup.writeTo(at);
        }
        assertEquals(List.of(), files(directory(), "checkpoint-"), replay);
      }
      RecoveredData ofBackup = new RecoveredData();
      LogFixture.recover(at, ofBackup);
      assertEquals(expected, ofBackup.live(), replay);
      Path restored = folder.resolve("restored" + seed);
      Restore.run(List.of(at), restored, RestorePoint.version(version), (read, of) -> {});
      RecoveredData ofRestored = new RecoveredData();
      LogFixture.recover(restored, ofRestored);
      assertEquals(expected, ofRestored.live(), replay);
      if (seed % 4 == 0) {
        table = table.crash(new SplittableRandom(seed));
      }
    }
  }
}
