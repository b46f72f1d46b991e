package dev.yardmaster.processor;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.storage.log.LogNumbers;
import java.nio.file.Path;
import java.util.Objects;

/**
 * What of a pipeline outlives it. Immutable. Ranges and defaults of numbers stand in {@link
 * PipelineNumbers#LOSS} and {@link LogNumbers}.
 *
 * @param mode when a commit is on disk
 * @param directory where log and checkpoints are; null in memory
 * @param lossMs with {@link Mode#ASYNC}, the disk is forced when the oldest commit that was
 *     answered and is not on it is so old, in ms: a crash of the machine loses what was answered
 *     since, and while that force was under way nothing is answered
 * @param segmentBytes length of a segment of the log, in bytes
 * @param checkpointBytes a checkpoint is written when the log has grown by so much since the last,
 *     or has 64 segments, in bytes
 */
public record Durability(
    Mode mode, Path directory, int lossMs, long segmentBytes, long checkpointBytes) {

  /** When a commit is on disk. */
  public enum Mode {
    /** Never: the pipeline begins empty, and its end is the end of all. */
    MEMORY,
    /**
     * Soon after it was answered. It is with the operating system before, so that the end of the
     * process, however sudden, loses nothing.
     */
    ASYNC,
    /** Before it is answered. */
    SYNC
  }

  /** Checks every setting. */
  public Durability {
    Objects.requireNonNull(mode, "mode");
    if ((mode == Mode.MEMORY) != (directory == null)) {
      throw new YardmasterException(
          ErrorCode.BAD_CONFIG,
          "a data directory is given just if something is kept",
          "mode",
          mode,
          "directory",
          directory);
    }
    PipelineNumbers.LOSS.check(lossMs);
    LogNumbers.SEGMENT_BYTES.check(segmentBytes);
    LogNumbers.CHECKPOINT_BYTES.check(checkpointBytes);
  }

  /** Nothing is kept. */
  public static Durability inMemory() {
    return kept(Mode.MEMORY, null);
  }

  /** Commits are on disk, in this directory, before they are answered. */
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

  /** The same directory, where commits are on disk so many ms after they were answered. */
  public Durability async(int otherLossMs) {
    return new Durability(Mode.ASYNC, directory, otherLossMs, segmentBytes, checkpointBytes);
  }

  /** The same with other lengths of a segment, and of a log that makes a checkpoint due. */
  public Durability withLengths(long otherSegmentBytes, long otherCheckpointBytes) {
    return new Durability(mode, directory, lossMs, otherSegmentBytes, otherCheckpointBytes);
  }

  /** Whether anything is kept. */
  public boolean isDurable() {
    return mode != Mode.MEMORY;
  }
}
