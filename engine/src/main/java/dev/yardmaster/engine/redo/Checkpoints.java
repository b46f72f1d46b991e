package dev.yardmaster.engine.redo;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.outcome.OutcomeHorizon;
import dev.yardmaster.storage.VersionedStore;
import dev.yardmaster.storage.log.DataDirectory;
import dev.yardmaster.storage.log.checkpoint.CheckpointFiles;
import dev.yardmaster.storage.log.checkpoint.Checkpointer;
import dev.yardmaster.storage.worker.OutcomeRetention;
import dev.yardmaster.storage.worker.RangeMarks;
import dev.yardmaster.storage.worker.StorageRequest;
import dev.yardmaster.storage.worker.StorageSettings;
import dev.yardmaster.storage.worker.StorageWorker;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jctools.queues.SpscArrayQueue;

/**
 * Writes a checkpoint when the log has grown by the configured length, and then removes the log's
 * old segments. Transactions continue while the checkpoint is written. Checkpoints are written on
 * their own thread, because this thread waits for the disk. The same thread also reads the tables:
 * it runs the storage worker from which the {@link Checkpointer} requests entries.
 */
public final class Checkpoints implements Runnable {

  private static final long PARK_NS = 10_000_000L;

  private final Checkpointer checkpointer;
  private final StorageWorker tables;
  private final Consumer<Throwable> failed;

  @Shared(
      writers = "the closing thread",
      readers = "the thread of the checkpoints",
      access = "volatile")
  private volatile boolean ending;

  /**
   * Creates the task, without a checkpoint in progress.
   *
   * @param store the tables; the task only scans them
   * @param watermark supplies a version up to which the writes of all commits are visible
   * @param newestVersion supplies a version that is at least the version of every visible commit
   * @param checkpointBytes the number of bytes by which the log grows before the task writes the
   *     next checkpoint
   * @param maxValueBytes the maximum length of a value, in bytes
   * @param failed receives the reason why checkpoints cannot be written; called at most once, on
   *     the checkpoint thread
   */
  public Checkpoints(
      DataDirectory directory,
      VersionedStore store,
      LongSupplier watermark,
      LongSupplier newestVersion,
      LongSupplier clockNs,
      OutcomeHorizon horizon,
      long checkpointBytes,
      int maxValueBytes,
      Consumer<Throwable> failed) {
    this.failed = failed;
    Queue<StorageRequest> requests = new SpscArrayQueue<>(2);
    tables =
        new StorageWorker(
            "checkpoint",
            store,
            requests,
            StorageSettings.fixed(1, false),
            watermark,
            RangeMarks.undivided(watermark),
            clockNs::getAsLong,
            new OutcomeRetention(horizon, Integer.MAX_VALUE));
    checkpointer =
        new Checkpointer(
            directory.log(),
            directory.recovered(),
            new CheckpointFiles(
                directory.disk(),
                directory.log(),
                List.of(requests),
                new SpscArrayQueue<>(2),
                maxValueBytes),
            watermark,
            newestVersion,
            horizon::get,
            checkpointBytes,
            clockNs);
  }

  @Override
  public void run() {
    try {
      while (!ending) {
        if (work() == 0) {
          LockSupport.parkNanos(PARK_NS);
        }
      }
    } catch (Throwable thrown) { // The disk has failed, and the log would grow forever.
      if (!ending) {
        failed.accept(thrown);
      }
    } finally {
      checkpointer.onClose();
    }
  }

  /**
   * Executes the next step of a checkpoint, if a checkpoint is due or in progress. {@link #run}
   * calls this method. If no thread executes {@code run}, the owner calls this method, on one
   * thread at a time.
   *
   * @return 0 if there was nothing to do
   */
  public int work() {
    return checkpointer.doWork() + tables.doWork();
  }

  /**
   * Requests the end of {@link #run}. A checkpoint in progress is abandoned. Any thread may call
   * this method.
   */
  public void end() {
    ending = true;
  }

  /** Returns the agent that writes the checkpoints and counts them. */
  public Checkpointer checkpointer() {
    return checkpointer;
  }
}
