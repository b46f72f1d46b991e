package dev.yardmaster.storage.log.backup;

import static dev.yardmaster.storage.log.LogFixture.hashes;
import static dev.yardmaster.storage.log.LogFixture.segments;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.storage.log.CommitLog;
import dev.yardmaster.storage.log.DirectoryListing;
import dev.yardmaster.storage.log.LogFixture;
import dev.yardmaster.storage.log.LogFixture.RecoveredData;
import dev.yardmaster.storage.log.RandomLog;
import dev.yardmaster.storage.log.Recovered;
import dev.yardmaster.storage.log.Recovery;
import dev.yardmaster.storage.log.disk.FileDisk;
import dev.yardmaster.storage.log.format.CheckpointFormat;
import dev.yardmaster.storage.log.format.GroupFormat;
import dev.yardmaster.storage.log.format.SegmentFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares restored directories with a model of the state at every version. */
class RestoreTest {

  @TempDir private Path folder;
  private int restores;

  private Path data() {
    return folder.resolve("data");
  }

  private Map<String, String> restored(List<Path> from, RestorePoint point) throws IOException {
    Path to = folder.resolve("restored-" + restores++);
    Restored restored = Restore.run(from, to, point, (read, of) -> {});
    RecoveredData found = new RecoveredData();
    Recovered recovered = LogFixture.recover(to, found);
    assertTrue(recovered.startVersion() > restored.lastVersion());
    return found.live();
  }

  private YardmasterException refused(List<Path> from, RestorePoint point) throws IOException {
    Path to = folder.resolve("refused");
    YardmasterException refusal =
        assertThrows(
            YardmasterException.class, () -> Restore.run(from, to, point, (read, of) -> {}));
    assertFalse(Files.exists(to), "a failed restore must not create the target");
    assertFalse(
        Files.exists(folder.resolve("refused.tmp")),
        "a failed restore must leave no" + " unfinished directory");
    return refusal;
  }

  /** Moves some random files to another directory, and copies other random files there. */
  private List<Path> distribute(SplittableRandom random) throws IOException {
    Path archive = Files.createDirectories(folder.resolve("archive"));
    for (Path file : LogFixture.files(data(), "")) {
      int place = random.nextInt(3);
      if (place > 0 && !file.endsWith("lock")) {
        Files.copy(file, archive.resolve(file.getFileName()));
      }
      if (place > 1 && !file.endsWith("lock")) {
        Files.delete(file);
      }
    }
    return List.of(data(), archive);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void restoresEveryVersion(long seed) throws IOException {
    try (RandomLog log = new RandomLog(data(), seed)) {
      log.commit(10);
      log.checkpoint(4);
      log.commit(6);
      log.checkpoint(3);
      log.commit(4);
      assertTrue(segments(data()).size() > 2);
      log.end();
      List<Path> from = distribute(new SplittableRandom(seed));
      Map<String, Integer> before = hashes(data());
      for (long version : log.committed()) {
        assertEquals(
            log.states.get(version),
            restored(from, RestorePoint.version(version)),
            "version " + version);
      }
      assertEquals(log.states.lastEntry().getValue(), restored(from, RestorePoint.NEWEST));
      assertEquals(before, hashes(data()), "a restore must not change the input");
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void restoresEveryTime(long seed) throws IOException {
    try (RandomLog log = new RandomLog(data(), seed)) {
      log.commit(8);
      log.checkpoint(3);
      log.commit(8);
      log.end();
      long firstMs = log.times.firstEntry().getValue();
      assertEquals(Map.of(), restored(List.of(data()), RestorePoint.time(firstMs - 1)));
      List<Long> versions = log.committed();
      for (int i = 0; i < versions.size(); i++) {
        long timeMs = log.times.get(versions.get(i));
        boolean last = i + 1 == versions.size() || log.times.get(versions.get(i + 1)) > timeMs;
        if (last) { // The restored version is the last version of its group.
          assertEquals(
              log.states.get(versions.get(i)),
              restored(List.of(data()), RestorePoint.time(timeMs)),
              "version " + versions.get(i));
        }
      }
    }
  }

  /**
   * Each start of a service skips versions, so no commit has a version between the last version of
   * one start and the first version of the next.
   */
  @Test
  void restoresToAVersionBetweenTwoStarts() throws IOException {
    try (RandomLog log = new RandomLog(data(), 5)) {
      log.commit(3);
      log.end();
      long last = log.version();
      RandomLog started = new RandomLog(data(), 6);
      long begin = started.version();
      started.end();
      assertTrue(begin > last + 1);
      for (long version : List.of(last, last + 1, begin)) {
        assertEquals(
            log.states.get(last),
            restored(List.of(data()), RestorePoint.version(version)),
            "version " + version);
      }
      YardmasterException refusal = refused(List.of(data()), RestorePoint.version(begin + 1));
      assertTrue(refusal.getMessage().contains("the log ends at"), refusal.getMessage());
    }
  }

  @Test
  void aClockThatWasSetBackDoesNotReorderCommits() throws IOException {
    List<Long> clock = new ArrayList<>(List.of(100L, 300L, 200L, 400L));
    try (FileDisk disk = FileDisk.open(data())) {
      CommitLog log =
          CommitLog.begin(
              disk,
              1 << 16,
              1 << 16,
              Recovery.run(disk, new RecoveredData(), (read, of) -> {}),
              () -> clock.isEmpty() ? 500 : clock.remove(0));
      for (int i = 1; i <= 4; i++) {
        LogFixture.commit(log, i, LogFixture.key(i), "note");
      }
      log.close();
    }
    assertEquals(1, restored(List.of(data()), RestorePoint.time(250)).size());
    assertEquals(3, restored(List.of(data()), RestorePoint.time(300)).size());
  }

  @Test
  void refusesWhatIsMissingOrDamaged() throws IOException {
    try (RandomLog log = new RandomLog(data(), 7)) {
      log.commit(10);
      log.checkpoint(4);
      log.commit(10);
      long watermark = DirectoryListing.of(log.disk).checkpoints().get(0);
      log.end();
      List<Path> from = List.of(data());
      YardmasterException beyond = refused(from, RestorePoint.version(log.version() + 1));
      assertTrue(beyond.getMessage().contains("ends at version " + log.version()));

      Path first = segments(data()).get(0);
      byte[] whole = Files.readAllBytes(first);
      Files.delete(first);
      long inside = log.times.higherKey(watermark);
      assertEquals(
          ErrorCode.DAMAGED,
          refused(from, RestorePoint.version(inside)).code(),
          "the checkpoint must not be used alone, because it lacks entries that were overwritten"
              + " while it was written");
      Files.write(first, whole);
      assertEquals(log.states.get(inside), restored(from, RestorePoint.version(inside)));

      byte[] flipped = whole.clone();
      flipped[SegmentFormat.GROUPS_OFFSET + GroupFormat.HEADER_BYTES + 9] ^= 1;
      Files.write(first, flipped);
      YardmasterException damaged = refused(from, RestorePoint.version(inside));
      assertEquals(first.toString(), damaged.details().get("file"));
      assertEquals("4096", damaged.details().get("position"));
      Files.write(first, whole);

      Path second = segments(data()).get(1);
      Path moved = folder.resolve(second.getFileName());
      Files.move(second, moved);
      YardmasterException missing = refused(from, RestorePoint.version(inside));
      assertTrue(missing.getMessage().contains("missing"), missing::getMessage);
      Files.move(moved, second);

      Path checkpoint = LogFixture.files(data(), "checkpoint-").get(0);
      byte[] entries = Files.readAllBytes(checkpoint);
      entries[CheckpointFormat.HEADER_BYTES + 50] ^= 1;
      Files.write(checkpoint, entries);
      assertEquals(checkpoint.toString(), refused(from, RestorePoint.NEWEST).details().get("file"));
    }
  }

  @Test
  void refusesATargetThatIsNotEmpty() throws IOException {
    try (RandomLog log = new RandomLog(data(), 7)) {
      log.commit(1);
    }
    Path to = Files.createDirectories(folder.resolve("to"));
    Path unfinished = Files.createDirectories(folder.resolve("to.tmp"));
    Files.writeString(unfinished.resolve("log-0000000001"), "of an attempt that was killed");
    Restore.run(List.of(data()), to, RestorePoint.NEWEST, (read, of) -> {});
    assertThrows(
        YardmasterException.class,
        () -> Restore.run(List.of(data()), to, RestorePoint.NEWEST, (read, of) -> {}));
    Files.createDirectories(unfinished);
    Files.writeString(unfinished.resolve("notes"), "of the operator");
    Path other = Files.createDirectories(folder.resolve("other"));
    Files.move(unfinished, folder.resolve("other.tmp"));
    assertThrows(
        YardmasterException.class,
        () -> Restore.run(List.of(data()), other, RestorePoint.NEWEST, (read, of) -> {}));
    assertTrue(Files.exists(folder.resolve("other.tmp/notes")));
  }

  @Test
  void segmentsOfAnotherLogAreRefused() throws IOException {
    Path other = folder.resolve("other");
    for (Path directory : List.of(data(), other)) {
      try (RandomLog log = new RandomLog(directory, 7)) {
        log.commit(2);
      }
    }
    assertTrue(
        refused(List.of(data(), other), RestorePoint.NEWEST)
            .getMessage()
            .contains("different logs"));
  }

  @Test
  void refusesATimeOfWhichTooLittleIsKnown() throws IOException {
    try (RandomLog log = new RandomLog(data(), 3)) {
      log.commit(20);
      log.end();
      long first = log.times.firstEntry().getValue();
      Files.delete(segments(data()).get(0));
      assertTrue(
          refused(List.of(data()), RestorePoint.time(first)).getMessage().contains("unknown"));
    }
  }
}
