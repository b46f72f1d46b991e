package dev.yardmaster.storage.log.backup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import dev.yardmaster.storage.WriteSet;
import dev.yardmaster.storage.log.checkpoint.CheckpointTarget;
import dev.yardmaster.storage.log.disk.Disk;
import dev.yardmaster.storage.log.disk.FileDisk;
import dev.yardmaster.storage.log.format.CheckpointFormat;
import dev.yardmaster.storage.log.format.GroupFeed;
import dev.yardmaster.storage.log.format.LogRecord;
import dev.yardmaster.storage.log.format.LogVisitor;
import dev.yardmaster.storage.log.format.RecordEncoder;
import dev.yardmaster.storage.log.format.ReplicatedGroup;
import dev.yardmaster.storage.log.format.StoredWrite;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the log that accompanies a checkpoint with version 10. */
class LoggedCheckpointTest {

  private static final long VERSION = 10;

  /** The length of the checkpoint without the log. */
  private static final long BYTES = 123;

  @TempDir private Path folder;

  private final GroupFeed feed = new GroupFeed();

  private void commit(long version) {
    WriteSet writes = new WriteSet();
    writes.write(writes.add(Key.of("t", version), version), new byte[] {1});
    LogRecord record = new LogRecord();
    new RecordEncoder().encode(record, version, version, writes);
    ReplicatedGroup group = new ReplicatedGroup();
    group.append(record);
    ByteBuffer unused = group.seal(1, version - 1, 0);
    feed.offer(group);
  }

  /** Copies all entries in one step, during which a group is committed. */
  private final class OneStep implements CheckpointTarget {
    private boolean begun;
    private boolean copied;
    private long completeFrom;

    @Override
    public void begin(CheckpointFormat.Header header) {
      assertEquals(VERSION, header.watermark());
      begun = true;
    }

    @Override
    public int copy() {
      commit(VERSION + 2);
      copied = true;
      return 1;
    }

    @Override
    public boolean isCopied() {
      return copied;
    }

    @Override
    public long finish(long horizonMs, long from) {
      completeFrom = from;
      return BYTES;
    }

    @Override
    public void abandon() {}

    @Override
    public int tidy() {
      return 0;
    }

    @Override
    public boolean isReady() {
      return true;
    }

    @Override
    public void close() {}
  }

  /**
   * The entries that are copied last may lack keys of the last group, so the log must contain this
   * group.
   */
  @Test
  void theLogHasEachGroupAboveTheCheckpointUntilAllIsCopied() throws IOException {
    OneStep entries = new OneStep();
    try (Disk disk = FileDisk.open(folder.resolve("backup"))) {
      feed.open();
      commit(VERSION);
      commit(VERSION + 1);
      try (LoggedCheckpoint logged = new LoggedCheckpoint(disk, entries, feed, () -> 1_000)) {
        logged.begin(new CheckpointFormat.Header(1, VERSION));
        while (!logged.isCopied()) {
          assertEquals(3, logged.copy(), "two groups, and the step");
        }
        assertTrue(entries.begun);
        assertEquals(BYTES, logged.finish(0, 0));
      }
      List<Long> versions = new ArrayList<>();
      Inspection unused =
          Inspection.of(
              disk,
              new LogVisitor() {
                @Override
                public boolean transaction(long version, long transactionId, int writes) {
                  versions.add(version);
                  return false;
                }

                @Override
                public void entry(StoredWrite write, long version) {}
              });
      assertEquals(List.of(VERSION + 1, VERSION + 2), versions);
      assertEquals(VERSION + 2, entries.completeFrom, "a shorter log is not enough");
    }
  }
}
