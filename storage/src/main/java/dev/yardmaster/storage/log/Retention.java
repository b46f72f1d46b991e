package dev.yardmaster.storage.log;

import dev.yardmaster.annotations.Shared;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Delays the removal of files that the service itself no longer needs, if a file is not in the
 * archive yet or a backup is reading the file. All other files that the service does not need may
 * be removed. Any thread may call the methods.
 */
public final class Retention {

  /** Removes a file. */
  @FunctionalInterface
  public interface Removal {
    void run() throws IOException;
  }

  @Shared(
      writers = "the archiver",
      readers = "the log's thread",
      access =
          "volatile; the number of a segment such that the archive has this segment and all"
              + " earlier segments")
  private volatile long archivedSegment = Long.MAX_VALUE;

  @Shared(
      writers = "the archiver",
      readers = "the checkpointer",
      access = "volatile; the watermark of the newest checkpoint that the archive has")
  private volatile long archivedCheckpoint = Long.MAX_VALUE;

  @Shared(
      writers = "the checkpointer",
      readers = "the archiver",
      access = "volatile; the watermark of the newest valid checkpoint")
  private volatile long newestCheckpoint;

  @Shared(
      writers = "threads that make backups",
      readers = "the log's thread, the checkpointer",
      access = "guarded by the object's lock, which is held while a file is removed")
  private final List<Lease> leases = new ArrayList<>();

  Retention(long newestCheckpoint) {
    this.newestCheckpoint = newestCheckpoint;
  }

  /**
   * Protects the files that one backup reads. The protection ends when the lease is closed, or when
   * the backup does not renew it within the timeout.
   */
  public final class Lease implements AutoCloseable {
    private final LongSupplier clockNs;
    private final long timeoutNs;
    private long renewedNs;
    private long firstSegment;
    private long checkpoint;

    private Lease(LongSupplier clockNs, long timeoutNs) {
      this.clockNs = clockNs;
      this.timeoutNs = timeoutNs;
      this.renewedNs = clockNs.getAsLong();
    }

    private boolean isOver() {
      return clockNs.getAsLong() - renewedNs >= timeoutNs;
    }

    /** Ends the protection of all files that the backup does not need. */
    public void narrow(long neededCheckpoint, long firstNeededSegment) {
      synchronized (Retention.this) {
        checkpoint = neededCheckpoint;
        firstSegment = firstNeededSegment;
      }
    }

    /**
     * Restarts the timeout. If the timeout has already passed, throws an exception, because files
     * may have been removed.
     */
    public void renew() throws IOException {
      synchronized (Retention.this) {
        if (!leases.contains(this) || isOver()) {
          throw new IOException(
              "the backup was idle for "
                  + timeoutNs / 1_000_000
                  + " ms, so the service may have removed its files");
        }
        renewedNs = clockNs.getAsLong();
      }
    }

    @Override
    public void close() {
      synchronized (Retention.this) {
        leases.remove(this);
      }
    }
  }

  /** Returns a lease that protects all present files. */
  public synchronized Lease lease(LongSupplier clockNs, long timeoutNs) {
    Lease lease = new Lease(clockNs, timeoutNs);
    leases.add(lease);
    return lease;
  }

  /**
   * From this call on, protects files until they are in the archive.
   *
   * @param segmentBefore the number of the newest segment that need not be archived; all later
   *     segments must be archived
   */
  public void archiveFrom(long segmentBefore) {
    archivedSegment = segmentBefore;
    archivedCheckpoint = 0;
  }

  public void segmentArchived(long sequence) {
    archivedSegment = sequence;
  }

  public void checkpointArchived(long watermark) {
    archivedCheckpoint = watermark;
  }

  public void checkpointed(long watermark) {
    newestCheckpoint = watermark;
  }

  /** Returns the watermark of the newest valid checkpoint; 0 if there is no checkpoint. */
  public long newestCheckpoint() {
    return newestCheckpoint;
  }

  /** Returns whether there is a checkpoint that the archive does not have. */
  public boolean lacksCheckpoint(long watermark) {
    return watermark > archivedCheckpoint;
  }

  /** Returns whether there is a segment that the archive does not have. */
  boolean lacksSegment(long sequence) {
    return sequence > archivedSegment;
  }

  /**
   * Removes a segment that a checkpoint covers, unless an archive or a backup needs the segment.
   * Returns whether the segment was removed.
   */
  boolean removeSegment(long sequence, Removal removal) throws IOException {
    if (lacksSegment(sequence)) {
      return false;
    }
    synchronized (this) {
      leases.removeIf(Lease::isOver);
      if (leases.stream().anyMatch(lease -> sequence >= lease.firstSegment)) {
        return false;
      }
      removal.run();
      return true;
    }
  }

  /**
   * Removes a checkpoint that a newer checkpoint has replaced, unless an archive or a backup needs
   * it. Returns whether the checkpoint was removed.
   */
  public boolean removeCheckpoint(long watermark, Removal removal) throws IOException {
    if (lacksCheckpoint(watermark)) {
      return false;
    }
    synchronized (this) {
      leases.removeIf(Lease::isOver);
      if (leases.stream().anyMatch(lease -> watermark >= lease.checkpoint)) {
        return false;
      }
      removal.run();
      return true;
    }
  }
}
