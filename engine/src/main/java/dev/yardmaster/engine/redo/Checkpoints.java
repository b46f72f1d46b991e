package dev.yardmaster.engine.redo;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.outcome.OutcomeHorizon;
import dev.yardmaster.storage.OutcomeRetention;
import dev.yardmaster.storage.RangeMarks;
import dev.yardmaster.storage.StorageRequest;
import dev.yardmaster.storage.StorageSettings;
import dev.yardmaster.storage.StorageWorker;
import dev.yardmaster.storage.VersionedStore;
import dev.yardmaster.storage.log.Checkpointer;
import dev.yardmaster.storage.log.DataDirectory;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jctools.queues.SpscArrayQueue;

/**
 * Writes a checkpoint when the log has grown by the configured length, while transactions continue;
 * the log's old segments are then removed. Checkpoints wait for the disk, so they have a thread.
 * The same thread reads the tables: it is also the storage worker that the {@link Checkpointer}
 * asks.
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
   * Creates the task, before any checkpoint.
   *
   * @param store the tables, which are only scanned
   * @param watermark every commit version up to this one is visible or belongs to no commit
   * @param newestVersion no visible commit has a higher version
   * @param checkpointBytes growth of the log since the last checkpoint after which the next one is
   *     due
   * @param maxValueBytes the longest value
   * @param failed receives once, on this thread, the reason why checkpoints cannot be written
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
            directory.disk(),
            directory.log(),
            directory.recovered(),
            List.of(requests),
            new SpscArrayQueue<>(2),
            watermark,
            newestVersion,
            horizon::get,
            checkpointBytes,
            maxValueBytes,
            clockNs);
  }

  @Override
  public void run() {
    try {
      while (!ending) {
        if (checkpointer.doWork() + tables.doWork() == 0) {
          LockSupport.parkNanos(PARK_NS);
        }
      }
    } catch (Throwable thrown) { // The disk is in doubt, and the log would grow without bound.
      if (!ending) {
        failed.accept(thrown);
      }
    } finally {
      checkpointer.onClose();
    }
  }

  /** Ends the thread soon; a checkpoint in progress is abandoned. Any thread. */
  public void end() {
    ending = true;
  }

  /** The agent that writes the checkpoints, for its counters. */
  public Checkpointer checkpointer() {
    return checkpointer;
  }
}
