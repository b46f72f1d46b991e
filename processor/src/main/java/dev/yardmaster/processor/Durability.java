package dev.yardmaster.processor;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import java.nio.file.Path;
import java.util.Objects;

/**
 * What of a pipeline outlives it. Immutable.
 *
 * @param mode when a commit is on disk
 * @param directory where log and checkpoints are; null in memory
 * @param lossMs with {@link Mode#ASYNC}, the disk is forced when the oldest commit that was
 *     answered and is not on it is so old, in ms: a crash of the machine loses what was answered
 *     since, and while that force was under way nothing is answered; 1 to 60,000
 * @param segmentBytes length of a segment of the log, in bytes; 65,536 to 1,073,741,824
 * @param checkpointBytes a checkpoint is written when the log has grown by so much since the last,
 *     or has 64 segments, in bytes; 65,536 to 1,099,511,627,776
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

  private static final int DEFAULT_LOSS_MS = 10;
  private static final long DEFAULT_SEGMENT_BYTES = 16L << 20;
  private static final long DEFAULT_CHECKPOINT_BYTES = 128L << 20;

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
    check("lossMs", lossMs, 1, 60_000);
    check("segmentBytes", segmentBytes, 1L << 16, 1L << 30);
    check("checkpointBytes", checkpointBytes, 1L << 16, 1L << 40);
  }

  private static void check(String setting, long value, long min, long max) {
    if (value < min || value > max) {
      throw new YardmasterException(
          ErrorCode.BAD_CONFIG, setting + " is " + min + " to " + max, setting, value);
    }
  }

  /** Nothing is kept. */
  public static Durability inMemory() {
    return new Durability(
        Mode.MEMORY, null, DEFAULT_LOSS_MS, DEFAULT_SEGMENT_BYTES, DEFAULT_CHECKPOINT_BYTES);
  }

  /** Commits are on disk, in this directory, before they are answered. */
  public static Durability in(Path directory) {
    Objects.requireNonNull(directory, "directory");
    return new Durability(
        Mode.SYNC, directory, DEFAULT_LOSS_MS, DEFAULT_SEGMENT_BYTES, DEFAULT_CHECKPOINT_BYTES);
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
