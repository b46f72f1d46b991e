package dev.yardmaster.storage.log.backup;

import dev.yardmaster.storage.log.CommitLog;
import dev.yardmaster.storage.log.Fence;
import dev.yardmaster.storage.log.FileCopy;
import dev.yardmaster.storage.log.LogNumbers;
import dev.yardmaster.storage.log.Recovered;
import dev.yardmaster.storage.log.disk.Disk;
import dev.yardmaster.storage.log.format.ReplicatedGroup;
import dev.yardmaster.storage.log.format.SegmentReader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A log in a new directory, to which groups of other logs are copied. The groups keep their times.
 * One thread uses an instance.
 */
final class LogCopy implements Closeable {

  private final CommitLog log;
  private final long after;
  private long transactions;
  private long lastVersion;
  private long lastTimeMs = SegmentReader.NO_TIME;
  private long groupTimeMs = SegmentReader.NO_TIME;

  /**
   * Begins a log in a new directory.
   *
   * @param epoch the highest epoch of the copied logs
   * @param after the watermark of the checkpoint in the new directory; 0 if the directory has no
   *     checkpoint
   */
  static LogCopy begin(Disk disk, long epoch, long after) throws IOException {
    disk.create(Fence.fileName(epoch)).close();
    return new LogCopy(disk, epoch, after);
  }

  private LogCopy(Disk disk, long epoch, long after) throws IOException {
    this.after = after;
    this.lastVersion = after;
    this.log =
        CommitLog.begin(
            disk,
            LogNumbers.SEGMENT_BYTES.byDefault(),
            FileCopy.PIECE_BYTES,
            Recovered.fresh(epoch, after),
            () -> groupTimeMs);
  }

  /**
   * Copies the records of the group that a reader checked last, except the records that the
   * checkpoint covers.
   *
   * @param through the highest version to copy
   */
  void add(SegmentReader reader, long at, long through) throws IOException {
    int copied = reader.copy(at, after, through, log::append);
    if (copied > 0) {
      groupTimeMs = reader.timeMs(at);
      lastTimeMs = groupTimeMs;
      log.write();
      transactions += copied;
      lastVersion = log.appendedVersion();
    }
  }

  /**
   * Appends the records of a group of a replicated log, except the records that the checkpoint
   * covers.
   *
   * @param timeMs the time of the group, in ms since 1970
   */
  void add(ByteBuffer group, long timeMs) throws IOException {
    ReplicatedGroup.visit(
        group,
        (record, version) -> {
          if (version > after) {
            log.append(record, version);
            transactions++;
            lastVersion = version;
          }
        });
    groupTimeMs = timeMs;
    lastTimeMs = timeMs;
    log.write();
  }

  /** Returns whether this log ends below the given version. */
  boolean isBehind(long version) {
    return lastVersion < version;
  }

  long transactions() {
    return transactions;
  }

  /**
   * Returns the highest version in this log; the checkpoint's watermark if no record was copied.
   */
  long lastVersion() {
    return lastVersion;
  }

  /**
   * Returns the time of the last copied group; {@link SegmentReader#NO_TIME} if there is no group.
   */
  long lastTimeMs() {
    return lastTimeMs;
  }

  /** Completes the log and forces it to disk. */
  @Override
  public void close() throws IOException {
    log.close();
  }
}
