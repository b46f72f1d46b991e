package dev.yardmaster.engine.redo;

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
 * Writes a checkpoint whenever the log has grown long, while transactions go on; then the log's old
 * segments go. It waits for the disk, so it has a thread of its own, on which it also reads the
 * tables: it is the storage worker that the {@link Checkpointer} asks.
 */
public final class Checkpoints implements Runnable {

  private static final long PARK_NS = 10_000_000L;

  private final Checkpointer checkpointer;
  private final StorageWorker tables;
  private final Consumer<Throwable> failed;
  private volatile boolean ending;

  /**
   * No checkpoint yet.
   *
   * @param store the tables, which are only scanned
   * @param watermark every commit version up to this one can be seen or is in no commit
   * @param newestVersion no commit that can be seen has a higher version
   * @param checkpointBytes a checkpoint is due when the log has grown by so much since the last
   * @param failed told once why none can be written, by this thread
   */
  public Checkpoints(
      DataDirectory directory,
      VersionedStore store,
      LongSupplier watermark,
      LongSupplier newestVersion,
      LongSupplier clockNs,
      OutcomeHorizon horizon,
      long checkpointBytes,
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
            checkpointBytes);
  }

  @Override
  public void run() {
    try {
      while (!ending) {
        if (checkpointer.doWork() + tables.doWork() == 0) {
          LockSupport.parkNanos(PARK_NS);
        }
      }
    } catch (Throwable thrown) { // The log would grow for ever, and its disk is in doubt.
      if (!ending) {
        failed.accept(thrown);
      }
    } finally {
      checkpointer.onClose();
    }
  }

  /** The thread ends soon, without the checkpoint that may be under way. Any thread. */
  public void end() {
    ending = true;
  }

  /** Checkpoints written since the start. Any thread. */
  public long written() {
    return checkpointer.written();
  }
}
