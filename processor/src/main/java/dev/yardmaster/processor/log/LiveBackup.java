package dev.yardmaster.processor.log;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.storage.log.DirectoryListing;
import dev.yardmaster.storage.log.GroupReplication;
import dev.yardmaster.storage.log.backup.Backup;
import dev.yardmaster.storage.log.backup.LoggedCheckpoint;
import dev.yardmaster.storage.log.checkpoint.CheckpointTarget;
import dev.yardmaster.storage.log.disk.DirectoryLock;
import dev.yardmaster.storage.log.disk.Disk;
import dev.yardmaster.storage.log.disk.FileDisk;
import dev.yardmaster.storage.log.format.GroupFeed;
import dev.yardmaster.validator.Watermark;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Makes backups of a pipeline whose log is replicated, while transactions continue. A backup
 * consists of a checkpoint of the running stores, and the commits that are made while the
 * checkpoint is written. Unlike a {@link Backup} of a data directory, this class first writes all
 * data to a folder. Any thread may call {@link #begin}; the method waits for the disk.
 */
public final class LiveBackup {

  /** The maximum time to wait for the confirmation that this machine is still the leader. */
  private static final long CONFIRM_S = 60;

  private final GroupReplication replication;
  private final LiveCheckpoint checkpoint;
  private final Function<Disk, CheckpointTarget> entries;
  private final GroupFeed feed;
  private final Watermark watermark;
  private final LongSupplier dataBytes;
  private final LongSupplier epochMs;

  @Shared(
      writers = "the threads that make backups",
      readers = "the same",
      access = "compare-and-set; only the thread that sets it uses the feed and the folder")
  private final AtomicBoolean inProgress = new AtomicBoolean();

  /**
   * Creates the object.
   *
   * @param dataBytes supplies the approximate length of a backup, in bytes
   */
  public LiveBackup(
      GroupReplication replication,
      LiveCheckpoint checkpoint,
      Function<Disk, CheckpointTarget> entries,
      GroupFeed feed,
      Watermark watermark,
      LongSupplier dataBytes,
      LongSupplier epochMs) {
    this.replication = replication;
    this.checkpoint = checkpoint;
    this.entries = entries;
    this.feed = feed;
    this.watermark = watermark;
    this.dataBytes = dataBytes;
    this.epochMs = epochMs;
  }

  /**
   * Writes a backup to a folder. The backup contains all commits that were acknowledged before the
   * call. Closing the backup removes the folder.
   *
   * @param folder the folder; it must be empty, except for files of an interrupted backup
   * @param hasEnded returns whether the pipeline's agents have stopped
   */
  public Backup begin(Path folder, BooleanSupplier hasEnded) throws IOException {
    if (!inProgress.compareAndSet(false, true)) {
      throw new YardmasterException(ErrorCode.OVERLOADED, "another backup is in progress");
    }
    FileDisk disk = null;
    try {
      disk = FileDisk.open(folder);
      empty(disk, folder);
      requireRoom(folder);
      write(disk, hasEnded);
      FileDisk written = disk;
      return Backup.of(disk, () -> end(written, folder));
    } catch (IOException | RuntimeException | Error e) {
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

  /**
   * Checks that the disk has room for the backup. The machine's log is usually on the same disk, so
   * a backup must not fill the disk.
   */
  private void requireRoom(Path folder) throws IOException {
    long needed = dataBytes.getAsLong();
    long free = Files.getFileStore(folder).getUsableSpace();
    if (free < needed) {
      throw new IOException(
          "a backup needs about " + needed + " bytes in " + folder + ", and " + free + " are free");
    }
  }

  private void write(Disk disk, BooleanSupplier hasEnded) throws IOException {
    confirm();
    feed.open();
    try (CheckpointTarget target = new LoggedCheckpoint(disk, entries.apply(disk), feed, epochMs)) {
      // The feed receives every group with a version above the last issued version.
      checkpoint.write(target, watermark.lastIssued(), hasEnded);
    } finally {
      feed.close();
    }
  }

  /**
   * Confirms that this machine is still the leader. Another leader might have acknowledged commits
   * that this machine does not have.
   */
  private void confirm() throws IOException {
    CompletableFuture<Void> confirmed = new CompletableFuture<>();
    replication.confirm(
        new GroupReplication.End() {
          @Override
          public void succeeded() {
            confirmed.complete(null);
          }

          @Override
          public void failed(Throwable cause) {
            confirmed.completeExceptionally(cause);
          }
        });
    try {
      confirmed.get(CONFIRM_S, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException(
          "it is not confirmed that this machine leads, so it makes no backup", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted before a backup");
    }
  }

  private void end(FileDisk disk, Path folder) throws IOException {
    try {
      try (disk) {
        empty(disk, folder);
      }
      Files.deleteIfExists(folder.resolve(DirectoryLock.FILE));
      Files.delete(folder);
    } finally {
      inProgress.set(false);
    }
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
