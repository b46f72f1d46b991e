package dev.yardmaster.storage.log.backup;

import dev.yardmaster.storage.log.CommitLog;
import dev.yardmaster.storage.log.DataDirectory;
import dev.yardmaster.storage.log.DirectoryListing;
import dev.yardmaster.storage.log.FileCopy;
import dev.yardmaster.storage.log.Retention;
import dev.yardmaster.storage.log.checkpoint.TableCheckpoint;
import dev.yardmaster.storage.log.disk.Disk;
import dev.yardmaster.storage.log.disk.DiskFile;
import dev.yardmaster.storage.log.format.CheckpointFormat;
import dev.yardmaster.storage.log.format.SegmentFormat;
import dev.yardmaster.storage.log.format.SegmentReader;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * A consistent copy of the data directory of a running service: the newest checkpoint, the complete
 * segments after this checkpoint, and the part of the newest segment that is on disk. Commits
 * continue while the copy is made. If the data are in a table, the backup first writes a checkpoint
 * of the table to the data directory. This checkpoint needs as much space as the data. The service
 * keeps the copied files until the backup is closed, or until the receiver has not accepted a piece
 * of a file within the timeout. Only one thread may use an instance; the thread waits for the disk
 * and for the receiver.
 */
public final class Backup implements Closeable {

  /**
   * The maximum time, in ns, of each wait: for the disk at the beginning, and later for the
   * receiver to accept a piece of a file.
   */
  public static final long TIMEOUT_NS = 60_000_000_000L;

  /** The time, in ns, between two checks whether the log is on disk. */
  private static final long FORCE_POLL_NS = 100_000;

  /**
   * A file of a backup.
   *
   * @param bytes the number of bytes to copy; the file itself may be longer, because it is still
   *     growing
   */
  public record File(String name, long bytes) {}

  /** Receives the files in their order. */
  public interface Receiver {

    /** Begins a file. The following calls of {@link #piece} pass its bytes. */
    void begin(File file) throws IOException;

    /** Receives the next bytes of the file. The buffer is reused after the method returns. */
    void piece(ByteBuffer bytes) throws IOException;

    /** Ends the file. */
    void end() throws IOException;
  }

  /** Protects the files of a backup from removal. */
  private interface Keeper extends Closeable {

    /** Called before each piece; throws an exception if files may have been removed. */
    void renew() throws IOException;
  }

  private final Disk disk;
  private final Keeper keeper;
  private final List<File> files;

  private Backup(Disk disk, Keeper keeper, List<File> files) {
    this.disk = disk;
    this.keeper = keeper;
    this.files = List.copyOf(files);
  }

  /**
   * Begins a backup of an open directory. The backup contains all commits that were acknowledged
   * before the call, so this method waits until these commits are on disk. If the data are in a
   * table, the method also writes a checkpoint of the table. Any thread may call this method.
   *
   * @param timeoutNs the maximum time, in ns, to wait for the disk, and for the receiver to accept
   *     a piece
   * @throws IOException if the directory cannot be read, or the commits are not on disk in time
   */
  public static Backup begin(DataDirectory data, LongSupplier clockNs, long timeoutNs)
      throws IOException {
    Retention.Lease lease = data.log().retention().lease(clockNs, timeoutNs);
    try {
      if (data.table() != null) {
        TableCheckpoint.write(data, lease);
      }
      awaitForced(data.log(), clockNs, timeoutNs);
      return new Backup(data.disk(), new Leased(data, lease), files(data, lease));
    } catch (IOException | RuntimeException e) {
      lease.close();
      if (data.table() != null) {
        TableCheckpoint.remove(data);
      }
      throw e;
    }
  }

  /**
   * Returns a backup of a data directory that does not change during the backup.
   *
   * @param end is called when the backup is closed
   */
  public static Backup of(Disk disk, Closeable end) throws IOException {
    DirectoryListing listing = DirectoryListing.of(disk);
    List<File> files = new ArrayList<>();
    for (long checkpoint : listing.checkpoints()) {
      files.add(file(disk, CheckpointFormat.fileName(checkpoint)));
    }
    for (long sequence : listing.segments()) {
      files.add(file(disk, SegmentFormat.fileName(sequence)));
    }
    return new Backup(
        disk,
        new Keeper() {
          @Override
          public void renew() {}

          @Override
          public void close() throws IOException {
            end.close();
          }
        },
        files);
  }

  /** The protection of the files of a directory in use. */
  private record Leased(DataDirectory data, Retention.Lease lease) implements Keeper {

    @Override
    public void renew() throws IOException {
      lease.renew();
    }

    @Override
    public void close() throws IOException {
      lease.close();
      if (data.table() != null) {
        TableCheckpoint.remove(data);
      }
    }
  }

  /**
   * Waits until all appended commits are on disk. With asynchronous durability, the log forces
   * commits after their acknowledgement.
   */
  private static void awaitForced(CommitLog log, LongSupplier clockNs, long timeoutNs)
      throws IOException {
    long version = log.appendedVersion();
    long beganNs = clockNs.getAsLong();
    while (log.forcedVersion() < version) {
      if (clockNs.getAsLong() - beganNs >= timeoutNs) {
        throw new IOException(
            "the commits up to version "
                + version
                + " are not on disk after "
                + TimeUnit.NANOSECONDS.toMillis(timeoutNs)
                + " ms; the log is on disk up to version "
                + log.forcedVersion());
      }
      if (Thread.interrupted()) {
        throw new InterruptedIOException("interrupted while a backup waited for the disk");
      }
      LockSupport.parkNanos(FORCE_POLL_NS);
    }
  }

  private static List<File> files(DataDirectory data, Retention.Lease lease) throws IOException {
    Disk disk = data.disk();
    List<File> files = new ArrayList<>();
    // The checkpoints are listed before the end of the log is read. So the log up to this end
    // includes the version from which the newest checkpoint is complete.
    List<Long> checkpoints = DirectoryListing.of(disk).checkpoints();
    long checkpoint = checkpoints.isEmpty() ? 0 : checkpoints.get(checkpoints.size() - 1);
    if (checkpoint > 0) {
      files.add(file(disk, CheckpointFormat.fileName(checkpoint)));
    }
    CommitLog.Forced end = data.log().forced();
    long first = end.sequence();
    for (long sequence = first; sequence > 0; sequence--) {
      SegmentFormat.Header header = SegmentReader.header(disk, SegmentFormat.fileName(sequence));
      first = sequence;
      if (header == null || header.versionsAfter() <= checkpoint) {
        break;
      }
    }
    lease.narrow(checkpoint, first);
    for (long sequence = first; sequence < end.sequence(); sequence++) {
      files.add(file(disk, SegmentFormat.fileName(sequence)));
    }
    files.add(new File(SegmentFormat.fileName(end.sequence()), end.position()));
    return files;
  }

  private static File file(Disk disk, String name) throws IOException {
    try (DiskFile file = disk.open(name)) {
      return new File(name, file.size());
    }
  }

  /** Returns the files in the order of sending. */
  public List<File> files() {
    return files;
  }

  /** Returns the total length of all files, in bytes. */
  public long bytes() {
    return files.stream().mapToLong(File::bytes).sum();
  }

  /**
   * Sends all files.
   *
   * @throws IOException if a file cannot be read, or if the receiver fails or is too slow
   */
  public void send(Receiver receiver) throws IOException {
    ByteBuffer piece = FileCopy.newPiece();
    for (File file : files) {
      keeper.renew();
      receiver.begin(file);
      try (DiskFile source = disk.open(file.name())) {
        for (long at = 0; at < file.bytes(); ) {
          keeper.renew();
          piece.clear().limit((int) Math.min(piece.capacity(), file.bytes() - at));
          int read = source.read(piece, at);
          if (read == 0) {
            throw new EOFException(disk.name() + ": " + file.name() + " ends at " + at);
          }
          receiver.piece(piece.flip());
          at += read;
        }
      }
      receiver.end();
    }
  }

  /**
   * Writes all files to a new directory. A service can be started with this directory. The
   * directory gets its final name only after all files were found intact and are on disk.
   *
   * @param to the path of the new directory; it must not exist, or must be an empty directory
   * @throws IOException if the backup cannot be read or written
   */
  public void writeTo(Path to) throws IOException {
    try (BackupDirectory target = BackupDirectory.begin(to)) {
      send(target);
      var unused = target.complete();
    }
  }

  /** Ends the protection of the files, so that the service may remove them. */
  @Override
  public void close() {
    try {
      keeper.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // The next backup or start removes what is left.
    }
  }
}
