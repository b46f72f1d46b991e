package dev.yardmaster.storage.log.backup;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.storage.log.CommitLog;
import dev.yardmaster.storage.log.DataDirectory;
import dev.yardmaster.storage.log.DirectoryListing;
import dev.yardmaster.storage.log.FileCopy;
import dev.yardmaster.storage.log.Retention;
import dev.yardmaster.storage.log.disk.Disk;
import dev.yardmaster.storage.log.disk.DiskFile;
import dev.yardmaster.storage.log.format.CheckpointFormat;
import dev.yardmaster.storage.log.format.SegmentFormat;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.agrona.concurrent.Agent;

/**
 * Copies each complete segment and each checkpoint to another directory. The log and the
 * checkpointer remove a file only after the archive has it on disk. If the data are in a table, the
 * archive contains only segments, and a restore must begin with a backup.
 *
 * <p>If the archive fails, the service continues. After a failure, the archiver waits before the
 * next attempt, and each further failure doubles the wait. The data directory keeps the files that
 * are not archived yet. The archiver never replaces a file in the archive. If the archived file
 * differs from the file in the data directory, the archive belongs to another log, so the attempt
 * fails.
 *
 * <p>The archiver has its own thread, because it waits for the disk.
 */
public final class Archiver implements Agent {

  private static final long MIN_PAUSE_NS = 1_000_000_000L;
  private static final long MAX_PAUSE_NS = 60_000_000_000L;

  /** Opens the directory of the archive. */
  @FunctionalInterface
  public interface Opening {
    /** Returns the directory's files. The archiver closes the disk. */
    Disk open() throws IOException;
  }

  private final Disk disk;
  private final CommitLog log;
  private final Retention retention;
  private final Opening opening;
  private final LongSupplier clockNs;
  private final ByteBuffer piece = FileCopy.newPiece();

  private Disk archive;
  private FileCopy copy;
  private long segment;

  /**
   * The watermark of the checkpoint that the archiver is copying; 0 while it is copying a segment.
   */
  private long checkpoint;

  private long pauseNs;
  private long failedNs;

  @Shared(
      writers = "the archiver",
      readers = "any thread, for health and metrics",
      access = "volatile; null unless the last attempt failed")
  private volatile String problem;

  @Shared(
      writers = "the archiver",
      readers = "any thread, for metrics",
      access = "atomic increment")
  private final AtomicLong failures = new AtomicLong();

  @Shared(
      writers = "the archiver",
      readers = "any thread, for metrics",
      access = "atomic increment")
  private final AtomicLong archived = new AtomicLong();

  /**
   * Creates the archiver for a directory. From this call on, the log keeps files until they are in
   * the archive.
   *
   * @param opening opens the archive, which may not exist yet
   * @param clockNs measures the pause after a failed attempt, in ns
   */
  public Archiver(DataDirectory data, Opening opening, LongSupplier clockNs) {
    this.disk = data.disk();
    this.log = data.log();
    this.retention = log.retention();
    this.opening = opening;
    this.clockNs = clockNs;
    this.segment = data.recovered().nextSequence() - 1 - data.recovered().segments().size();
    retention.archiveFrom(segment);
    if (data.table() != null) {
      retention.checkpointArchived(Long.MAX_VALUE); // Only a backup has checkpoints.
    }
  }

  @Override
  public int doWork() {
    if (pauseNs > 0 && clockNs.getAsLong() - failedNs < pauseNs) {
      return 0;
    }
    try {
      int work = copy == null ? begin() : proceed();
      if (work > 0 && copy == null) {
        pauseNs = 0;
        problem = null;
      }
      return work;
    } catch (IOException | RuntimeException e) {
      // A failure of the archive must not end the service.
      failed(e);
      return 0;
    }
  }

  private void failed(Exception failure) {
    closeAfter(failure, copy);
    closeAfter(failure, archive);
    copy = null;
    archive = null;
    pauseNs = Math.max(MIN_PAUSE_NS, Math.min(2 * pauseNs, MAX_PAUSE_NS));
    failedNs = clockNs.getAsLong();
    failures.incrementAndGet();
    problem = failure.toString();
  }

  private static void closeAfter(Exception failure, Closeable opened) {
    if (opened != null) {
      Disk.closeAfter(failure, opened);
    }
  }

  /** Begins to copy the next file that is not in the archive. */
  private int begin() throws IOException {
    String name = next();
    if (name == null) {
      return 0;
    }
    if (archive == null) {
      archive = opening.open();
      for (String unfinished : DirectoryListing.of(archive).unfinished()) {
        archive.delete(unfinished);
      }
    }
    if (archive.list().contains(name)) {
      requireSame(name);
      done();
    } else {
      copy = new FileCopy(disk, name, Long.MAX_VALUE, archive, piece);
    }
    return 1;
  }

  /**
   * Returns the name of the next file to copy; null if all files are in the archive. Segments come
   * before checkpoints, because a checkpoint is useful only together with the log after it.
   */
  private String next() {
    checkpoint = 0;
    if (segment + 1 < log.forced().sequence()) {
      return SegmentFormat.fileName(segment + 1);
    }
    if (!retention.lacksCheckpoint(retention.newestCheckpoint())) {
      return null;
    }
    checkpoint = retention.newestCheckpoint();
    return CheckpointFormat.fileName(checkpoint);
  }

  private int proceed() throws IOException {
    if (!copy.copyPiece()) {
      copy.complete();
      copy.close();
      copy = null;
      done();
      archived.incrementAndGet();
    }
    return 1;
  }

  /** Allows the service to remove a file that is now in the archive. */
  private void done() throws IOException {
    archive.forceNames();
    if (checkpoint == 0) {
      segment++;
      retention.segmentArchived(segment);
    } else {
      retention.checkpointArchived(checkpoint);
    }
  }

  private void requireSame(String name) throws IOException {
    try (DiskFile own = disk.open(name);
        DiskFile other = archive.open(name)) {
      if (!haveSameBytes(own, other)) {
        throw new IOException(
            "the archive "
                + archive.name()
                + " has another file "
                + name
                + ": this is the archive of another log");
      }
    }
  }

  /**
   * Returns whether two files are equal. All bytes are compared, because the logs of two copies of
   * a directory have the same beginning.
   */
  private boolean haveSameBytes(DiskFile own, DiskFile other) throws IOException {
    if (own.size() != other.size()) {
      return false;
    }
    ByteBuffer found = ByteBuffer.allocate(piece.capacity());
    for (long at = 0; at < own.size(); at += piece.capacity()) {
      own.read(piece.clear(), at);
      other.read(found.clear(), at);
      if (!piece.flip().equals(found.flip())) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void onClose() {
    IOException ignored = new IOException("closed"); // The next start copies the file again.
    closeAfter(ignored, copy);
    closeAfter(ignored, archive);
  }

  @Override
  public String roleName() {
    return "archiver";
  }

  /** Returns the number of files that were copied to the archive since the start. */
  public long archived() {
    return archived.get();
  }

  /** Returns the number of failed attempts since the start. */
  public long failures() {
    return failures.get();
  }

  /**
   * Returns the reason why the last attempt failed; null if the last attempt succeeded or there was
   * no attempt.
   */
  public String problem() {
    return problem;
  }
}
