package dev.yardmaster.storage.log;

import static dev.yardmaster.storage.log.LogFixture.commit;
import static dev.yardmaster.storage.log.LogFixture.files;
import static dev.yardmaster.storage.log.LogFixture.key;
import static dev.yardmaster.storage.log.LogFixture.writes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.storage.log.LogFixture.RecoveredData;
import dev.yardmaster.storage.log.disk.Disk;
import dev.yardmaster.storage.log.disk.DiskFile;
import dev.yardmaster.storage.log.disk.FileDisk;
import dev.yardmaster.storage.log.disk.ForwardingDisk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests two services that have the same directory open, because the lock failed to exclude the
 * second service.
 */
class FenceTest {

  @TempDir private Path directory;

  /** The data directory of a service that has lost its lock. */
  private Disk unlocked() throws IOException {
    FileDisk disk = FileDisk.open(directory);
    disk.close();
    return disk;
  }

  private static void assertFenced(CommitLog log, String lostFile) {
    YardmasterException error = assertThrows(YardmasterException.class, log::checkFence);
    assertEquals(ErrorCode.FENCED, error.code());
    assertEquals(lostFile, error.details().get("lost"));
    IOException later = assertThrows(IOException.class, log::checkFence);
    assertTrue(later.getMessage().contains("taken over"), later::getMessage);
  }

  @Test
  void theLaterStartOwnsTheDirectory() throws IOException {
    CommitLog first = LogFixture.begin(unlocked());
    commit(first, 1, key(1), "one");
    first.checkFence();
    CommitLog second = LogFixture.begin(unlocked());
    commit(first, 2, key(2), "never acknowledged");
    assertFenced(first, "epoch-0000000001");
    first.close();
    commit(second, second.appendedVersion() + 1, key(3), "three");
    second.checkFence();
    second.close();
    RecoveredData found = new RecoveredData();
    assertEquals(3, LogFixture.recover(directory, found).epoch());
    assertEquals(Map.of("notes/1", "one", "notes/3", "three"), found.live());
  }

  @Test
  void aSegmentThatIsRemovedOrReplacedAcknowledgesNothing() throws IOException {
    for (boolean replaced : new boolean[] {false, true}) {
      CommitLog log = LogFixture.begin(unlocked());
      commit(log, log.appendedVersion() + 1, key(1), "one");
      log.checkFence();
      List<Path> segments = LogFixture.segments(directory);
      Path last = segments.get(segments.size() - 1);
      byte[] bytes = Files.readAllBytes(last);
      Files.delete(last);
      if (replaced) {
        Files.write(last, bytes);
      }
      commit(log, log.appendedVersion() + 1, key(1), "two");
      assertFenced(log, last.getFileName().toString());
      log.close();
      for (Path file : files(directory, "")) {
        Files.delete(file);
      }
    }
  }

  @Test
  void aCopyWithoutItsEpochContinuesBehindTheLastSegment() throws IOException {
    LogFixture.begin(unlocked()).close();
    LogFixture.begin(unlocked()).close();
    Files.delete(directory.resolve("epoch-0000000002"));
    assertEquals(3, LogFixture.recover(directory, new RecoveredData()).epoch());
  }

  /**
   * The first service makes a commit immediately before one operation of the second service's
   * start; the test is repeated for each operation of the start. The group of this commit may be
   * the last group of its segment. The second service and a third service must recover every commit
   * that the first service has acknowledged.
   */
  @Test
  void noAcknowledgedCommitIsLostWhereverAStartIsOvertaken() throws IOException {
    boolean more = true;
    for (int at = 0; more; at++) {
      for (boolean completesSegment : new boolean[] {false, true}) {
        Race race = new Race(at, completesSegment);
        more = race.run();
        for (Path file : files(directory, "")) {
          Files.delete(file);
        }
      }
      assertTrue(at < 100, "a start must have fewer than 100 operations");
    }
  }

  private final class Race {
    private final int at;
    private final String value;
    private final Map<String, String> acknowledged = new TreeMap<>();
    private final RecoveredData second = new RecoveredData();
    private CommitLog first;
    private int operations;
    private boolean met;

    Race(int at, boolean completesSegment) {
      this.at = at;
      this.value = "x".repeat(completesSegment ? (int) LogFixture.SEGMENT_BYTES : 10);
    }

    /** Returns whether the start has executed an operation with this number. */
    boolean run() throws IOException {
      first = LogFixture.begin(unlocked());
      put(1);
      CommitLog next = null;
      try {
        Disk disk = new Interleaved(unlocked());
        Recovered recovered = Recovery.run(disk, second, (read, of) -> {});
        next = CommitLog.begin(disk, LogFixture.SEGMENT_BYTES, 1 << 16, recovered, () -> 0);
      } catch (IOException e) {
        // Both services have tried to create the same file. The second start fails, so a third
        // start is tried, which must succeed.
      }
      put(3);
      first.close();
      String where = "overtaken at operation " + at + ", value of " + value.length() + " bytes";
      if (next != null) {
        assertContains(second, where);
        next.checkFence();
        commit(next, next.appendedVersion() + 1, key(4), "four");
        next.checkFence();
        acknowledged.put("notes/4", "four");
        next.close();
      }
      RecoveredData third = new RecoveredData();
      LogFixture.recover(directory, third);
      assertContains(third, where);
      return met;
    }

    private void assertContains(RecoveredData found, String where) {
      acknowledged.forEach((key, kept) -> assertEquals(kept, found.live().get(key), where));
    }

    private void put(int note) {
      try {
        long version = first.appendedVersion() + 1;
        first.append(version, version, writes(key(note), value));
        first.write();
        first.force();
        first.checkFence();
        acknowledged.put(key(note).toString(), value);
      } catch (IOException | YardmasterException e) {
        // The first service must not acknowledge this commit.
      }
    }

    private void step() {
      if (operations++ == at) {
        met = true;
        put(2);
      }
    }

    /** Lets the first service commit before one chosen operation. */
    private final class Interleaved extends ForwardingDisk {

      Interleaved(Disk disk) {
        super(disk);
      }

      @Override
      public List<String> list() throws IOException {
        step();
        return super.list();
      }

      @Override
      public DiskFile create(String name) throws IOException {
        step();
        return super.create(name);
      }

      @Override
      public DiskFile open(String name) throws IOException {
        step();
        return super.open(name);
      }

      @Override
      public void rename(String from, String to) throws IOException {
        step();
        super.rename(from, to);
      }

      @Override
      public void delete(String name) throws IOException {
        step();
        super.delete(name);
      }

      @Override
      public void forceNames() throws IOException {
        step();
        super.forceNames();
      }

      @Override
      protected void write(String name, DiskFile file, ByteBuffer source, long position)
          throws IOException {
        step();
        super.write(name, file, source, position);
      }

      @Override
      protected void force(String name, DiskFile file) throws IOException {
        step();
        super.force(name, file);
      }
    }
  }
}
