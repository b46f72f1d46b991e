package dev.yardmaster.processor.log;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.service.Closing;
import dev.yardmaster.storage.log.checkpoint.CheckpointTarget;
import dev.yardmaster.storage.log.format.CheckpointFormat;
import dev.yardmaster.validator.Watermark;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Writes checkpoints of a pipeline whose log is replicated, while transactions continue. Any thread
 * may call {@link #write}; the method waits for the disk.
 *
 * <p>A checkpoint has the version of a group of commits that all replicas have or will have. The
 * checkpoint contains the newest entry of each key, unless the entry has a higher version. So the
 * checkpoint contains the state at its version, except for keys that later groups overwrote before
 * the checkpoint was complete. A replica that loads the checkpoint also applies the later groups,
 * and its state is then complete. The later groups cannot be lost: the pipeline installs a group
 * only after the group is applied, and so after a majority of the machines has it.
 */
public class LiveCheckpoint {

  private final Watermark watermark;
  private final LongSupplier horizonMs;
  private final Closing.Wait wait;

  @Shared(
      writers = "the threads that write checkpoints",
      readers = "the same threads",
      access = "compare-and-set; only the thread that sets it uses the target")
  private final AtomicBoolean inProgress = new AtomicBoolean();

  /**
   * Creates the object.
   *
   * @param horizonMs supplies the time, in ms since 1970, before which outcomes of transaction ids
   *     may have been dropped
   * @param wait the strategy by which the writing thread waits for storage workers
   */
  public LiveCheckpoint(Watermark watermark, LongSupplier horizonMs, Closing.Wait wait) {
    this.watermark = watermark;
    this.horizonMs = horizonMs;
    this.wait = wait;
  }

  /**
   * Writes a checkpoint.
   *
   * @param target the target of the checkpoint; it must be ready for a checkpoint
   * @param version the last version of an applied group
   * @param hasEnded returns whether the pipeline's agents have stopped
   * @throws IOException if the disk fails, the agents stop before all entries are copied, or
   *     another checkpoint is in progress; the target then has no complete checkpoint
   */
  public void write(CheckpointTarget target, long version, BooleanSupplier hasEnded)
      throws IOException {
    if (!inProgress.compareAndSet(false, true)) {
      throw new IOException("another checkpoint is in progress");
    }
    try {
      for (int waits = 0; !isInstalled(version); waits++) {
        pause(waits, () -> isInstalled(version), hasEnded);
      }
      try {
        copy(target, version, hasEnded);
      } catch (IOException | RuntimeException e) {
        abandon(target, hasEnded, e);
        throw e;
      }
      tidy(target, hasEnded);
    } finally {
      inProgress.set(false);
    }
  }

  /**
   * Returns whether every version up to the given one is installed, or belongs to a transaction
   * without writes.
   */
  protected boolean isInstalled(long version) {
    return watermark.get() >= version;
  }

  private void copy(CheckpointTarget target, long version, BooleanSupplier hasEnded)
      throws IOException {
    target.begin(new CheckpointFormat.Header(1, version));
    int waits = 0;
    while (!target.isCopied()) {
      if (target.copy() > 0) {
        waits = 0;
      } else {
        pause(waits++, () -> true, hasEnded);
      }
    }
    // The horizon is read after the copy, because the shards may have dropped outcomes of ids below
    // it during the copy.
    long unused = target.finish(horizonMs.getAsLong(), Math.max(version, watermark.lastIssued()));
  }

  private void abandon(CheckpointTarget target, BooleanSupplier hasEnded, Exception failure) {
    try {
      try {
        target.abandon();
      } finally {
        tidy(target, hasEnded);
      }
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  /** Waits until the target is ready for the next checkpoint. */
  private void tidy(CheckpointTarget target, BooleanSupplier hasEnded) throws IOException {
    int waits = 0;
    while (!target.isReady()) {
      if (target.tidy() > 0) {
        waits = 0;
      } else {
        pause(waits++, () -> true, hasEnded);
      }
    }
  }

  private void pause(int waits, BooleanSupplier over, BooleanSupplier hasEnded) throws IOException {
    if (hasEnded.getAsBoolean()) {
      throw new IOException("the pipeline has ended before its checkpoint");
    }
    wait.moment(waits, () -> over.getAsBoolean() || hasEnded.getAsBoolean());
  }
}
