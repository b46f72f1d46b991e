package dev.yardmaster.storage.log.checkpoint;

import dev.yardmaster.storage.log.format.CheckpointFormat;
import java.io.Closeable;
import java.io.IOException;

/**
 * The target to which a {@link Checkpointer} writes checkpoints. The checkpointer's thread calls
 * the methods.
 */
public interface CheckpointTarget extends Closeable {

  /** Begins a checkpoint. The checkpoint will contain all commits up to the header's watermark. */
  void begin(CheckpointFormat.Header header) throws IOException;

  /**
   * Requests entries from a storage worker, or copies entries that have arrived.
   *
   * @return the number of messages that were sent or received
   */
  int copy() throws IOException;

  /** Returns whether all entries are copied. */
  boolean isCopied();

  /**
   * Makes the checkpoint durable and valid.
   *
   * @param horizonMs the time, in ms since 1970, before which outcomes of transaction ids may have
   *     been dropped
   * @param completeFrom the lowest version at which the checkpoint and the log together contain the
   *     complete state
   * @return the checkpoint's length in bytes
   */
  long finish(long horizonMs, long completeFrom) throws IOException;

  /** Abandons the checkpoint in progress, if there is one. */
  void abandon() throws IOException;

  /**
   * Executes some of the work that remains between two checkpoints.
   *
   * @return the number of steps
   */
  int tidy() throws IOException;

  /** Returns whether the next checkpoint may begin. */
  boolean isReady();

  /**
   * Returns the growth of the log, in bytes, after which this target needs a checkpoint, even if
   * the configured growth is larger.
   */
  default long mostLogBytes() {
    return Long.MAX_VALUE;
  }
}
