package dev.yardmaster.storage.log.backup;

import dev.yardmaster.storage.log.checkpoint.CheckpointTarget;
import dev.yardmaster.storage.log.disk.Disk;
import dev.yardmaster.storage.log.format.CheckpointFormat;
import dev.yardmaster.storage.log.format.GroupFeed;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.LongSupplier;

/**
 * A checkpoint together with a log of the commits that are made while the checkpoint is written.
 * The result is a complete data directory. The machine itself has no commit log; the commits come
 * from the groups that the machine replicates. One thread uses an instance, for one checkpoint.
 */
public final class LoggedCheckpoint implements CheckpointTarget {

  private final Disk disk;
  private final CheckpointTarget checkpoint;
  private final GroupFeed feed;
  private final LongSupplier epochMs;
  private LogCopy log;

  /**
   * Creates the object with no checkpoint in progress.
   *
   * @param disk the disk of the checkpoint; it must be empty
   * @param checkpoint the target of the entries
   * @param feed the source of the groups; it must have been opened before the checkpoint's version
   *     was chosen
   * @param epochMs the time in ms since 1970
   */
  public LoggedCheckpoint(
      Disk disk, CheckpointTarget checkpoint, GroupFeed feed, LongSupplier epochMs) {
    this.disk = disk;
    this.checkpoint = checkpoint;
    this.feed = feed;
    this.epochMs = epochMs;
  }

  @Override
  public void begin(CheckpointFormat.Header header) throws IOException {
    checkpoint.begin(header);
    log = LogCopy.begin(disk, header.epoch(), header.watermark());
  }

  @Override
  public int copy() throws IOException {
    return drain() + checkpoint.copy();
  }

  private int drain() throws IOException {
    int groups = 0;
    for (ByteBuffer group = feed.poll(); group != null; group = feed.poll()) {
      log.add(group, epochMs.getAsLong());
      groups++;
    }
    return groups;
  }

  @Override
  public boolean isCopied() {
    return checkpoint.isCopied();
  }

  /**
   * Completes the log and then the checkpoint. A commit reaches the stores only after the feed has
   * received its group. So the checkpoint is complete from the last version in the log.
   */
  @Override
  public long finish(long horizonMs, long completeFrom) throws IOException {
    int unused = drain();
    long lastVersion = log.lastVersion();
    closeLog();
    long bytes = checkpoint.finish(horizonMs, lastVersion);
    disk.forceNames();
    return bytes;
  }

  @Override
  public void abandon() throws IOException {
    try {
      checkpoint.abandon();
    } finally {
      closeLog();
    }
  }

  @Override
  public int tidy() throws IOException {
    return checkpoint.tidy();
  }

  @Override
  public boolean isReady() {
    return checkpoint.isReady();
  }

  @Override
  public void close() throws IOException {
    try (checkpoint) {
      closeLog();
    }
  }

  private void closeLog() throws IOException {
    if (log != null) {
      LogCopy ending = log;
      log = null;
      ending.close();
    }
  }
}
