package dev.yardmaster.engine;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.engine.epoch.Epochs;
import dev.yardmaster.engine.protocol.Pace;
import dev.yardmaster.engine.protocol.Protocol;
import dev.yardmaster.engine.protocol.SuspendedTransactions;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.table.DataSize;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import dev.yardmaster.engine.transaction.CommitListener;
import dev.yardmaster.engine.transaction.Worker;
import dev.yardmaster.history.HistoryRecorder;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A set of tables under one concurrency control, and the workers that run transactions on the
 * tables. A database has no threads: the thread that calls a {@link Worker} runs the transaction.
 */
public final class Database {

  private final Protocol protocol;
  private final int maxWorkers;
  private final Epochs epochs;
  private final SuspendedTransactions suspended;
  private final DataSize size = new DataSize();

  @Shared(
      writers = "the thread that creates a table",
      readers = "all workers",
      access = "concurrent map")
  private final Map<String, Table> tables = new ConcurrentHashMap<>();

  @Shared(
      writers = "threads that request a worker",
      readers = "the same threads",
      access = "guarded by the monitor of the Database")
  private final boolean[] workersTaken;

  @Shared(
      writers = "threads that create a table",
      readers = "the same threads",
      access = "guarded by the monitor of the Database")
  private int nextTable;

  @Shared(
      writers = "the thread that requests the first worker",
      readers = "threads that request a worker",
      access = "guarded by the monitor of the Database")
  private boolean hasOrigin;

  @Shared(
      writers = "the thread that requests the first worker",
      readers = "threads that request a worker; each worker copies the value when it is created",
      access = "guarded by the monitor of the Database")
  private long originNs;

  /**
   * Creates a database without tables.
   *
   * @param protocol a protocol that no other database uses, and that was created for {@code
   *     maxWorkers} workers or more
   * @param maxWorkers the maximum number of workers, 1 to {@link WorkerContext#MAX_WORKERS}
   */
  public Database(Protocol protocol, int maxWorkers) {
    this.protocol = Objects.requireNonNull(protocol, "protocol");
    if (maxWorkers < 1 || maxWorkers > WorkerContext.MAX_WORKERS) {
      throw new IllegalArgumentException(
          "an engine has 1 to " + WorkerContext.MAX_WORKERS + " workers: workers=" + maxWorkers);
    }
    protocol.bind(maxWorkers);
    this.maxWorkers = maxWorkers;
    epochs = new Epochs(maxWorkers);
    suspended = new SuspendedTransactions(maxWorkers);
    workersTaken = new boolean[maxWorkers];
  }

  /** Returns the concurrency control. */
  public Protocol protocol() {
    return protocol;
  }

  /**
   * Creates a table. Any thread may call this method.
   *
   * @throws IllegalArgumentException if a table of that name exists
   */
  public synchronized Table create(TableDefinition definition) {
    if (tables.containsKey(definition.name())) {
      throw new IllegalArgumentException("the table exists already: table=" + definition.name());
    }
    Table table =
        new Table(
            nextTable++,
            definition,
            protocol.recordWords(),
            protocol.versionWords(),
            protocol.hasRowsInRecords(),
            size);
    tables.put(definition.name(), table);
    return table;
  }

  /**
   * Returns the table with the given name, or null if no table has the name. Any thread may call
   * this method.
   */
  public Table table(String name) {
    return tables.get(name);
  }

  /** Returns the approximate memory of all records. Any thread may call this method. */
  public DataSize size() {
    return size;
  }

  /** Returns all tables. */
  public Iterable<Table> tables() {
    return tables.values();
  }

  /**
   * Returns the worker with the given number, without a listener and without a history. The caller
   * must be the first to request this worker.
   */
  public Worker worker(int number, Pace pace) {
    return worker(number, pace, null, null);
  }

  /**
   * Returns the worker with the given number. A worker can be requested once.
   *
   * @param number the number of the worker, 0 to {@code maxWorkers - 1}
   * @param listener the object that is called for each commit of the worker; null for no listener
   * @param recorder the object that records each commit of the worker; null for no recording
   * @throws IllegalArgumentException if the number is out of range
   * @throws IllegalStateException if the worker was requested before
   */
  public Worker worker(int number, Pace pace, CommitListener listener, HistoryRecorder recorder) {
    return new Worker(protocol, context(number, pace), listener, recorder);
  }

  private synchronized WorkerContext context(int number, Pace pace) {
    if (number < 0 || number >= maxWorkers) {
      throw new IllegalArgumentException(
          "a worker's number is 0 or more and below the number of workers: worker="
              + number
              + ", workers="
              + maxWorkers);
    }
    if (workersTaken[number]) {
      throw new IllegalStateException("the worker is taken already: worker=" + number);
    }
    workersTaken[number] = true;
    if (!hasOrigin) {
      hasOrigin = true;
      originNs = pace.nowNs();
    }
    return new WorkerContext(number, protocol, epochs, suspended, pace, originNs);
  }
}
