package dev.yardmaster.processor.log;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.storage.log.GroupReplication;
import dev.yardmaster.storage.log.format.GroupFeed;
import dev.yardmaster.storage.log.format.ReplicatedGroup;
import dev.yardmaster.validator.Watermark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests backups that cannot begin. {@code LeaderBackupTest} tests backups that can begin. */
class LiveBackupTest {

  @TempDir private Path parent;

  /** The replication of a machine that no longer leads, because another machine leads now. */
  private static final GroupReplication REPLACED =
      new GroupReplication() {
        @Override
        public Start start() {
          throw new AssertionError("the term has begun");
        }

        @Override
        public void append(ReplicatedGroup group, long horizonMs, End end) {
          throw new AssertionError("a backup appends nothing");
        }

        @Override
        public void confirm(End end) {
          end.failed(new IOException("planted"));
        }

        @Override
        public void closed() {}
      };

  private static LiveBackup backups(long dataBytes) {
    Watermark watermark = new Watermark(1);
    return new LiveBackup(
        REPLACED,
        new LiveCheckpoint(watermark, () -> 0, (waits, over) -> Thread.onSpinWait()),
        disk -> {
          throw new AssertionError("nothing may be written");
        },
        new GroupFeed(),
        watermark,
        () -> dataBytes,
        () -> 0);
  }

  private IOException refused(LiveBackup backups) {
    Path folder = parent.resolve("backup");
    IOException refused = assertThrows(IOException.class, () -> backups.begin(folder, () -> false));
    assertFalse(Files.exists(folder), "a refused backup leaves nothing");
    return refused;
  }

  @Test
  void aMachineThatMayHaveBeenReplacedMakesNoBackup() {
    LiveBackup backups = backups(0);
    for (int i = 0; i < 2; i++) { // The first attempt does not hinder the second.
      IOException refused = refused(backups);
      assertTrue(refused.getMessage().contains("not confirmed"), refused::toString);
    }
  }

  @Test
  void aBackupDoesNotFillTheDisk() {
    IOException refused = refused(backups(Long.MAX_VALUE));
    assertTrue(refused.getMessage().contains("needs about " + Long.MAX_VALUE), refused::toString);
  }

  @Test
  void filesOfOthersStay() throws IOException {
    Path folder = Files.createDirectories(parent.resolve("backup"));
    Path other = Files.writeString(folder.resolve("notes.txt"), "mine");
    IOException refused =
        assertThrows(IOException.class, () -> backups(0).begin(folder, () -> false));
    assertTrue(refused.getMessage().contains("not ours"), refused::toString);
    assertTrue(Files.exists(other));
  }
}
