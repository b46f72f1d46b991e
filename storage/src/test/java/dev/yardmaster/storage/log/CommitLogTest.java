package dev.yardmaster.storage.log;

import static dev.yardmaster.storage.log.LogFixture.begin;
import static dev.yardmaster.storage.log.LogFixture.commit;
import static dev.yardmaster.storage.log.LogFixture.key;
import static dev.yardmaster.storage.log.LogFixture.segments;
import static dev.yardmaster.storage.log.LogFixture.writes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.storage.log.LogFixture.RecoveredData;
import dev.yardmaster.storage.log.disk.FileDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommitLogTest {

  @TempDir private Path directory;

  private Map<String, String> recovered() throws IOException {
    RecoveredData contents = new RecoveredData();
    LogFixture.recover(directory, contents);
    return contents.live();
  }

  @Test
  void aGroupCostsOneWriteAndOneForce() throws IOException {
    try (FailingDisk disk = new FailingDisk(FileDisk.open(directory))) {
      CommitLog log = begin(disk);
      disk.done.clear();
      for (int version = 1; version <= 300; version++) {
        log.append(version, version, writes(key(version), "note " + version));
      }
      assertEquals(
          0,
          disk.done.size(),
          "the log must not write before the group is passed to the operating system");
      log.write();
      assertEquals(300, log.appendedVersion());
      assertEquals(0, log.forcedVersion());
      log.force();
      assertEquals(300, log.forcedVersion());
      assertEquals(1, disk.count("write"));
      assertEquals(1, disk.count("force"));
      log.force();
      assertEquals(1, disk.count("force"), "an empty log must not be forced");
      assertEquals(300, log.size().transactions());
      assertEquals(1, log.size().groups());
      log.close();
    }
    assertEquals(300, recovered().size());
  }

  @Test
  void aGroupWithoutTransactionsIsNotWritten() throws IOException {
    try (FailingDisk disk = new FailingDisk(FileDisk.open(directory))) {
      CommitLog log = begin(disk);
      commit(log, 1, key(1), "note 1");
      disk.done.clear();
      log.write();
      log.force();
      assertEquals(java.util.List.of(), disk.done);
      log.close();
    }
  }

  @Test
  void transactionsThatWereNotWrittenLeaveNoTraceWhenTheLogIsClosed() throws IOException {
    try (FileDisk disk = FileDisk.open(directory)) {
      CommitLog log = begin(disk);
      commit(log, 1, key(1), "note 1");
      log.append(2, 2, writes(key(2), "note 2"));
      log.close();
    }
    try (FailingDisk disk = new FailingDisk(FileDisk.open(directory))) {
      RecoveredData contents = new RecoveredData();
      Recovered recovered = Recovery.run(disk, contents, (bytes, ofBytes) -> {});
      assertEquals(Map.of("notes/1", "note 1"), contents.live());
      assertEquals(0, recovered.tornBytes());
      assertEquals(0, disk.count("rename"), "a log that was closed must not be copied");
    }
  }

  @Test
  void aLongFirstTransactionDoesNotLeaveAnEmptySegment() throws IOException {
    String large = "x".repeat(3 * (int) LogFixture.SEGMENT_BYTES);
    try (FileDisk disk = FileDisk.open(directory)) {
      CommitLog log = begin(disk);
      commit(log, 1, key(1), large);
      assertEquals(1, segments(directory).size());
      log.close();
    }
  }

  @Test
  void aSegmentHasItsNameWhenItsHeaderIsOnTheDisk() throws IOException {
    try (FailingDisk disk = new FailingDisk(FileDisk.open(directory))) {
      begin(disk).close();
      assertEquals(
          java.util.List.of(
              "create epoch-0000000001",
              "forceNames",
              "create log-0000000001.tmp",
              "write log-0000000001.tmp",
              "force log-0000000001.tmp",
              "rename log-0000000001",
              "forceNames"),
          disk.done);
    }
  }

  @Test
  void removesWhatACheckpointCovers() throws IOException {
    try (FileDisk disk = FileDisk.open(directory)) {
      CommitLog log = begin(disk);
      long version = 0;
      while (log.size().segments() < 4) {
        commit(log, ++version, key(1), "version " + version);
      }
      long bytes = log.size().bytes();
      assertFalse(log.removeCovered(), "no segment may be removed before a checkpoint covers it");
      log.coveredThrough(16);
      assertTrue(log.removeCovered());
      assertFalse(
          log.removeCovered(),
          "the second segment has versions above 16, so it must not be removed");
      assertEquals(3, log.size().segments());
      assertTrue(log.size().bytes() < bytes);
      assertEquals(3, segments(directory).size());
      log.coveredThrough(version);
      assertTrue(log.removeCovered());
      assertTrue(log.removeCovered());
      assertFalse(
          log.removeCovered(), "the last segment is still in use, so it must not be removed");
      log.close();
    }
  }

  private void failsForGood(String failing) throws IOException {
    try (FailingDisk disk = new FailingDisk(FileDisk.open(directory))) {
      CommitLog log = begin(disk);
      commit(log, 1, key(1), "one");
      disk.failing = failing;
      log.append(2, 2, writes(key(2), "two"));
      IOException first =
          assertThrows(
              IOException.class,
              () -> {
                log.write();
                log.force();
              });
      assertTrue(first.getMessage().contains("No space left on device"), first::getMessage);
      assertTrue(first.getMessage().contains("log-0000000001"), first::getMessage);
      assertEquals(1, log.forcedVersion());
      disk.failing = null;
      disk.done.clear();
      assertThrows(IOException.class, log::write);
      assertThrows(IOException.class, log::force);
      assertThrows(IOException.class, log::removeCovered);
      log.close();
      assertEquals(
          0,
          disk.done.size(),
          "after a failure the log must not use the disk again, not even when it is closed");
      assertEquals(1, log.forcedVersion());
    }
    assertEquals("one", recovered().get("notes/1"));
  }

  @Test
  void aForceThatFailedIsNeverTriedAgain() throws IOException {
    failsForGood("force log");
  }

  @Test
  void aWriteThatFailedIsNeverTriedAgain() throws IOException {
    failsForGood("write log");
  }

  @Test
  void aSegmentThatCannotBeBegunEndsTheLog() throws IOException {
    String large = "x".repeat((int) LogFixture.SEGMENT_BYTES);
    for (String failing : new String[] {"write", "force", "rename", "forceNames"}) {
      try (FailingDisk disk = new FailingDisk(FileDisk.open(directory))) {
        CommitLog log = begin(disk);
        long first = log.appendedVersion();
        commit(log, first + 1, key(1), failing);
        log.append(2, first + 2, writes(key(2), large));
        disk.failing = failing;
        assertThrows(IOException.class, log::write);
        assertEquals(first + 1, log.forcedVersion());
        disk.failing = null;
        assertThrows(IOException.class, log::write);
        log.close();
      }
      assertEquals(Map.of("notes/1", failing), recovered());
    }
  }
}
