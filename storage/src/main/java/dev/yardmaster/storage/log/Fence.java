package dev.yardmaster.storage.log;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.storage.log.disk.Disk;
import dev.yardmaster.storage.log.disk.DiskFile;
import dev.yardmaster.storage.log.format.SegmentFormat;
import dev.yardmaster.storage.log.format.SegmentReader;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/**
 * The claim of one start of a service on a data directory. It is the file {@code epoch-} followed
 * by the number of the start. A start creates its file, and removes the files of all earlier
 * starts, before it reads any commits. If an earlier start still uses the directory, it notices
 * that its own file is missing, and acknowledges no further commits. So the fence works even if the
 * directory's lock has failed to exclude the new start.
 *
 * <p>The holder of a fence must check the fence after commits are on disk and before it
 * acknowledges these commits. If its file still exists at this moment, no other start of the
 * service has begun to read the directory. So the next start will find these commits. The log's
 * thread owns the fence; any thread may call {@link #holds} and {@link #check}.
 */
public final class Fence implements Closeable {

  private static final String PREFIX = "epoch-";
  private static final int DIGITS = 10;

  private final Disk disk;
  private final long epoch;
  private final DiskFile file;

  private Fence(Disk disk, long epoch, DiskFile file) {
    this.disk = disk;
    this.epoch = epoch;
    this.file = file;
  }

  /**
   * Takes the next epoch of a directory. When this method returns, the epoch is on disk, and no
   * earlier fence holds any more.
   *
   * @return the epoch, from 1
   */
  static long take(Disk disk) throws IOException {
    DirectoryListing found = DirectoryListing.of(disk);
    List<Long> epochs = found.epochs();
    long last = epochs.isEmpty() ? 0 : epochs.get(epochs.size() - 1);
    if (!found.segments().isEmpty()) {
      // If the directory is a copy, it may lack the file of the last epoch. So the epoch in the
      // newest segment is considered too.
      long newest = found.segments().get(found.segments().size() - 1);
      last = Math.max(last, SegmentReader.epoch(disk, SegmentFormat.fileName(newest)));
    }
    disk.create(fileName(last + 1)).close();
    disk.forceNames();
    for (long earlier : epochs) {
      disk.delete(fileName(earlier));
    }
    return last + 1;
  }

  /** Opens the fence of an epoch that this process has taken. */
  static Fence open(Disk disk, long epoch) throws IOException {
    return new Fence(disk, epoch, disk.open(fileName(epoch)));
  }

  public static String fileName(long epoch) {
    return String.format(Locale.ROOT, PREFIX + "%0" + DIGITS + "d", epoch);
  }

  /** Returns the epoch in a file's name; -1 if the name is not the name of an epoch's file. */
  static long epoch(String fileName) {
    if (!fileName.matches(PREFIX + "\\d{" + DIGITS + ",18}")) {
      return -1;
    }
    long epoch = Long.parseLong(fileName.substring(PREFIX.length()));
    return fileName(epoch).equals(fileName) ? epoch : -1;
  }

  /** Returns whether no later start has taken over the directory. */
  boolean holds() throws IOException {
    return disk.isLinked(fileName(epoch), file);
  }

  /** Throws {@link ErrorCode#FENCED} if a later start has taken over the directory. */
  public void check() throws IOException {
    if (!holds()) {
      throw lost(fileName(epoch));
    }
  }

  /** Returns the error of a service whose epoch file another process has removed or replaced. */
  YardmasterException lost(String name) {
    return new YardmasterException(
        ErrorCode.FENCED,
        "another process has taken over the data directory; nothing more is acknowledged here",
        "directory",
        disk.name(),
        "epoch",
        epoch,
        "lost",
        name);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
