package dev.yardmaster.engine.durable;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.outcome.OutcomeHorizon;
import dev.yardmaster.engine.protocol.Protocol;
import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.engine.redo.Checkpoints;
import dev.yardmaster.engine.redo.CommitMark;
import dev.yardmaster.engine.redo.DiskWait;
import dev.yardmaster.engine.redo.DurableListener;
import dev.yardmaster.engine.redo.Forcing;
import dev.yardmaster.engine.redo.LogWriter;
import dev.yardmaster.engine.redo.RedoLog;
import dev.yardmaster.engine.redo.RedoRecord;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.transaction.CommitListener;
import dev.yardmaster.engine.transaction.Loader;
import dev.yardmaster.engine.transaction.Worker;
import dev.yardmaster.storage.log.CommitLog;
import dev.yardmaster.storage.log.DataDirectory;
import dev.yardmaster.storage.log.LogSize;
import dev.yardmaster.storage.log.Recovered;
import dev.yardmaster.storage.log.backup.Backup;
import dev.yardmaster.storage.log.checkpoint.CheckpointFigures;
import dev.yardmaster.storage.log.disk.Disk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The log of a database with typed tables. The log writes commits to a data directory. The format
 * is the same as that of a service's log: a row is a value under a key of its table, and a table's
 * definition is a value under a reserved key.
 *
 * <p>Recovery decides by the commit number in the log which row of a key is the newest, and not by
 * the protocol's version of the row. Recovered rows get the version {@link
 * Protocol#LOADED_VERSION}, like loaded rows. Every protocol starts its versions above this
 * version. So the version of a recovered row is lower than the version of every new commit.
 *
 * <p>Any thread may call the public methods.
 */
public final class TableLog implements AutoCloseable {

  /** A checkpoint reserves memory for rows of this length, in bytes, in advance. */
  private static final int RESERVED_ROW_BYTES = 1 << 20;

  private final DataDirectory directory;
  private final RedoLog redo;

  /** The log writer for table definitions and drops. */
  @Shared(
      writers = "threads that create tables",
      readers = "the same threads",
      access = "guarded by the monitor of the writer")
  private final LogWriter own;

  private final CommitMark ownMark = new CommitMark();

  private final NewestWrites newestWrites = new NewestWrites();
  private final TypedScan scan;
  private final Checkpoints checkpoints;
  private final LogFailure failure;
  private final LogWork work;
  private final LongSupplier clockNs;

  @Shared(
      writers = "threads that request a worker",
      readers = "the thread of the checkpoints",
      access = "guarded by the monitor of the list")
  private final List<CommitMark> marks = new ArrayList<>();

  @Shared(
      writers = "the closing thread",
      readers = "the same thread",
      access = "guarded by the monitor of the TableLog")
  private boolean closed;

  private TableLog(
      Path path,
      LogSettings settings,
      LogParts parts,
      DataDirectory directory,
      Map<String, Table> tables,
      Protocol protocol,
      int maxWorkers,
      Worker worker) {
    this.directory = directory;
    failure = new LogFailure(path);
    clockNs = parts.clockNs();
    Forcing forcing =
        settings.mode() == LogSettings.Mode.SYNC
            ? Forcing.groups()
            : Forcing.later(settings.lossMs(), parts.clockNs());
    long startVersion = directory.recovered().startVersion();
    redo = parts.redoLog(directory.log(), startVersion, maxWorkers + 1, forcing, failure::failed);
    protocol.numberedBy(() -> Math.max(redo.lastVersion(), Protocol.LOADED_VERSION));
    own = redo.writer(new SharedWords(null));
    marks.add(ownMark);
    scan = new TypedScan(tables, worker, parts.startsThreads());
    checkpoints =
        new Checkpoints(
            directory,
            scan,
            this::watermark,
            redo::newestCommit,
            parts.clockNs(),
            new OutcomeHorizon(parts.epochMs(), 0),
            settings.checkpointBytes(),
            RESERVED_ROW_BYTES,
            failure::failed);
    work = new LogWork(redo, checkpoints, failure, parts.startsThreads());
  }

  /**
   * Opens a directory, loads its rows into the tables, rebuilds the entries of their secondary
   * indexes, and writes the definitions of new tables to the log.
   *
   * @param tables the tables of the database; tables may be added afterwards
   * @param protocol the protocol of the database, whose commits the log numbers
   * @param maxWorkers the maximum number of workers; {@link #ofWorker} is called at most this
   *     number of times
   * @param worker the database's own worker, which only this log uses. It reads the rows to rebuild
   *     secondary indexes and to write checkpoints
   * @param loaders loaders without listeners, at least one; each loader gets its own thread if
   *     {@link LogParts#startsThreads} returns true
   * @throws YardmasterException {@link ErrorCode#BAD_CONFIG} if the definition of a table differs
   *     from the definition in the directory, or if {@code tables} does not contain a table of the
   *     directory; {@link ErrorCode#DIRECTORY_IN_USE}, {@link ErrorCode#DAMAGED} or {@link
   *     ErrorCode#IO_FAILED}
   */
  public static TableLog open(
      Path path,
      LogSettings settings,
      LogParts parts,
      Map<String, Table> tables,
      Protocol protocol,
      int maxWorkers,
      Worker worker,
      List<Loader> loaders) {
    RecoveredTables recovered =
        new RecoveredTables(path, tables, loaders, parts.startsThreads(), null);
    DataDirectory directory;
    try {
      directory =
          DataDirectory.open(
              path,
              parts::disk,
              settings.segmentBytes(),
              CommitLog.bufferBytes(0),
              parts.recovering(recovered),
              (bytes, of) -> {},
              parts.epochMs());
    } catch (RuntimeException | Error e) {
      recovered.end();
      throw e;
    }
    TableLog log;
    try {
      recovered.finish();
      log = new TableLog(path, settings, parts, directory, tables, protocol, maxWorkers, worker);
    } catch (RuntimeException | Error e) {
      recovered.end();
      Disk.closeAfter(e, directory);
      throw e;
    }
    try {
      IndexRebuild.run(tables, worker); // The checkpoint thread uses the same worker.
      log.work.start();
      log.define(recovered.undefined(), () -> {});
      log.await();
      return log;
    } catch (RuntimeException | Error e) {
      Disk.closeAfter(e, log::close);
      throw e;
    }
  }

  private long watermark() {
    synchronized (marks) {
      return CommitMark.watermark(redo::newestCommit, marks);
    }
  }

  /**
   * Returns a listener that logs the commits of one worker.
   *
   * @param first the application's listener, which is called before the log for each event; null
   *     for none
   * @param waits whether the worker waits until its outcomes may be acknowledged
   * @param words the shared words through which a simulated worker pays for accesses to the log's
   *     shared data
   */
  public CommitListener ofWorker(@Nullable CommitListener first, boolean waits, SharedWords words) {
    CommitMark mark = new CommitMark();
    synchronized (marks) {
      marks.add(mark);
    }
    return new WorkerCommits(redo, work, failure, newestWrites, words, mark, first, waits);
  }

  /**
   * Appends the definitions of tables to the log. Commits to these tables may be appended only
   * after the definitions.
   *
   * @param publication makes the tables known to transactions and checkpoints, if they are not
   *     known yet. The callback runs after the definitions were appended. A checkpoint that has
   *     begun before the publication does not contain the new tables. The watermark of such a
   *     checkpoint is below the definitions in the log, so recovery still reads the definitions
   *     from the log
   */
  public void define(List<Table> added, Runnable publication) {
    if (added.isEmpty()) {
      return;
    }
    RedoRecord record = DefinitionFormat.record(added);
    failure.requireUsable();
    synchronized (own) {
      work.awaitRoom(own);
      ownMark.installing(lastVersion() + 1);
      try {
        var unused = own.append(record, 0);
        publication.run();
      } finally {
        ownMark.installed();
      }
    }
  }

  /**
   * Appends the drop of a table, and waits until it may be acknowledged. All commits to the table
   * must already be in the log.
   */
  public void drop(Table table) {
    RedoRecord record = new RedoRecord();
    record.add(Key.ofDefinition(table.name()), null);
    failure.requireUsable();
    synchronized (own) {
      work.awaitRoom(own);
      var unused = own.append(record, 0);
    }
    await();
  }

  /**
   * Returns the log version that was reserved last. The transaction with this version may still
   * abort.
   */
  long lastVersion() {
    return redo.lastVersion();
  }

  /**
   * Registers a callback, which the log calls when all commits and loaded rows up to now may be
   * acknowledged. With {@link LogSettings.Mode#SYNC}, they may be acknowledged when they are on
   * disk; with {@link LogSettings.Mode#ASYNC}, when the operating system has their log records.
   */
  public void whenAcknowledged(DurableListener waiting) {
    redo.whenAcknowledged(waiting);
    work.step();
  }

  /**
   * Waits until all commits and loaded rows up to now may be acknowledged; see {@link
   * #whenAcknowledged}. An interrupt does not end the wait.
   *
   * @throws YardmasterException {@link ErrorCode#OUTCOME_UNKNOWN} if the disk has failed before the
   *     end of the wait; the next start determines which commits have survived
   */
  public void await() {
    work.step();
    work.await(new DiskWait(), lastVersion());
  }

  /**
   * Writes a backup to a new directory while transactions run. The backup contains every commit and
   * loaded row that was acknowledged before the call. A database can be opened on the new
   * directory. The calling thread waits until the backup is on disk. The caller must not close the
   * log before this method has returned. In a log without threads of its own, this method fails if
   * some commits are not on disk yet.
   *
   * @param to the path of the new directory; must not exist, or must be an empty directory
   * @throws IOException if the backup cannot be written
   */
  public void backup(Path to) throws IOException {
    failure.requireUsable();
    try (Backup backup = Backup.begin(directory, clockNs, Backup.TIMEOUT_NS)) {
      backup.writeTo(to);
    }
  }

  /** Returns the result of the recovery when the database was opened. */
  public Recovered recovered() {
    return directory.recovered();
  }

  /** Returns the size of the log, and its totals since the database was opened. */
  public LogSize size() {
    return directory.log().size();
  }

  /**
   * Returns the length of the commits in the log's ring buffer that are not written yet, in bytes.
   * The ring has at least 1 MiB. While this length is more than half of the ring, workers wait
   * before they begin a transaction.
   */
  public long queuedBytes() {
    return redo.queuedBytes();
  }

  /** Returns the figures of the checkpoints since the database was opened. */
  public CheckpointFigures checkpoints() {
    return checkpoints.checkpointer().figures();
  }

  /**
   * Returns the failure of the disk after which the log accepts no more commits; empty while the
   * log accepts commits.
   */
  public Optional<Throwable> failure() {
    return failure.get();
  }

  /**
   * Returns a warning for the operator if there is a problem with which the log can still work;
   * empty if there is no such problem.
   */
  public Optional<String> warning() {
    return checkpoints.checkpointer().warning();
  }

  /**
   * Forces all commits to disk and closes the directory. No worker may run a transaction during or
   * after this call. Further calls have no effect.
   *
   * @throws YardmasterException {@link ErrorCode#IO_FAILED} if the directory cannot be closed
   */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    checkpoints.end();
    scan.end();
    redo.end();
    work.finish();
    try {
      directory.close();
    } catch (IOException e) {
      throw new YardmasterException(
          ErrorCode.IO_FAILED,
          "the data directory cannot be closed",
          e,
          "directory",
          failure.path(),
          "problem",
          e);
    }
  }
}
