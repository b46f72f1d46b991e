package dev.yardmaster.storage.log.checkpoint;

import dev.yardmaster.storage.log.format.CheckpointFormat;
import java.io.Closeable;
import java.io.IOException;

/**
 * What a {@link Checkpointer} writes a checkpoint to. The checkpointer's thread calls the methods.
 */
public interface CheckpointTarget extends Closeable {

  /** Begins a checkpoint that has all commits up to the header's watermark. */
  void begin(CheckpointFormat.Header header) throws IOException;

  /**
   * Requests entries from a storage worker, or copies those that have arrived.
   *
   * @return the number of messages that were sent or received
   */
  int copy() throws IOException;

  /** Returns whether all entries are copied. */
  boolean isCopied();

  /**
   * Makes the checkpoint durable and valid.
   *
   * @param horizonMs the horizon of transaction ids, in ms since 1970
   * @param completeFrom the lowest version at which the checkpoint and the log together have the
   *     whole state
   * @return the checkpoint's length in bytes
   */
  long finish(long horizonMs, long completeFrom) throws IOException;

  /** Gives up the checkpoint that has begun, if any. */
  void abandon() throws IOException;

  /**
   * Does a step of what remains to be done between two checkpoints.
   *
   * @return the number of steps
   */
  int tidy() throws IOException;

  /** Returns whether the next checkpoint may begin. */
  boolean isReady();

  /** Returns the growth of the log, in bytes, after which a checkpoint is needed anyway. */
  default long mostLogBytes() {
    return Long.MAX_VALUE;
  }
}
