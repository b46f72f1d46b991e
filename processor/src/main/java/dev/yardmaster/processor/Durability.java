package dev.yardmaster.processor;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.storage.log.LogNumbers;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which commits survive the end of a pipeline. Immutable. {@link LogNumbers} defines the ranges and
 * defaults of the numbers.
 *
 * @param mode the time at which a commit is forced to disk
 * @param directory the directory of the log and the checkpoints; null for a pipeline in memory
 * @param lossMs with {@link Mode#ASYNC}, the maximum age, in ms, of an acknowledged commit that was
 *     not yet forced. When the oldest such commit reaches this age, the pipeline forces the log. If
 *     the machine crashes, the commits that were acknowledged since the last force are lost. While
 *     the log is being forced, no commit is acknowledged
 * @param segmentBytes the length of a segment of the log, in bytes
 * @param checkpointBytes the growth of the log, in bytes, after which the pipeline writes the next
 *     checkpoint. The pipeline also writes a checkpoint after 64 segments. With a replicated log, a
 *     machine takes a snapshot at the latest after this growth
 * @param archive the directory that receives a copy of each complete segment and each checkpoint
 *     before its removal; null for no archive
 */
public record Durability(
    Mode mode,
    @Nullable Path directory,
    int lossMs,
    long segmentBytes,
    long checkpointBytes,
    @Nullable Path archive) {

  /** The time at which a commit is forced to disk. */
  public enum Mode {
    /**
     * Commits are never written to disk. The pipeline starts empty, and the data are lost when the
     * pipeline ends.
     */
    MEMORY,
    /**
     * A commit is forced to disk soon after it is acknowledged. The commit is passed to the
     * operating system before it is acknowledged, so a crash of the process loses no acknowledged
     * commit.
     */
    ASYNC,
    /** A commit is acknowledged only after it was forced to disk. */
    SYNC
  }

  /** Checks every setting. */
  public Durability {
    Objects.requireNonNull(mode, "mode");
    if ((mode == Mode.MEMORY) != (directory == null)) {
      throw new YardmasterException(
          ErrorCode.BAD_CONFIG,
          "a data directory is required with durability and not allowed in memory",
          "mode",
          mode,
          "directory",
          directory);
    }
    if (archive != null && directory == null) {
      throw new YardmasterException(
          ErrorCode.BAD_CONFIG, "an archive is not allowed in memory", "archive", archive);
    }
    LogNumbers.LOSS.check(lossMs);
    LogNumbers.SEGMENT_BYTES.check(segmentBytes);
    LogNumbers.CHECKPOINT_BYTES.check(checkpointBytes);
  }

  /** Creates settings without an archive. */
  public Durability(
      Mode mode, @Nullable Path directory, int lossMs, long segmentBytes, long checkpointBytes) {
    this(mode, directory, lossMs, segmentBytes, checkpointBytes, null);
  }

  /** Returns settings for a pipeline in memory. */
  public static Durability inMemory() {
    return kept(Mode.MEMORY, null);
  }

  /**
   * Returns settings for a pipeline that forces each commit to this directory before the
   * acknowledgement.
   */
  public static Durability in(Path directory) {
    Objects.requireNonNull(directory, "directory");
    return kept(Mode.SYNC, directory);
  }

  private static Durability kept(Mode mode, @Nullable Path directory) {
    return new Durability(
        mode,
        directory,
        LogNumbers.LOSS.intDefault(),
        LogNumbers.SEGMENT_BYTES.byDefault(),
        LogNumbers.CHECKPOINT_BYTES.byDefault(),
        null);
  }

  /**
   * Returns the same settings, but with {@link Mode#ASYNC}: the pipeline forces a commit at most
   * {@code otherLossMs} ms after it has acknowledged the commit.
   */
  public Durability async(int otherLossMs) {
    return new Durability(
        Mode.ASYNC, directory, otherLossMs, segmentBytes, checkpointBytes, archive);
  }

  /** Returns the same settings with another segment length and another checkpoint threshold. */
  public Durability withLengths(long otherSegmentBytes, long otherCheckpointBytes) {
    return new Durability(
        mode, directory, lossMs, otherSegmentBytes, otherCheckpointBytes, archive);
  }

  /**
   * Returns the same settings, but with an archive: the pipeline copies each complete segment and
   * each checkpoint to this directory, and removes a file only after it was copied. The directory
   * is created if it does not exist. Two pipelines must not share an archive.
   */
  public Durability archivedTo(Path otherArchive) {
    Objects.requireNonNull(otherArchive, "archive");
    return new Durability(mode, directory, lossMs, segmentBytes, checkpointBytes, otherArchive);
  }

  /** Returns whether commits are kept on disk. */
  public boolean isDurable() {
    return mode != Mode.MEMORY;
  }
}
