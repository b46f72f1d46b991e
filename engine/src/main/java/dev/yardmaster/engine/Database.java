package dev.yardmaster.engine;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.engine.durable.LogParts;
import dev.yardmaster.engine.durable.LogSettings;
import dev.yardmaster.engine.durable.TableLog;
import dev.yardmaster.engine.epoch.Epochs;
import dev.yardmaster.engine.epoch.LongestStay;
import dev.yardmaster.engine.epoch.Stays;
import dev.yardmaster.engine.protocol.Pace;
import dev.yardmaster.engine.protocol.Protocol;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.table.DataSize;
import dev.yardmaster.engine.table.SecondaryIndex;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import dev.yardmaster.engine.transaction.CommitListener;
import dev.yardmaster.engine.transaction.Loader;
import dev.yardmaster.engine.transaction.ThreadPace;
import dev.yardmaster.engine.transaction.Worker;
import dev.yardmaster.engine.transaction.WorkerCounts;
import dev.yardmaster.history.HistoryRecorder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A set of tables under one concurrency control, and the workers that run transactions on the
 * tables. The thread that calls a {@link Worker} runs the transaction. A database in memory owns no
 * threads. A database with a data directory, which {@link #open} returns, owns a thread for its log
 * and a thread for its checkpoints.
 */
public final class Database implements AutoCloseable {

  /** The maximum pause between two checks while {@link #drop} waits for transactions to end. */
  private static final long MAX_PAUSE_NS = 1_000_000;

  private final Protocol protocol;
  private final int maxWorkers;
  private final Epochs epochs;
  private final WorkerContexts contexts;

  @Shared(
      writers = "the thread that creates a table",
      readers = "all workers",
      access = "concurrent map")
  private final Map<String, Table> tables = new ConcurrentHashMap<>();

  @Shared(
      writers = "threads that create a table",
      readers = "the same threads",
      access = "guarded by the monitor of the Database")
  private int nextTable;

  @Shared(
      writers = "threads that request a worker",
      readers = "any thread, for metrics",
      access = "CopyOnWriteArrayList")
  private final List<WorkerCounts> counts = new CopyOnWriteArrayList<>();

  private final LongestStay longestReader;

  @Shared(
      writers = "the thread that opens the database",
      readers = "all threads",
      access = "guarded by the monitor of the Database, and null while the database opens")
  private @Nullable TableLog log;

  @Shared(
      writers = "the thread that opens the database",
      readers = "threads that request a worker",
      access = "guarded by the monitor of the Database")
  private boolean opening;

  /**
   * Creates a database without tables.
   *
   * @param protocol a protocol that no other database uses; it was created for at least {@code
   *     maxWorkers} workers
   * @param maxWorkers the maximum number of workers, 1 to {@link WorkerContext#MAX_WORKERS}
   */
  public Database(Protocol protocol, int maxWorkers) {
    this(protocol, maxWorkers, 0);
  }

  private Database(Protocol protocol, int maxWorkers, int ownWorkers) {
    this.protocol = Objects.requireNonNull(protocol, "protocol");
    int all = maxWorkers + ownWorkers;
    if (maxWorkers < 1 || all > WorkerContext.MAX_WORKERS) {
      throw new IllegalArgumentException(
          "an engine has 1 to "
              + (WorkerContext.MAX_WORKERS - ownWorkers)
              + " workers: workers="
              + maxWorkers);
    }
    protocol.bind(all);
    this.maxWorkers = maxWorkers;
    epochs = new Epochs(all);
    longestReader = epochs.longestStay();
    contexts = new WorkerContexts(protocol, epochs, all);
  }

  /**
   * Opens a database whose tables are in a data directory: loads the directory, and then logs every
   * commit. In all other respects this method is like {@link #open(Path, IntFunction, int,
   * LogSettings, LogParts, Consumer)}.
   */
  public static Database open(
      Path directory,
      IntFunction<Protocol> protocol,
      int maxWorkers,
      LogSettings settings,
      Consumer<Database> tables) {
    return open(directory, protocol, maxWorkers, settings, new LogParts(), tables);
  }

  /**
   * Opens a database whose tables are in a data directory: loads the directory, and then logs every
   * commit. The time grows with the total length of the newest checkpoint and the log.
   *
   * <p>At each start, the application creates its tables in the callback {@code tables}. It must
   * create every table that the directory contains, with the same definition; only the expected
   * number of records may differ. Tables that the directory does not contain are new and start
   * empty. The application may create more tables later.
   *
   * @param directory the data directory, which is created if it does not exist. Only one database
   *     at a time may use it
   * @param protocol returns a new protocol for a given number of workers. The method calls this
   *     function with {@code maxWorkers + 1}, because the database has a worker of its own, which
   *     reads the tables for checkpoints
   * @param maxWorkers the maximum number of workers for the application, 1 to {@link
   *     WorkerContext#MAX_WORKERS}{@code - 1}
   * @param parts the clocks, the disk and the threads of the log
   * @param tables creates the tables in the given database, which has no workers yet
   * @throws YardmasterException {@link ErrorCode#BAD_CONFIG} if the definition of a table differs
   *     from the definition in the directory, if the application has not created a table of the
   *     directory, or if the directory belongs to a service; {@link ErrorCode#BAD_KEY} if a table's
   *     name is reserved; {@link ErrorCode#DIRECTORY_IN_USE}, {@link ErrorCode#DAMAGED} or {@link
   *     ErrorCode#IO_FAILED}
   */
  public static Database open(
      Path directory,
      IntFunction<Protocol> protocol,
      int maxWorkers,
      LogSettings settings,
      LogParts parts,
      Consumer<Database> tables) {
    Objects.requireNonNull(directory, "directory");
    Objects.requireNonNull(settings, "settings");
    Database database = new Database(protocol.apply(maxWorkers + 1), maxWorkers, 1);
    database.open(directory, settings, parts, tables);
    return database;
  }

  private synchronized void open(
      Path directory, LogSettings settings, LogParts parts, Consumer<Database> creator) {
    opening = true;
    creator.accept(this);
    Pace pace = new ThreadPace(parts.clockNs());
    Worker own = new Worker(protocol, contexts.take(maxWorkers, pace), null, null);
    log =
        TableLog.open(
            directory,
            settings,
            parts,
            tables,
            protocol,
            maxWorkers,
            own,
            loaders(parts, own, pace));
    opening = false;
  }

  /**
   * Returns the loaders for the rows of the directory, at most one for each loading thread. The
   * first loader uses the context of the database's own worker. Each further loader uses a context
   * with the number of an application worker. No caller can have requested this worker yet. These
   * contexts are discarded when the rows are loaded.
   */
  private List<Loader> loaders(LogParts parts, Worker own, Pace pace) {
    List<Loader> loaders =
        new ArrayList<>(List.of(Loader.withoutListener(protocol, own.context())));
    int most = parts.startsThreads() ? parts.loadingThreads() : 1;
    for (int worker = 0; loaders.size() < most && worker < maxWorkers; worker++) {
      loaders.add(Loader.withoutListener(protocol, contexts.untaken(worker, pace)));
    }
    return loaders;
  }

  /** Returns the concurrency control. */
  public Protocol protocol() {
    return protocol;
  }

  /**
   * Creates a table. Any thread may call this method. In a database with a directory, the table's
   * definition is written to the log before any commit to the table.
   *
   * @throws IllegalArgumentException if a table of this name exists
   */
  public synchronized Table create(TableDefinition definition) {
    if (tables.containsKey(definition.name())) {
      throw new IllegalArgumentException("the table exists already: table=" + definition.name());
    }
    Table table = newTable(definition);
    table.createIndexes(this::newTable);
    if (log == null) {
      tables.put(definition.name(), table);
    } else {
      log.define(List.of(table), () -> tables.put(definition.name(), table));
    }
    return table;
  }

  private Table newTable(TableDefinition definition) {
    return new Table(
        nextTable++,
        definition,
        protocol.recordWords(),
        protocol.versionWords(),
        protocol.hasRowsInRecords(),
        new DataSize());
  }

  /**
   * Drops a table with its rows and secondary indexes. As soon as the drop has begun, operations on
   * the table throw an {@link IllegalStateException}. The commit of a transaction that runs in
   * steps and has written rows of the table throws the same exception. The method does not wait for
   * transactions that run in steps. The method waits until all other transactions in progress have
   * ended, so a transaction's logic must not call it. In a database with a directory, the method
   * also waits until the log may acknowledge the drop, as for a commit. Each worker frees its share
   * of the table's memory while it runs further transactions.
   *
   * @throws IllegalArgumentException if no table has the name
   * @throws YardmasterException {@link ErrorCode#OUTCOME_UNKNOWN} or {@link ErrorCode#CLOSED} if
   *     the disk fails; until the next start, the table stays dropped and no new table can have its
   *     name
   */
  public void drop(String name) {
    Table table;
    synchronized (this) {
      table = tables.get(name);
      if (opening || table == null || table.isDropped()) {
        throw new IllegalArgumentException(
            "no table has this name, or the database is not open: table=" + name);
      }
      table.drop();
    }
    // All commits to the table must precede the drop in the log. The drop must be in the log before
    // a new table can get the table's name.
    Stays stays = epochs.stays();
    for (int round = 0; !stays.areOver(); round++) {
      LockSupport.parkNanos(Math.min(1L << Math.min(round, 20), MAX_PAUSE_NS));
    }
    if (log() != null) {
      log().drop(table);
    }
    tables.remove(name);
  }

  /**
   * Returns the table with the given name, or null if no table has the name. Any thread may call
   * this method.
   */
  public @Nullable Table table(String name) {
    Table table = tables.get(name);
    return table == null || table.isDropped() ? null : table;
  }

  /**
   * Returns the approximate memory of all records, in bytes; see {@link DataSize}. Any thread may
   * call this method.
   */
  public long dataBytes() {
    long bytes = 0;
    for (Table table : tables.values()) {
      bytes += table.size().bytes();
      for (SecondaryIndex index : table.indexes()) {
        bytes += index.entries().size().bytes();
      }
    }
    return bytes;
  }

  /**
   * Returns the counts of the database's transactions, and the sizes of its tables, memory and log.
   * The figures are read one after the other, not at one moment. The time is proportional to the
   * number of workers and tables. Any thread may call this method.
   *
   * @param nowNs the current time, in ns; all callers use the same clock
   */
  public DatabaseFigures figures(long nowNs) {
    return DatabaseFigures.of(
        counts, new TreeMap<>(tables).values(), dataBytes(), longestReader.lookNs(nowNs), log());
  }

  /** Returns all tables. */
  public Iterable<Table> tables() {
    return tables.values();
  }

  /**
   * Returns the worker with the given number. The worker has no commit listener and records no
   * history. A worker can be requested only once.
   */
  public Worker worker(int number, Pace pace) {
    return worker(number, pace, null, null);
  }

  /**
   * Returns the worker with the given number. A worker can be requested only once. In a database
   * with a directory, the worker returns an outcome only when all commits on which the outcome can
   * depend are on disk. With {@link LogSettings.Mode#ASYNC}, the worker returns the outcome when
   * the operating system has the log records of these commits. If the disk fails, the worker's
   * methods throw {@link ErrorCode#OUTCOME_UNKNOWN} for a transaction that may have committed, and
   * {@link ErrorCode#CLOSED} for a transaction that had no effect.
   *
   * @param number the number of the worker, 0 to {@code maxWorkers - 1}
   * @param listener the object that is called for each commit of the worker; null for no listener
   * @param recorder the object that records each commit of the worker; null for no recording
   * @throws IllegalArgumentException if the number is out of range
   * @throws IllegalStateException if the worker was requested before, or the database is not open
   */
  public Worker worker(
      int number,
      Pace pace,
      @Nullable CommitListener listener,
      @Nullable HistoryRecorder recorder) {
    return worker(number, pace, listener, recorder, true);
  }

  /**
   * Returns a worker that does not wait for the disk: the worker can begin the next transaction
   * while earlier transactions wait for their group of commits to be forced (flush pipelining;
   * Johnson and others, Aether, VLDB 2010). After each outcome, the caller passes a callback to
   * {@link TableLog#whenAcknowledged}. The caller must not act on the outcome before the log has
   * called the callback. In all other respects this method is like {@link #worker(int, Pace,
   * CommitListener, HistoryRecorder)}.
   */
  public Worker pipelinedWorker(
      int number,
      Pace pace,
      @Nullable CommitListener listener,
      @Nullable HistoryRecorder recorder) {
    return worker(number, pace, listener, recorder, false);
  }

  private synchronized Worker worker(
      int number,
      Pace pace,
      @Nullable CommitListener listener,
      @Nullable HistoryRecorder recorder,
      boolean waits) {
    if (opening) {
      throw new IllegalStateException("the database is not open: worker=" + number);
    }
    if (number < 0 || number >= maxWorkers) {
      throw new IllegalArgumentException(
          "a worker's number is 0 or more and below the number of workers: worker="
              + number
              + ", workers="
              + maxWorkers);
    }
    WorkerContext context = contexts.take(number, pace);
    @Nullable CommitListener all =
        log == null ? listener : log.ofWorker(listener, waits, context.words());
    Worker worker = new Worker(protocol, context, all, recorder);
    counts.add(worker.counts());
    return worker;
  }

  /** Returns the log; null if the database is in memory. Any thread may call this method. */
  public synchronized @Nullable TableLog log() {
    return log;
  }

  /**
   * Forces all commits to disk and closes the directory; has no effect on a database in memory. No
   * worker may run a transaction during or after this call.
   *
   * @throws YardmasterException {@link ErrorCode#IO_FAILED} if the directory cannot be closed
   */
  @Override
  public void close() {
    TableLog open = log();
    if (open != null) {
      open.close();
    }
  }
}
