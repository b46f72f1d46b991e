package dev.yardmaster.engine.durable;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.storage.log.LogNumbers;
import java.util.Objects;

/**
 * The settings of a database's log. Immutable. {@link LogNumbers} contains the ranges and the
 * defaults of the numbers. A database in memory, whose commits are never written to disk, has no
 * log.
 *
 * @param mode whether a commit is forced to disk before or after it is acknowledged
 * @param lossMs with {@link Mode#ASYNC}, the maximum age, in ms, of a commit that is acknowledged
 *     but not forced to disk. When the oldest such commit reaches this age, the log is forced
 * @param segmentBytes the length of a segment of the log, in bytes
 * @param checkpointBytes the database writes the next checkpoint when the log has grown by this
 *     number of bytes, or by 64 segments
 */
public record LogSettings(Mode mode, int lossMs, long segmentBytes, long checkpointBytes) {

  /** The order in which the log forces and acknowledges a commit. */
  public enum Mode {
    /**
     * A commit is acknowledged when the operating system has its log record; the record is forced
     * to disk soon afterwards. A crash of the process loses no acknowledged commit, but a crash of
     * the machine may.
     */
    ASYNC,
    /** A commit is forced to disk before it is acknowledged. */
    SYNC
  }

  /**
   * Checks every setting.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_CONFIG} if a number is out of its range
   */
  public LogSettings {
    Objects.requireNonNull(mode, "mode");
    LogNumbers.LOSS.check(lossMs);
    LogNumbers.SEGMENT_BYTES.check(segmentBytes);
    LogNumbers.CHECKPOINT_BYTES.check(checkpointBytes);
  }

  /** Returns settings with which commits are forced to disk before they are acknowledged. */
  public static LogSettings sync() {
    return new LogSettings(
        Mode.SYNC,
        LogNumbers.LOSS.intDefault(),
        LogNumbers.SEGMENT_BYTES.byDefault(),
        LogNumbers.CHECKPOINT_BYTES.byDefault());
  }

  /**
   * Returns settings with which commits are forced to disk at most {@code lossMs} ms after they are
   * acknowledged.
   */
  public static LogSettings async(int lossMs) {
    LogSettings sync = sync();
    return new LogSettings(Mode.ASYNC, lossMs, sync.segmentBytes, sync.checkpointBytes);
  }

  /** Returns the same settings with another segment length and another checkpoint threshold. */
  public LogSettings withLengths(long otherSegmentBytes, long otherCheckpointBytes) {
    return new LogSettings(mode, lossMs, otherSegmentBytes, otherCheckpointBytes);
  }
}
