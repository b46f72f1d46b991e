package dev.yardmaster.engine.service;

import dev.yardmaster.api.outcome.OutcomeHorizon;
import dev.yardmaster.engine.EngineConfig;
import dev.yardmaster.engine.durable.DefinitionFormat;
import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.engine.redo.Checkpoints;
import dev.yardmaster.engine.redo.Forcing;
import dev.yardmaster.engine.redo.RedoLog;
import dev.yardmaster.engine.service.worker.ServiceWorker;
import dev.yardmaster.service.Closing;
import dev.yardmaster.storage.log.DataDirectory;
import dev.yardmaster.storage.log.LogSize;
import dev.yardmaster.storage.log.backup.Backup;
import dev.yardmaster.storage.log.checkpoint.CheckpointFigures;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * The data directory of a durable engine, with the log, the checkpoints and the threads that write
 * them. Any thread may call the methods.
 */
final class DurableData {

  private static final long LOOK_NS = 100_000L;

  private final Closing closing;
  private final LongSupplier clockNs;
  private final DataDirectory directory;
  private final RedoLog log;
  private final TableScan tables;
  private final Checkpoints checkpoints;
  private final EngineThread logThread;
  private final EngineThread checkpointThread;

  /**
   * Creates the threads without starting them.
   *
   * @param owner the owner of the threads
   * @param reader the worker that reads the tables for the checkpoints
   * @param watermark supplies a version up to which all commits are visible
   */
  DurableData(
      Object owner,
      EngineConfig config,
      RecoveredData contents,
      RedoLog log,
      ServiceWorker reader,
      LongSupplier watermark,
      OutcomeHorizon horizon,
      LongSupplier clockNs,
      Closing closing) {
    this.log = log;
    this.clockNs = clockNs;
    this.closing = closing;
    directory = contents.directory();
    tables = new TableScan(reader, contents.typed().byName(), contents.tables());
    checkpoints =
        new Checkpoints(
            directory,
            tables,
            watermark,
            log::newestCommit,
            clockNs,
            horizon,
            config.checkpointBytes(),
            config.maxValueBytes(),
            closing::fail);
    logThread = new EngineThread(owner, "yardmaster-engine-log", log);
    checkpointThread = new EngineThread(owner, "yardmaster-engine-checkpoints", checkpoints);
  }

  /**
   * Creates the log of a data directory, and appends the definitions of new tables. So the
   * definitions precede all new commits in the log.
   *
   * @param workers the number of workers that write to the log
   */
  static RedoLog log(RecoveredData contents, int workers, Closing closing) {
    RedoLog log =
        new RedoLog(
            contents.directory().log(),
            contents.startVersion(),
            workers + 1,
            Forcing.groups(),
            closing::fail);
    if (!contents.undefined().isEmpty()) {
      var unused =
          log.writer(new SharedWords(null))
              .append(DefinitionFormat.record(contents.undefined()), 0);
    }
    return log;
  }

  void start() {
    logThread.start();
    checkpointThread.start();
  }

  LogSize logSize() {
    return directory.log().size();
  }

  CheckpointFigures checkpointFigures() {
    return checkpoints.checkpointer().figures();
  }

  Optional<String> warning() {
    return checkpoints.checkpointer().warning();
  }

  Backup backup() throws IOException {
    return Backup.begin(directory, clockNs, Backup.TIMEOUT_NS);
  }

  /**
   * Waits until the log has forced all commits to disk, and closes the data directory. If the
   * threads do not end in time, a background thread closes the directory when they have ended.
   */
  void release() {
    checkpoints.end();
    log.end();
    tables.end();
    closing.awaitUntil(() -> !logThread.isAlive());
    closing.awaitUntil(() -> !checkpointThread.isAlive());
    if (worksOnDirectory()) {
      // The directory is closed only when its threads have ended. Otherwise a thread could write to
      // the files after another process has locked the directory.
      closing.inBackground(
          () -> {
            while (worksOnDirectory()) {
              LockSupport.parkNanos(LOOK_NS);
            }
            closeDirectory();
          });
    } else {
      closeDirectory();
    }
  }

  private boolean worksOnDirectory() {
    return logThread.isAlive() || checkpointThread.isAlive();
  }

  private void closeDirectory() {
    try {
      directory.close();
    } catch (IOException | RuntimeException | Error e) {
      // The failure is recorded, because the caller that closes the service cannot receive it.
      closing.failed(e);
    }
  }
}
