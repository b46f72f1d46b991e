package dev.yardmaster.storage.log.checkpoint;

import dev.yardmaster.storage.log.CommitLog;
import dev.yardmaster.storage.log.DirectoryListing;
import dev.yardmaster.storage.log.Retention;
import dev.yardmaster.storage.log.disk.Disk;
import dev.yardmaster.storage.log.format.CheckpointFormat;
import dev.yardmaster.storage.log.format.CheckpointWriter;
import dev.yardmaster.storage.worker.SnapshotRequest;
import dev.yardmaster.storage.worker.StorageRequest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;

/**
 * Writes each checkpoint to a new file in the data directory, and removes the file of the previous
 * checkpoint. An entry that was overwritten after the checkpoint began is omitted, because its
 * newer value is in the log above the watermark.
 */
public final class CheckpointFiles implements CheckpointTarget {

  private final Disk disk;
  private final Retention retention;
  private final ShardEntries entries;
  private final ByteBuffer block;

  private CheckpointWriter writer;
  private CheckpointFormat.Header header;

  /** The watermarks of replaced checkpoints that an archive or a backup may still need. */
  private final List<Long> replaced = new ArrayList<>();

  /**
   * Creates the object with no checkpoint in progress.
   *
   * @param shards the queue of each shard's worker
   * @param replies the queue for the workers' answers; at most one request is in progress
   * @param maxValueBytes the maximum length of a value, in bytes, which determines how much direct
   *     memory is reserved
   */
  public CheckpointFiles(
      Disk disk,
      CommitLog log,
      List<Queue<StorageRequest>> shards,
      Queue<StorageRequest> replies,
      int maxValueBytes) {
    this.disk = disk;
    retention = log.retention();
    entries = new ShardEntries(shards, replies, new SnapshotRequest(replies));
    block = CheckpointWriter.newBlock(maxValueBytes);
  }

  @Override
  public void begin(CheckpointFormat.Header of) throws IOException {
    DirectoryListing.deleteUnfinishedCheckpoints(disk); // To free disk space.
    header = of;
    writer = new CheckpointWriter(disk, header, block);
    entries.begin(header.watermark());
  }

  @Override
  public int copy() throws IOException {
    return entries.copyTo(writer::add);
  }

  @Override
  public boolean isCopied() {
    return entries.areComplete();
  }

  @Override
  public long finish(long horizonMs, long completeFrom) throws IOException {
    long bytes = writer.finish(horizonMs, completeFrom);
    writer = null;
    retention.checkpointed(header.watermark());
    replaced.clear();
    for (long other : DirectoryListing.of(disk).checkpoints()) {
      if (other < header.watermark()) {
        replaced.add(other);
      }
    }
    return bytes;
  }

  @Override
  public void abandon() throws IOException {
    try {
      close();
    } finally {
      // If the deletion fails, the next attempt deletes the file.
      DirectoryListing.deleteUnfinishedCheckpoints(disk);
    }
  }

  /** Removes replaced checkpoints, unless an archive or a backup needs them. */
  @Override
  public int tidy() throws IOException {
    int removed = 0;
    for (Iterator<Long> others = replaced.iterator(); others.hasNext(); ) {
      long other = others.next();
      String name = CheckpointFormat.fileName(other);
      if (retention.removeCheckpoint(other, () -> disk.delete(name))) {
        others.remove();
        removed++;
      }
    }
    return removed;
  }

  /**
   * Returns whether the last checkpoint is in the archive, or there is no archive. A second
   * checkpoint that waits for the archive would only occupy disk space.
   */
  @Override
  public boolean isReady() {
    return !retention.lacksCheckpoint(retention.newestCheckpoint());
  }

  @Override
  public void close() throws IOException {
    if (writer != null) {
      CheckpointWriter closing = writer;
      writer = null;
      closing.close();
    }
  }
}
