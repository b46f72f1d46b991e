package dev.yardmaster.benchmarks.engine.log;

import dev.yardmaster.api.Key;
import dev.yardmaster.benchmarks.engine.log.Logging.Device;
import dev.yardmaster.benchmarks.run.ScratchDirectory;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.engine.redo.DiskWait;
import dev.yardmaster.engine.redo.Forcing;
import dev.yardmaster.engine.redo.LogWriter;
import dev.yardmaster.engine.redo.RedoLog;
import dev.yardmaster.engine.redo.RedoRecord;
import dev.yardmaster.storage.log.CommitLog;
import dev.yardmaster.storage.log.DataDirectory;
import dev.yardmaster.storage.log.disk.FileDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;

/**
 * The log that all workers of a round share. It is the commit log of the engine's service, in a
 * directory that is removed after the round. At the end of a transaction, the worker waits until
 * the log has forced the transaction's records to disk. If the log is a redo log, the transaction
 * releases its locks before this wait.
 */
public final class DiskLog implements AutoCloseable {

  private static final long SEGMENT_BYTES = 1L << 28;

  private final ScratchDirectory scratch;
  private final DataDirectory directory;
  private final RedoLog log;
  private final CompletableFuture<Void> ended;

  /**
   * Creates an empty log and starts its thread.
   *
   * @param device determines how records are forced
   * @param workers the maximum number of workers that log
   */
  public DiskLog(Path folder, Device device, int workers) {
    scratch = ScratchDirectory.in(folder);
    try {
      directory =
          DataDirectory.open(
              scratch.path(),
              FileDisk::open,
              SEGMENT_BYTES,
              CommitLog.bufferBytes(0),
              (write, version) -> {},
              (bytes, of) -> {},
              System::currentTimeMillis);
    } catch (RuntimeException e) {
      scratch.close();
      throw e;
    }
    Forcing forcing = device == Device.DISK_GROUPS ? Forcing.groups() : Forcing.eachCommit();
    log = new RedoLog(directory.log(), 0, workers, forcing, failure -> {});
    ended = CompletableFuture.runAsync(log, DiskLog::start);
  }

  private static void start(Runnable run) {
    Thread thread = new Thread(run, "log");
    thread.setDaemon(true);
    thread.start();
  }

  WorkerLog ofWorker(boolean logsUndo) {
    return new OfWorker(logsUndo);
  }

  /** Returns the directory of the log's files. */
  public Path directory() {
    return scratch.path();
  }

  /** Ends the log. No worker may use the log after this call begins. */
  @Override
  public void close() {
    log.end();
    ended.join();
    try (scratch) {
      directory.close();
    } catch (IOException e) {
      throw new WorkloadFailure("the log cannot be closed: " + e, e);
    }
  }

  private final class OfWorker extends WorkerLog {
    private final LogWriter writer = log.writer(new SharedWords(null));
    private final RedoRecord record = new RedoRecord();
    private final DiskWait wait = new DiskWait();
    private long records;

    OfWorker(boolean logsUndo) {
      super(logsUndo);
    }

    @Override
    public void add(Access access) {
      String table = access.table().name();
      byte[] rest = access.rest();
      record.add(rest == null ? Key.of(table, access.key()) : Key.of(table, rest), row(access));
    }

    @Override
    public void write() {
      var unused = writer.append(record, ++records);
      record.clear();
    }

    @Override
    public void awaitDurable() {
      wait.begin();
      log.whenAcknowledged(wait);
      Throwable failure = wait.await();
      if (failure != null) {
        throw new WorkloadFailure("the log failed: " + failure, failure);
      }
    }
  }
}
