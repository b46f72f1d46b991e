package dev.yardmaster.processor;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.storage.log.LogNumbers;
import java.nio.file.Path;
import java.util.Objects;

/**
 * Which of a pipeline's commits survive its end. Immutable. {@link PipelineNumbers#LOSS} and {@link
 * LogNumbers} hold the numbers' ranges and defaults.
 *
 * @param mode when a commit is on disk
 * @param directory where log and checkpoints are; null in memory
 * @param lossMs with {@link Mode#ASYNC}, the age of the oldest answered but unforced commit at
 *     which the disk is forced, in ms. A crash of the machine loses the commits answered since the
 *     last force. No commit is answered during a force
 * @param segmentBytes length of a segment of the log, in bytes
 * @param checkpointBytes growth of the log since the last checkpoint that makes the next one due,
 *     in bytes; 64 segments make it due as well
 */
public record Durability(
    Mode mode, Path directory, int lossMs, long segmentBytes, long checkpointBytes) {

  /** When a commit is on disk. */
  public enum Mode {
    /** Never: the pipeline starts empty, and its data ends with it. */
    MEMORY,
    /**
     * Soon after the answer. The operating system has the commit before the answer, so that the end
     * of the process, however sudden, loses nothing.
     */
    ASYNC,
    /** Before the answer. */
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
    PipelineNumbers.LOSS.check(lossMs);
    LogNumbers.SEGMENT_BYTES.check(segmentBytes);
    LogNumbers.CHECKPOINT_BYTES.check(checkpointBytes);
  }

  /** Returns settings that keep nothing. */
  public static Durability inMemory() {
    return kept(Mode.MEMORY, null);
  }

  /** Returns settings that force commits to this directory before they are answered. */
  public static Durability in(Path directory) {
    Objects.requireNonNull(directory, "directory");
    return kept(Mode.SYNC, directory);
  }

  private static Durability kept(Mode mode, Path directory) {
    return new Durability(
        mode,
        directory,
        PipelineNumbers.LOSS.intDefault(),
        LogNumbers.SEGMENT_BYTES.byDefault(),
        LogNumbers.CHECKPOINT_BYTES.byDefault());
  }

  /**
   * Returns the same directory, with commits forced at most {@code otherLossMs} ms after their
   * answers.
   */
  public Durability async(int otherLossMs) {
    return new Durability(Mode.ASYNC, directory, otherLossMs, segmentBytes, checkpointBytes);
  }

  /** Returns the same settings with another segment length and another checkpoint threshold. */
  public Durability withLengths(long otherSegmentBytes, long otherCheckpointBytes) {
    return new Durability(mode, directory, lossMs, otherSegmentBytes, otherCheckpointBytes);
  }

  /** Returns whether commits are kept on disk. */
  public boolean isDurable() {
    return mode != Mode.MEMORY;
  }
}
