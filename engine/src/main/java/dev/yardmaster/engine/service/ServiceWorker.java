package dev.yardmaster.engine.service;

import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.service.keys.KeyAccess;
import dev.yardmaster.engine.service.keys.KeyTables;
import dev.yardmaster.engine.transaction.AttemptResult;
import dev.yardmaster.engine.transaction.RecordLogic;
import dev.yardmaster.engine.transaction.Worker;
import dev.yardmaster.history.HistoryRecorder;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * A worker of the engine's with what the service needs around it. Used by one thread at a time:
 * that of a {@link WorkerLoop}, or a caller's that has taken it from {@link ServiceWorkerPool}.
 */
final class ServiceWorker {

  /** As many as an engine may have workers, so that numbers do not meet. */
  private static final int MAX_WORKERS = 256;

  private final int number;
  private final DeadlinePace pace;
  private final Worker worker;
  private final KeyAccess access;
  private final CommitPoint point;
  private long transactions;

  /**
   * A service worker on a worker that has not been taken.
   *
   * @param firstTransaction where the numbers of transactions go on from
   * @param ending whether its transactions are not to wait for anybody any more
   * @param recorder records what commits; null for nothing
   */
  ServiceWorker(
      int number,
      Database database,
      KeyTables tables,
      CommitSequencer order,
      LongSupplier clockNs,
      long firstTransaction,
      BooleanSupplier ending,
      HistoryRecorder recorder) {
    this.number = number;
    point = new CommitPoint(order);
    pace = new DeadlinePace(clockNs, ending);
    worker = database.worker(number, pace, point, recorder);
    access = new KeyAccess(tables, worker.context().conflict());
    transactions = firstTransaction;
  }

  int number() {
    return number;
  }

  Worker worker() {
    return worker;
  }

  DeadlinePace pace() {
    return pace;
  }

  /** Runs the present transaction once. */
  AttemptResult attempt(RecordLogic logic) {
    try {
      return worker.attempt(logic);
    } finally {
      point.installed();
    }
  }

  KeyAccess access() {
    return access;
  }

  CommitPoint point() {
    return point;
  }

  /** Another number that conflict reports name a transaction by; above 0. */
  long nextTransactionId() {
    return ++transactions * MAX_WORKERS + number;
  }
}
