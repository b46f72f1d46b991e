package dev.yardmaster.processor;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.storage.log.CheckpointTarget;
import dev.yardmaster.storage.log.DirectoryListing;
import dev.yardmaster.storage.log.GroupFeed;
import dev.yardmaster.storage.log.backup.Backup;
import dev.yardmaster.storage.log.backup.LoggedCheckpoint;
import dev.yardmaster.storage.log.disk.DirectoryLock;
import dev.yardmaster.storage.log.disk.Disk;
import dev.yardmaster.storage.log.disk.FileDisk;
import dev.yardmaster.validator.Watermark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Makes backups of a pipeline whose log is replicated, while transactions go on: a checkpoint of
 * the running stores, and the commits that are made meanwhile. Unlike a {@link Backup} of a data
 * directory, it first writes all data to a folder. Any thread may call {@link #begin}, and waits
 * for the disk.
 */
final class LiveBackup {

  private final LiveCheckpoint checkpoint;
  private final Function<Disk, CheckpointTarget> entries;
  private final GroupFeed feed;
  private final Watermark watermark;
  private final LongSupplier epochMs;

  @Shared(
      writers = "the threads that make backups",
      readers = "the same",
      access = "compare-and-set; only the thread that sets it uses the feed and the folder")
  private final AtomicBoolean inProgress = new AtomicBoolean();

  LiveBackup(
      LiveCheckpoint checkpoint,
      Function<Disk, CheckpointTarget> entries,
      GroupFeed feed,
      Watermark watermark,
      LongSupplier epochMs) {
    this.checkpoint = checkpoint;
    this.entries = entries;
    this.feed = feed;
    this.watermark = watermark;
    this.epochMs = epochMs;
  }

  /**
   * Writes a backup to a folder. It has all commits that were acknowledged before the call. Closing
   * the backup removes the folder.
   *
   * @param folder the folder, without files but those of a backup that was interrupted
   * @param hasEnded returns whether the pipeline's agents have stopped
   */
  Backup begin(Path folder, BooleanSupplier hasEnded) throws IOException {
    if (!inProgress.compareAndSet(false, true)) {
      throw new YardmasterException(ErrorCode.OVERLOADED, "another backup is in progress");
    }
    FileDisk disk = null;
    try {
      disk = FileDisk.open(folder);
      empty(disk, folder);
      write(disk, hasEnded);
      FileDisk written = disk;
      return Backup.of(disk, () -> end(written, folder));
    } catch (IOException | RuntimeException e) {
      if (disk == null) {
        inProgress.set(false);
      } else {
        try {
          end(disk, folder);
        } catch (IOException f) {
          e.addSuppressed(f);
        }
      }
      throw e;
    }
  }

  private void write(Disk disk, BooleanSupplier hasEnded) throws IOException {
    feed.open();
    try (CheckpointTarget target = new LoggedCheckpoint(disk, entries.apply(disk), feed, epochMs)) {
      // The feed receives every group above this version.
      checkpoint.write(target, watermark.lastIssued(), hasEnded);
    } finally {
      feed.close();
    }
  }

  private void end(FileDisk disk, Path folder) throws IOException {
    try (disk) {
      empty(disk, folder);
    } finally {
      inProgress.set(false);
    }
    Files.deleteIfExists(folder.resolve(DirectoryLock.FILE));
    Files.delete(folder);
  }

  private static void empty(Disk disk, Path folder) throws IOException {
    for (String name : disk.list()) {
      if (!DirectoryListing.isOwn(name)) {
        throw new IOException(
            "this file in the folder for backups is not ours: " + folder.resolve(name));
      }
      disk.delete(name);
    }
  }
}
