package dev.yardmaster.storage.log.backup;

import static dev.yardmaster.storage.log.LogFixture.bytes;
import static dev.yardmaster.storage.log.LogFixture.files;
import static dev.yardmaster.storage.log.LogFixture.key;
import static dev.yardmaster.storage.log.LogFixture.segments;
import static dev.yardmaster.storage.log.LogFixture.writes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.outcome.OutcomeHorizon;
import dev.yardmaster.storage.InMemoryStore;
import dev.yardmaster.storage.log.CommitLog;
import dev.yardmaster.storage.log.DataDirectory;
import dev.yardmaster.storage.log.FailingDisk;
import dev.yardmaster.storage.log.LogFixture;
import dev.yardmaster.storage.log.LogFixture.RecoveredData;
import dev.yardmaster.storage.log.checkpoint.CheckpointFiles;
import dev.yardmaster.storage.log.checkpoint.Checkpointer;
import dev.yardmaster.storage.log.disk.Disk;
import dev.yardmaster.storage.log.disk.FileDisk;
import dev.yardmaster.storage.worker.OutcomeRetention;
import dev.yardmaster.storage.worker.RangeMarks;
import dev.yardmaster.storage.worker.StorageRequest;
import dev.yardmaster.storage.worker.StorageSettings;
import dev.yardmaster.storage.worker.StorageWorker;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests backups and archives of a directory in which a service commits and writes checkpoints. */
class BackupTest {

  private static final int KEYS = 50;

  @TempDir private Path folder;
  private long nowNs;

  /**
   * A service of one shard. Each commit is installed immediately, and the test stores the state
   * after each commit.
   */
  private final class Service implements AutoCloseable {
    final NavigableMap<Long, Map<String, String>> states = new TreeMap<>();
    final InMemoryStore store = new InMemoryStore();
    final Queue<StorageRequest> inbox = new ArrayDeque<>();
    final StorageWorker worker;
    final Checkpointer checkpointer;
    final DataDirectory data;
    final CommitLog log;
    final Archiver archiver;
    final SplittableRandom random;
    private final RecoveredData live = new RecoveredData();
    private long version;
    private FailingDisk archive;
    private String archiveFails;

    Service(long seed, boolean archives) {
      random = new SplittableRandom(seed);
      data =
          DataDirectory.open(
              data(),
              FileDisk::open,
              LogFixture.SEGMENT_BYTES,
              1 << 16,
              live,
              (a, b) -> {},
              () -> 1);
      log = data.log();
      version = data.recovered().startVersion();
      live.values.forEach(
          (key, value) -> store.write(key, key.number(), value, live.versions.get(key)));
      states.put(version, live.live());
      worker =
          new StorageWorker(
              "storage",
              store,
              inbox,
              StorageSettings.fixed(10, true),
              () -> version,
              RangeMarks.undivided(() -> version),
              () -> 0,
              new OutcomeRetention(new OutcomeHorizon(() -> 0, 1_000), 1_000));
      checkpointer =
          new Checkpointer(
              log,
              data.recovered(),
              new CheckpointFiles(data.disk(), log, List.of(inbox), new ArrayDeque<>(), 1 << 16),
              () -> version,
              () -> version,
              () -> 0,
              4 * LogFixture.SEGMENT_BYTES,
              () -> nowNs);
      archiver = archives ? new Archiver(data, this::openArchive, () -> nowNs) : null;
    }

    private Disk openArchive() throws IOException {
      archive = new FailingDisk(FileDisk.openUnlocked(archive()));
      archive.failing = archiveFails;
      return archive;
    }

    void archiveFails(String operation) {
      archiveFails = operation;
      if (archive != null) {
        archive.failing = operation;
      }
    }

    /**
     * Makes one commit and writes it to the log, but does not force the log to disk. With
     * asynchronous durability, a commit is acknowledged at this point.
     */
    void commitUnforced() throws IOException {
      version++;
      Key key = key(random.nextInt(KEYS));
      String value = random.nextInt(6) == 0 ? null : version + "x".repeat(random.nextInt(3_000));
      log.append(version, version, writes(key, value));
      log.write();
      store.write(key, key.number(), bytes(value), version);
      live.entry(key, bytes(value), version);
      states.put(version, live.live());
    }

    void commit(int count) throws IOException {
      for (int i = 0; i < count; i++) {
        commitUnforced();
        log.force();
        while (log.removeCovered()) {
          // The checkpoint may cover several segments.
        }
        checkpointer.doWork();
        worker.doWork();
        if (archiver != null) {
          archiver.doWork();
        }
      }
    }

    @Override
    public void close() throws IOException {
      checkpointer.onClose();
      if (archiver != null) {
        archiver.onClose();
      }
      data.close();
    }
  }

  private Path data() {
    return folder.resolve("data");
  }

  private Path archive() {
    return folder.resolve("archive");
  }

  private static Map<String, String> read(Path directory) throws IOException {
    RecoveredData found = new RecoveredData();
    LogFixture.recover(directory, found);
    return found.live();
  }

  /**
   * Forwards all calls to another receiver, and makes the service commit before each piece of a
   * file.
   */
  private static final class Interrupting implements Backup.Receiver {
    private final Backup.Receiver receiver;
    private final Service service;
    private final int commits;

    Interrupting(Backup.Receiver receiver, Service service, int commits) {
      this.receiver = receiver;
      this.service = service;
      this.commits = commits;
    }

    @Override
    public void begin(Backup.File file) throws IOException {
      service.commit(commits);
      receiver.begin(file);
    }

    @Override
    public void piece(ByteBuffer bytes) throws IOException {
      service.commit(commits);
      receiver.piece(bytes);
    }

    @Override
    public void end() throws IOException {
      service.commit(commits);
      receiver.end();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void hasTheStateAtItsBeginning(long seed) throws IOException {
    try (Service service = new Service(seed, false)) {
      service.commit(service.random.nextInt(700));
      Path to = folder.resolve("backup");
      Map<String, String> expected = service.states.lastEntry().getValue();
      long written = service.checkpointer.figures().written();
      try (Backup backup = Backup.begin(service.data, () -> nowNs, 1);
          BackupDirectory target = BackupDirectory.begin(to)) {
        backup.send(new Interrupting(target, service, 150));
        assertTrue(
            service.checkpointer.figures().written() > written,
            "the service must have written" + " checkpoints during the backup");
        assertFalse(target.complete().isDamaged());
      }
      assertEquals(expected, read(to));
      service.commit(1);
      for (int i = 0; i < 3; i++) {
        service.commit(0);
      }
      assertTrue(files(data(), "checkpoint-").size() <= 2);
    }
  }

  @Test
  void hasTheCommitsThatWereAcknowledgedButNotForced() throws IOException {
    try (Service service = new Service(1, false)) {
      service.commit(10);
      for (int i = 0; i < 5; i++) {
        service.commitUnforced();
      }
      Path to = folder.resolve("backup");
      long[] looks = new long[1];
      LongSupplier clock =
          () -> {
            looks[0]++;
            if (looks[0] == 4) { // The log's thread forces the log while the backup waits.
              forced(service.log);
            }
            return 0;
          };
      try (Backup backup = Backup.begin(service.data, clock, 1);
          BackupDirectory target = BackupDirectory.begin(to)) {
        backup.send(target);
        assertFalse(target.complete().isDamaged());
      }
      assertEquals(service.states.lastEntry().getValue(), read(to));
    }
  }

  private static void forced(CommitLog log) {
    try {
      log.force();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void commitsThatAreNotForcedInTimeAreAnError() throws IOException {
    try (Service service = new Service(1, false)) {
      service.commit(400);
      service.commitUnforced();
      LongSupplier clock = () -> nowNs += 1_000_000;
      IOException late =
          assertThrows(
              IOException.class, () -> Backup.begin(service.data, clock, 5_000_000).close());
      assertTrue(
          late.getMessage().contains("up to version 401 are not on disk after 5 ms"),
          late::getMessage);
      Thread.currentThread().interrupt();
      assertThrows(
          InterruptedIOException.class, () -> Backup.begin(service.data, () -> 0, 1).close());
      service.log.force();
      int held = segments(data()).size();
      service.commit(500);
      service.commit(1);
      assertTrue(segments(data()).size() <= held, "a failed backup must not hold files");
    }
  }

  @Test
  void filesAreRemovedAfterTheBackup() throws IOException {
    try (Service service = new Service(1, false)) {
      service.commit(400);
      Backup backup = Backup.begin(service.data, () -> nowNs, 1);
      service.commit(500);
      int held = segments(data()).size();
      backup.close();
      service.commit(1);
      assertTrue(segments(data()).size() < held);
    }
  }

  @Test
  void aReceiverThatVanishesHoldsNothing() throws IOException {
    try (Service service = new Service(1, false)) {
      service.commit(400);
      try (Backup backup = Backup.begin(service.data, () -> nowNs, 1_000)) {
        service.commit(500);
        int held = segments(data()).size();
        nowNs += 1_000;
        service.commit(1);
        assertTrue(segments(data()).size() < held);
        try (BackupDirectory target = BackupDirectory.begin(folder.resolve("backup"))) {
          IOException late = assertThrows(IOException.class, () -> backup.send(target));
          assertTrue(late.getMessage().contains("was idle"), late::getMessage);
        }
      }
      assertEquals(List.of(), files(folder, "backup"));
    }
  }

  @Test
  void aDamagedCopyGetsNoName() throws IOException {
    try (Service service = new Service(2, false)) {
      service.commit(500);
      try (Backup backup = Backup.begin(service.data, () -> nowNs, 1);
          BackupDirectory target = BackupDirectory.begin(folder.resolve("backup"))) {
        backup.send(
            new Backup.Receiver() {
              @Override
              public void begin(Backup.File file) throws IOException {
                target.begin(file);
              }

              @Override
              public void piece(ByteBuffer bytes) throws IOException {
                ByteBuffer changed = ByteBuffer.allocate(bytes.remaining()).put(bytes).flip();
                int at = changed.limit() / 2;
                changed.put(at, (byte) (changed.get(at) ^ 1));
                target.piece(changed);
              }

              @Override
              public void end() throws IOException {
                target.end();
              }
            });
        assertThrows(YardmasterException.class, target::complete);
      }
      assertEquals(List.of(), files(folder, "backup"));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void anArchiveRestoresEveryVersionThatItCovers(long seed) throws IOException {
    NavigableMap<Long, Map<String, String>> states = new TreeMap<>();
    for (int start = 0; start < 2; start++) {
      try (Service service = new Service(seed + start, true)) {
        service.commit(500);
        for (int i = 0; i < 100; i++) {
          service.archiver.doWork();
        }
        assertNull(service.archiver.problem());
        states.putAll(service.states);
      }
    }
    assertTrue(segments(archive()).size() > 10);
    assertTrue(segments(data()).size() < segments(archive()).size());
    assertTrue(files(archive(), "checkpoint-").size() > 1);
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < 12; i++) {
      long version =
          i == 0
              ? states.lastKey()
              : List.copyOf(states.keySet()).get(random.nextInt(states.size()));
      Path to = folder.resolve("restored-" + i);
      Restore.run(List.of(data(), archive()), to, RestorePoint.version(version), (read, of) -> {});
      assertEquals(states.get(version), read(to), "version " + version);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"create", "write", "force log-", "force checkpoint-", "rename", "forceNames"})
  void aFailingArchiveKeepsTheFiles(String operation) throws IOException {
    try (Service service = new Service(1, true)) {
      service.archiveFails(operation);
      service.commit(300);
      assertTrue(service.archiver.failures() > 0);
      assertTrue(service.archiver.problem().contains("No space left"), service.archiver::problem);
      List<String> kept = names(data());
      long failures = service.archiver.failures();
      service.commit(10);
      assertEquals(
          failures,
          service.archiver.failures(),
          "the archiver must not try again" + " during the pause");
      nowNs += 1_000_000_000L;
      service.commit(200);
      assertTrue(
          service.archiver.failures() > failures,
          "the archiver must try again after the" + " pause");
      assertTrue(names(data()).containsAll(kept) || operation.contains("checkpoint"));
      service.archiveFails(null);
      nowNs += 60_000_000_000L;
      service.commit(400);
      assertNull(service.archiver.problem());
      List<String> all = names(archive());
      all.addAll(names(data()));
      assertTrue(
          all.containsAll(kept), "each file must be in the archive or in the data" + " directory");
      assertFalse(names(data()).containsAll(kept), "the service must remove files again");
      Path to = folder.resolve("restored");
      Restored restored =
          Restore.run(List.of(archive()), to, RestorePoint.NEWEST, (read, of) -> {});
      assertEquals(service.states.get(restored.lastVersion()), read(to));
    }
  }

  private static List<String> names(Path directory) throws IOException {
    List<Path> found = segments(directory);
    found.addAll(files(directory, "checkpoint-"));
    return new ArrayList<>(found.stream().map(file -> file.getFileName().toString()).toList());
  }

  private DataDirectory openedWithTwentyCommits() throws IOException {
    DataDirectory data =
        DataDirectory.open(
            data(),
            FileDisk::open,
            LogFixture.SEGMENT_BYTES,
            1 << 16,
            new RecoveredData(),
            (a, b) -> {},
            () -> 1);
    for (int i = 1; i <= 20; i++) {
      LogFixture.commit(data.log(), i, key(i), "note");
    }
    return data;
  }

  @Test
  void noFailureOfAnArchiveEndsTheService() throws IOException {
    DataDirectory data = openedWithTwentyCommits();
    Archiver archiver =
        new Archiver(
            data,
            () -> {
              throw new IllegalStateException("the archive's provider has a bug");
            },
            () -> nowNs);
    assertEquals(0, archiver.doWork());
    assertTrue(archiver.problem().contains("has a bug"), archiver::problem);
    archiver.onClose();
    data.close();
  }

  @Test
  void anArchiveOfAnotherLogIsNotOverwritten() throws IOException {
    Files.createDirectories(archive());
    Path other = Files.writeString(archive().resolve("log-0000000001"), "of another log");
    try (Service service = new Service(1, true)) {
      service.commit(200);
      assertTrue(
          service.archiver.problem().contains("the archive of another log"),
          service.archiver::problem);
    }
    assertEquals("of another log", Files.readString(other));
  }

  @Test
  void aFileInTheArchiveMustBeTheSameToItsLastByte() throws IOException {
    DataDirectory data = openedWithTwentyCommits();
    byte[] segment = Files.readAllBytes(data().resolve("log-0000000001"));
    Path inArchive = Files.createDirectories(archive()).resolve("log-0000000001");
    Archiver archiver = new Archiver(data, () -> FileDisk.open(archive()), () -> nowNs);
    segment[segment.length - 1]++;
    Files.write(inArchive, segment);
    archiver.doWork();
    assertTrue(archiver.problem().contains("the archive of another log"), archiver::problem);
    segment[segment.length - 1]--;
    Files.write(inArchive, segment);
    nowNs += 60_000_000_000L;
    archiver.doWork();
    assertNull(archiver.problem());
    assertEquals(0, archiver.archived(), "the file must not be copied again");
    archiver.onClose();
    data.close();
  }
}
