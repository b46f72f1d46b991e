package dev.yardmaster.engine;

import dev.yardmaster.engine.epoch.Epochs;
import dev.yardmaster.engine.protocol.Pace;
import dev.yardmaster.engine.protocol.Protocol;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import dev.yardmaster.engine.transaction.CommitListener;
import dev.yardmaster.engine.transaction.Worker;
import dev.yardmaster.history.HistoryRecorder;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Tables under one concurrency control, and the workers that run transactions on them. It has no
 * threads of its own: whoever has a worker brings the thread.
 */
public final class Database {

  private final Protocol protocol;
  private final int maxWorkers;
  private final Epochs epochs;
  private final Map<String, Table> tables = new ConcurrentHashMap<>();
  private final boolean[] workersTaken;
  private int nextTable;
  private boolean hasOrigin;
  private long originNs;

  /**
   * A database without tables.
   *
   * @param protocol one that no other database has, made for as many workers or more
   * @param maxWorkers 1 to {@link WorkerContext#MAX_WORKERS}
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
    workersTaken = new boolean[maxWorkers];
  }

  /** Its concurrency control. */
  public Protocol protocol() {
    return protocol;
  }

  /**
   * Makes a table. Any thread.
   *
   * @throws IllegalArgumentException if there is one of that name
   */
  public synchronized Table create(TableDefinition definition) {
    if (tables.containsKey(definition.name())) {
      throw new IllegalArgumentException("the table exists already: table=" + definition.name());
    }
    Table table =
        new Table(nextTable++, definition, protocol.recordWords(), protocol.versionWords());
    tables.put(definition.name(), table);
    return table;
  }

  /** The table of a name; null if there is none. Any thread. */
  public Table table(String name) {
    return tables.get(name);
  }

  /** Its tables. */
  public Iterable<Table> tables() {
    return tables.values();
  }

  /** The worker of a number that has not been taken; without listener and history. */
  public Worker worker(int number, Pace pace) {
    return worker(number, pace, null, null);
  }

  /**
   * The worker of a number that has not been taken.
   *
   * @param number 0 or more and below {@code maxWorkers}
   * @param listener learns of its commits; null for nobody
   * @param recorder records what it commits; null for nothing
   * @throws IllegalArgumentException if there is no such number
   * @throws IllegalStateException if it is taken
   */
  public Worker worker(int number, Pace pace, CommitListener listener, HistoryRecorder recorder) {
    return new Worker(protocol, context(number, pace), listener, recorder);
  }

  private synchronized WorkerContext context(int number, Pace pace) {
    if (number < 0 || number >= maxWorkers) {
      throw new IllegalArgumentException(
          "workers are counted from 0: worker=" + number + ", workers=" + maxWorkers);
    }
    if (workersTaken[number]) {
      throw new IllegalStateException("the worker is taken already: worker=" + number);
    }
    workersTaken[number] = true;
    if (!hasOrigin) {
      hasOrigin = true;
      originNs = pace.nowNs();
    }
    return new WorkerContext(number, protocol, epochs, pace, originNs);
  }
}
