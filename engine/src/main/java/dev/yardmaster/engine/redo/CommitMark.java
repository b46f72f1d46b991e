package dev.yardmaster.engine.redo;

import dev.yardmaster.annotations.Shared;
import java.util.function.LongSupplier;

/**
 * Publishes a lower bound for the version of the commit that a worker is currently installing. The
 * watermark of a checkpoint is computed from the marks of all workers.
 */
public final class CommitMark {

  private static final long NONE = Long.MAX_VALUE;

  @Shared(
      writers = "the worker: before it draws a version, and after its writes are visible",
      readers = "the checkpoints",
      access =
          "volatile. The watermark is computed from the last version first, and from the marks "
              + "afterwards, so the watermark is below every version that is not installed")
  private volatile long lowestInstalling = NONE;

  /** Creates the mark of a worker that is installing no commit. */
  public CommitMark() {}

  /**
   * Publishes that the worker is about to draw the version of a commit. The worker's thread calls
   * this method.
   *
   * @param lowestVersion a lower bound of the version that the worker will draw
   */
  public void installing(long lowestVersion) {
    lowestInstalling = lowestVersion;
  }

  /**
   * Publishes that the writes of the commit are visible, or that the transaction did not commit.
   */
  public void installed() {
    if (lowestInstalling != NONE) {
      lowestInstalling = NONE;
    }
  }

  /**
   * Returns a version up to which the writes of every commit are visible. Any thread may call this
   * method.
   *
   * @param lastVersion supplies a version that was already drawn; no visible commit has a higher
   *     version
   * @param marks the marks of all workers that draw versions
   */
  public static long watermark(LongSupplier lastVersion, Iterable<CommitMark> marks) {
    // The last version is read first. If a worker draws a version after this read, this version is
    // higher. If a worker has drawn its version before this read, it has already published a lower
    // bound.
    long watermark = lastVersion.getAsLong();
    for (CommitMark mark : marks) {
      watermark = Math.min(watermark, mark.lowestInstalling - 1);
    }
    return watermark;
  }
}
