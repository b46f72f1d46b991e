package dev.yardmaster.engine.service.worker;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.Key;
import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.service.commit.CommitPoint;
import dev.yardmaster.engine.service.commit.CommitSequencer;
import dev.yardmaster.engine.service.conflicts.ConflictCounter;
import dev.yardmaster.engine.service.keys.KeyAccess;
import dev.yardmaster.engine.service.keys.KeyTables;
import dev.yardmaster.engine.transaction.AttemptResult;
import dev.yardmaster.engine.transaction.RecordLogic;
import dev.yardmaster.engine.transaction.Worker;
import dev.yardmaster.history.HistoryRecorder;
import dev.yardmaster.service.conflicts.sketch.RecentTransactions;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * A worker of the engine, with the objects that the service needs to run transactions on it. One
 * thread at a time uses a service worker: a thread that runs procedures, or a caller's thread that
 * has borrowed it from the {@link ServiceWorkerPool}.
 */
public final class ServiceWorker {

  private final int number;
  private final DeadlinePace pace;
  private final Worker worker;
  private final KeyAccess access;
  private final CommitPoint point;
  private final RecentTransactions recent;
  private final ConflictCounter conflicts;
  private long transactions;

  @Shared(
      writers = "the thread of the session that has borrowed the worker",
      readers = "the closing thread",
      access =
          "volatile. The session sets it before it checks whether the service has ended, and the"
              + " closing thread reads it after it has ended the service")
  private volatile boolean busy;

  /**
   * Creates a service worker on a free worker number.
   *
   * @param firstTransaction the first transaction number of this worker
   * @param ending returns whether waits must end immediately
   * @param recent stores the procedure of each recent transaction
   * @param conflicts counts the conflicts and waits of the worker's transactions
   * @param recorder the object that records each commit; null for no recording
   */
  ServiceWorker(
      int number,
      Database database,
      KeyTables tables,
      CommitSequencer order,
      LongSupplier clockNs,
      long firstTransaction,
      BooleanSupplier ending,
      RecentTransactions recent,
      ConflictCounter conflicts,
      HistoryRecorder recorder) {
    this.number = number;
    this.recent = recent;
    this.conflicts = conflicts;
    pace = new DeadlinePace(clockNs, ending, this::countWait);
    point = new CommitPoint(order, new SharedWords(pace.lines()));
    worker = database.worker(number, pace, point, recorder);
    access = new KeyAccess(tables);
    transactions = firstTransaction;
  }

  private void countWait() {
    Key key = access.accessing();
    if (key != null) {
      conflicts.waited(key);
    }
  }

  public int number() {
    return number;
  }

  public Worker worker() {
    return worker;
  }

  public DeadlinePace pace() {
    return pace;
  }

  /** Runs one attempt of the current transaction. */
  public AttemptResult attempt(RecordLogic logic) {
    try {
      return worker.attempt(logic);
    } finally {
      point.installed();
    }
  }

  /** Runs a step of the current attempt. */
  public AttemptResult step(RecordLogic logic) {
    try {
      return worker.step(logic);
    } finally {
      point.installed();
    }
  }

  /** Runs the last step of the current attempt. */
  public AttemptResult finish(RecordLogic logic) {
    try {
      return worker.finish(logic);
    } finally {
      point.installed();
    }
  }

  /** Removes garbage that the worker's transactions have left, such as deleted records. */
  public void tidy() {
    if (!worker.isTidy()) {
      worker.tidy();
    }
  }

  /** Sets whether a session's thread uses the worker. */
  public void busy(boolean isBusy) {
    busy = isBusy;
  }

  boolean isBusy() {
    return busy;
  }

  public KeyAccess access() {
    return access;
  }

  public CommitPoint point() {
    return point;
  }

  public ConflictCounter conflicts() {
    return conflicts;
  }

  /**
   * Returns a new transaction number, above 0, for conflict reports. Numbers are unique.
   *
   * @param procedure the number of the transaction's procedure
   */
  public long nextTransactionId(int procedure) {
    recent.admitted(number, ++transactions, procedure);
    return transactions * WorkerContext.MAX_WORKERS + number;
  }
}
