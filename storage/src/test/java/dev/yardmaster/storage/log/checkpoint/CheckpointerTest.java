package dev.yardmaster.storage.log.checkpoint;

import static dev.yardmaster.storage.log.LogFixture.bytes;
import static dev.yardmaster.storage.log.LogFixture.files;
import static dev.yardmaster.storage.log.LogFixture.key;
import static dev.yardmaster.storage.log.LogFixture.writes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.outcome.OutcomeHorizon;
import dev.yardmaster.storage.InMemoryStore;
import dev.yardmaster.storage.log.CommitLog;
import dev.yardmaster.storage.log.FailingDisk;
import dev.yardmaster.storage.log.LogFixture;
import dev.yardmaster.storage.log.LogFixture.RecoveredData;
import dev.yardmaster.storage.log.Recovered;
import dev.yardmaster.storage.log.Recovery;
import dev.yardmaster.storage.log.disk.FileDisk;
import dev.yardmaster.storage.log.format.CheckpointFormat;
import dev.yardmaster.storage.log.format.CheckpointReader;
import dev.yardmaster.storage.log.format.GroupFormat;
import dev.yardmaster.storage.log.format.SegmentFormat;
import dev.yardmaster.storage.log.format.TableNames;
import dev.yardmaster.storage.worker.OutcomeRetention;
import dev.yardmaster.storage.worker.RangeMarks;
import dev.yardmaster.storage.worker.StorageRequest;
import dev.yardmaster.storage.worker.StorageSettings;
import dev.yardmaster.storage.worker.StorageWorker;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests checkpoints that are written in several steps while the store changes. */
class CheckpointerTest {

  private static final int NOTES = 3_000;
  private static final int MANY_SEGMENTS = 64;
  private static final long HORIZON_MS = 12_345;

  @TempDir private Path directory;

  /** A store of two shards with a log. Every commit is installed immediately. */
  private final class Service {
    final FailingDisk disk = new FailingDisk(FileDisk.open(directory));
    final RecoveredData contents = new RecoveredData();
    final CommitLog log;
    final List<Queue<StorageRequest>> inboxes = List.of(new ArrayDeque<>(), new ArrayDeque<>());
    final List<InMemoryStore> stores = List.of(new InMemoryStore(), new InMemoryStore());
    final List<StorageWorker> workers = new ArrayList<>();
    final Checkpointer checkpointer;
    long version;

    /** The version up to which all writes count as installed. */
    long installed = Long.MAX_VALUE;

    long horizonMs = HORIZON_MS;
    long nowNs;

    Service(long checkpointBytes) throws IOException {
      this(checkpointBytes, LogFixture.SEGMENT_BYTES);
    }

    Service(long checkpointBytes, long segmentBytes) throws IOException {
      Recovered recovered = Recovery.run(disk, contents, (read, of) -> {});
      log = CommitLog.begin(disk, segmentBytes, 1 << 16, recovered, () -> 0);
      version = recovered.startVersion();
      for (int i = 0; i < 2; i++) {
        workers.add(
            new StorageWorker(
                "storage",
                stores.get(i),
                inboxes.get(i),
                StorageSettings.fixed(10, true),
                () -> version,
                RangeMarks.undivided(() -> version),
                () -> 0,
                new OutcomeRetention(new OutcomeHorizon(() -> 0, 1_000), 1_000)));
      }
      contents.values.forEach((key, value) -> install(key, value, contents.versions.get(key)));
      checkpointer =
          new Checkpointer(
              log,
              recovered,
              new CheckpointFiles(disk, log, inboxes, new ArrayDeque<>(), 1 << 16),
              () -> Math.min(version, installed),
              () -> version,
              () -> horizonMs,
              checkpointBytes,
              () -> nowNs);
    }

    /** Commits all notes as one group. */
    void load() throws IOException {
      for (int i = 0; i < NOTES; i++) {
        install(key(i), bytes("loaded"), ++version);
        log.append(i, version, writes(key(i), "loaded"));
        contents.entry(key(i), bytes("loaded"), version);
      }
      log.write();
      log.force();
    }

    private void install(Key key, byte[] value, long at) {
      stores.get((int) key.number() % 2).write(key, key.number(), value, at);
    }

    void put(int note, String value) throws IOException {
      version++;
      log.append(version, version, writes(key(note), value));
      log.write();
      log.force();
      install(key(note), bytes(value), version);
      contents.entry(key(note), bytes(value), version);
    }

    int step() {
      return checkpointer.doWork() + workers.get(0).doWork() + workers.get(1).doWork();
    }

    void checkpoint() {
      long before = checkpointer.figures().written();
      while (checkpointer.figures().written() == before) {
        assertTrue(step() > 0, "a checkpoint that has begun must continue");
      }
    }

    void close() throws IOException {
      checkpointer.onClose();
      log.close();
      disk.close();
    }
  }

  private Map<String, String> recovered(Recovered[] how) throws IOException {
    RecoveredData found = new RecoveredData();
    how[0] = LogFixture.recover(directory, found);
    return found.live();
  }

  @Test
  void aCheckpointStandsForTheLogBeforeIt() throws IOException {
    Service service = new Service(LogFixture.SEGMENT_BYTES);
    assertEquals(0, service.step(), "an empty log must not cause a checkpoint");
    for (int i = 0; i < 40; i++) {
      service.put(i, "note " + i);
    }
    service.put(7, null);
    service.checkpoint();
    while (service.log.removeCovered()) {
      // The loop removes all covered segments.
    }
    service.put(8, "after");
    assertEquals(1, service.log.size().segments());
    Map<String, String> expected = service.contents.live();
    service.close();
    Recovered[] how = new Recovered[1];
    assertEquals(expected, recovered(how));
    assertEquals(39, how[0].checkpointEntries());
    assertEquals(41, how[0].checkpointVersion());
    assertEquals(1, how[0].replayed());
    assertEquals(HORIZON_MS, how[0].horizonMs());
  }

  @Test
  void writersGoOnMeanwhile() throws IOException {
    for (long seed = 1; seed <= 20; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      for (Path file : files(directory, "")) {
        Files.delete(file);
      }
      Service service = new Service(LogFixture.SEGMENT_BYTES);
      service.load();
      int checkpoints = 1 + random.nextInt(3);
      while (service.checkpointer.figures().written() < checkpoints) {
        if (random.nextInt(3) == 0) {
          service.step();
        } else {
          int note = random.nextInt(NOTES + 100);
          service.put(note, random.nextInt(4) == 0 ? null : "at " + service.version);
        }
        if (random.nextInt(10) == 0) {
          service.log.removeCovered();
        }
      }
      Map<String, String> expected = service.contents.live();
      service.close();
      Recovered[] how = new Recovered[1];
      assertEquals(expected, recovered(how), "seed " + seed);
      assertTrue(how[0].checkpointVersion() > 0, "seed " + seed);
    }
  }

  @Test
  void holdsNothingAboveItsWatermarkAndTheHorizonOfItsEnd() throws IOException {
    Service service = new Service(LogFixture.SEGMENT_BYTES);
    service.load();
    long watermark = service.version;
    service.step();
    for (int i = NOTES - 10; i < NOTES; i++) {
      service.put(i, "later");
    }
    service.horizonMs++;
    service.checkpoint();
    service.close();
    try (FileDisk disk = FileDisk.open(directory);
        CheckpointReader reader =
            CheckpointReader.open(disk, CheckpointFormat.fileName(watermark), new TableNames())) {
      assertTrue(
          reader.read(
              (write, version) -> assertTrue(version <= watermark, () -> write.key().toString())));
      assertEquals(NOTES - 10, reader.entries());
      assertEquals(HORIZON_MS + 1, reader.horizonMs());
    }
  }

  @Test
  void theNextIsDueWhenTheLogHasGrown() throws IOException {
    Service service = new Service(LogFixture.SEGMENT_BYTES);
    for (int i = 0; i < 40; i++) {
      service.put(i, "note " + i);
    }
    service.checkpoint();
    long grown = 0;
    while (service.checkpointer.figures().written() == 1) {
      // The current segment is never removed, so this segment alone must not trigger another
      // checkpoint.
      service.put(1, "again");
      grown += GroupFormat.BLOCK_BYTES;
      for (int i = 0; i < 20; i++) {
        service.step();
      }
    }
    assertEquals(LogFixture.SEGMENT_BYTES, grown);
    service.close();
  }

  /** Commits until a checkpoint begins. Each commit has its own segment. */
  private static void putUntilDue(Service service) throws IOException {
    while (service.step() == 0) {
      service.put(1, "at " + service.version);
    }
  }

  @Test
  void theNextIsDueWhenTheLogHasManySegments() throws IOException {
    Service service = new Service(Long.MAX_VALUE, 1);
    putUntilDue(service);
    assertEquals(MANY_SEGMENTS, service.log.size().segments());
    service.checkpoint();
    while (service.log.removeCovered()) {
      // The loop removes all covered segments.
    }
    assertEquals(1, service.log.size().segments());
    putUntilDue(service);
    assertEquals(MANY_SEGMENTS, service.log.size().segments());
    service.close();
    service = new Service(Long.MAX_VALUE, 1);
    service.put(1, "the segments of the last start count too");
    assertEquals(1, service.step());
    service.close();
  }

  @Test
  void nothingIsDueWhileNoFurtherCommitIsInstalled() throws IOException {
    Service service = new Service(LogFixture.SEGMENT_BYTES);
    service.installed = 0;
    for (int i = 0; i < 40; i++) {
      service.put(i, "note " + i);
    }
    assertEquals(0, service.step());
    service.installed = 20;
    service.checkpoint();
    assertEquals(20, CheckpointFormat.watermark(newestCheckpoint()));
    for (int i = 0; i < 40; i++) {
      service.put(i, "later " + i);
    }
    assertEquals(0, service.step());
    service.installed++;
    service.checkpoint();
    assertEquals(21, CheckpointFormat.watermark(newestCheckpoint()));
    service.close();
  }

  private String newestCheckpoint() throws IOException {
    return files(directory, "checkpoint-").get(0).getFileName().toString();
  }

  /** The name of the file says that its content is on disk. */
  @Test
  void aCheckpointGetsItsNameWhenItsContentIsOnDisk() throws IOException {
    Service service = new Service(LogFixture.SEGMENT_BYTES);
    service.load();
    service.disk.done.clear();
    service.checkpoint();
    String name = newestCheckpoint();
    String unfinished = name + SegmentFormat.UNFINISHED;
    assertEquals(
        List.of(
            "create " + unfinished,
            "write " + unfinished, // The header.
            "write " + unfinished, // All entries, because they share one block.
            "force " + unfinished,
            "write " + unfinished, // The end.
            "force " + unfinished,
            "rename " + name,
            "forceNames"),
        service.disk.done);
    service.close();
  }

  @Test
  void anUnfinishedFileThatCouldNotBeDeletedIsDeletedLater() throws IOException {
    Service service = new Service(LogFixture.SEGMENT_BYTES);
    service.load();
    assertEquals(1, service.step());
    service.disk.failing = ""; // All operations fail, even the deletion.
    while (service.checkpointer.figures().failures() == 0) {
      service.step();
    }
    assertEquals(1, files(directory, "checkpoint-").size());
    service.disk.failing = null;
    service.put(1, "the next checkpoint has another name");
    service.nowNs += 1_000_000_000L;
    service.checkpoint();
    assertEquals(1, files(directory, "checkpoint-").size());
    assertEquals(CheckpointFormat.fileName(service.version), newestCheckpoint());
    service.close();
  }

  @Test
  void theFiguresTellHowLongTheLastTookAndHowOldItIs() throws IOException {
    Service service = new Service(LogFixture.SEGMENT_BYTES);
    service.nowNs = 100;
    assertEquals(CheckpointFigures.NONE, service.checkpointer.figures());
    service.load();
    service.step();
    service.nowNs += 7;
    service.checkpoint();
    service.nowNs += 5;
    CheckpointFigures figures = service.checkpointer.figures();
    long bytes = Files.size(files(directory, "checkpoint-").get(0));
    assertEquals(new CheckpointFigures(1, 0, bytes, 7, 5), figures);
    service.close();
  }

  @Test
  void thereIsOneCheckpointThatCounts() throws IOException {
    Service service = new Service(LogFixture.SEGMENT_BYTES);
    for (int round = 0; round < 3; round++) {
      for (int i = 0; i < 40; i++) {
        service.put(i, "round " + round);
      }
      service.checkpoint();
      assertEquals(1, files(directory, "checkpoint-").size());
    }
    service.close();
  }

  @Test
  void oneThatWasNotFinishedDoesNotCount() throws IOException {
    Service service = new Service(LogFixture.SEGMENT_BYTES);
    for (int i = 0; i < 40; i++) {
      service.put(i, "note " + i);
    }
    service.step();
    service.step();
    assertEquals(1, files(directory, "checkpoint-").size());
    Map<String, String> expected = service.contents.live();
    service.close();
    Recovered[] how = new Recovered[1];
    assertEquals(expected, recovered(how));
    assertEquals(0, how[0].checkpointVersion());
    assertEquals(0, files(directory, "checkpoint-").size());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void itCountsWhenItsPartOfTheLogIsOnTheDisk(boolean written) throws IOException {
    Service service = new Service(LogFixture.SEGMENT_BYTES);
    for (int i = 0; i < 40; i++) {
      service.put(i, "note " + i);
    }
    service.step();
    service.version++;
    service.log.append(1, service.version, writes(key(3), "later"));
    if (written) {
      service.log.write();
    }
    service.install(key(3), bytes("later"), service.version);
    for (int i = 0; i < 20; i++) {
      service.step();
    }
    assertEquals(
        0,
        service.checkpointer.figures().written(),
        "the checkpoint must not be valid while the value that replaced note 3 is not on disk");
    service.log.write();
    service.log.force();
    service.step();
    assertEquals(1, service.checkpointer.figures().written());
    service.close();
    assertEquals("later", recovered(new Recovered[1]).get("notes/3"));
  }

  @Test
  void aFlippedBitIsDamage() throws IOException {
    Service service = new Service(LogFixture.SEGMENT_BYTES);
    for (int i = 0; i < 40; i++) {
      service.put(i, "note " + i);
    }
    service.checkpoint();
    service.close();
    Path file = files(directory, "checkpoint-").get(0);
    byte[] whole = Files.readAllBytes(file);
    for (int at = 0; at < whole.length; at += 7) {
      byte[] flipped = whole.clone();
      flipped[at] ^= 4;
      Files.write(file, flipped);
      assertThrows(
          dev.yardmaster.api.YardmasterException.class,
          () -> LogFixture.recover(directory, new RecoveredData()),
          "at " + at);
    }
    for (int length = 0; length < whole.length; length += 11) {
      Files.write(file, java.util.Arrays.copyOf(whole, length));
      assertThrows(
          dev.yardmaster.api.YardmasterException.class,
          () -> LogFixture.recover(directory, new RecoveredData()),
          "length " + length);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"create", "write", "force", "rename"})
  void aFullDiskAbandonsACheckpointAndALaterOneSucceeds(String operation) throws IOException {
    Service service = new Service(LogFixture.SEGMENT_BYTES);
    for (int i = 0; i < 40; i++) {
      service.put(i, "note " + i);
    }
    service.disk.failing = operation + " checkpoint";
    long pauseNs = 1_000_000_000L;
    for (int attempt = 1; attempt <= 8; attempt++) {
      while (service.checkpointer.figures().failures() < attempt) {
        service.step();
      }
      assertTrue(service.checkpointer.warning().orElseThrow().contains("No space left"));
      assertEquals(
          List.of(),
          files(directory, "checkpoint-"),
          "an abandoned checkpoint must" + " leave no file");
      service.put(1, "the log goes on");
      service.nowNs += Math.min(pauseNs, 60_000_000_000L) - 1;
      assertEquals(
          0, service.step(), "the pause must double with each attempt: attempt " + attempt);
      service.nowNs++;
      pauseNs *= 2;
    }
    service.disk.failing = null;
    service.checkpoint();
    assertEquals(Optional.empty(), service.checkpointer.warning());
    Map<String, String> expected = service.contents.live();
    service.close();
    Recovered[] how = new Recovered[1];
    assertEquals(expected, recovered(how));
    assertTrue(how[0].checkpointVersion() > 0);
  }

  @Test
  void memoryForACheckpointIsReservedAtTheStart() throws IOException {
    Service service = new Service(LogFixture.SEGMENT_BYTES);
    for (int i = 0; i < 40; i++) {
      service.put(i, "x".repeat(1 << 16));
    }
    long before = directBytes();
    service.checkpoint();
    assertEquals(before, directBytes());
    service.close();
  }

  private static long directBytes() {
    return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
        .filter(pool -> pool.getName().equals("direct"))
        .mapToLong(BufferPoolMXBean::getTotalCapacity)
        .sum();
  }

  @Test
  void valuesOfAnyLengthFit() throws IOException {
    Service service = new Service(LogFixture.SEGMENT_BYTES);
    Map<Integer, Integer> lengths = new HashMap<>(Map.of(0, 0, 2, 1 << 20, 4, 3 << 20, 6, 5));
    for (Map.Entry<Integer, Integer> note : lengths.entrySet()) {
      service.put(note.getKey(), "x".repeat(note.getValue()));
    }
    service.checkpoint();
    Map<String, String> expected = service.contents.live();
    service.close();
    assertEquals(expected, recovered(new Recovered[1]));
  }

  @Test
  void aServiceThatHasLostTheDirectoryCompletesNoCheckpoint() throws IOException {
    for (int steps : new int[] {0, 3}) {
      Service service = new Service(LogFixture.SEGMENT_BYTES);
      service.load();
      for (int i = 0; i < steps; i++) {
        assertTrue(service.step() > 0);
      }
      Files.delete(files(directory, "epoch-").get(0));
      YardmasterException error =
          assertThrows(YardmasterException.class, service::checkpoint, "steps=" + steps);
      assertEquals(ErrorCode.FENCED, error.code());
      assertEquals(steps > 0 ? 1 : 0, files(directory, "checkpoint-").size(), "unfinished files");
      assertEquals(0, service.checkpointer.figures().written());
      service.close();
      for (Path file : files(directory, "")) {
        Files.delete(file);
      }
    }
  }
}
