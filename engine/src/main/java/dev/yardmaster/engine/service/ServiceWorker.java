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
 * An engine worker with the service's state around it. One thread at a time uses a service worker:
 * the thread of a {@link WorkerLoop}, or a caller's thread that has borrowed the service worker
 * from the {@link ServiceWorkerPool}.
 */
final class ServiceWorker {

  /**
   * The step between two transaction numbers of a worker. The step is at least the number of
   * workers of an engine, so transaction numbers are unique.
   */
  private static final int MAX_WORKERS = 256;

  private final int number;
  private final DeadlinePace pace;
  private final Worker worker;
  private final KeyAccess access;
  private final CommitPoint point;
  private long transactions;

  /**
   * Creates a service worker on a free worker number.
   *
   * @param firstTransaction the number from which transaction numbers continue
   * @param ending returns whether waits must end immediately
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
      HistoryRecorder recorder) {
    this.number = number;
    point = new CommitPoint(order);
    pace = new DeadlinePace(clockNs, ending);
    worker = database.worker(number, pace, point, recorder);
    access = new KeyAccess(tables);
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

  /** Runs one attempt of the current transaction. */
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

  /** Returns a new transaction number, above 0, for conflict reports. */
  long nextTransactionId() {
    return ++transactions * MAX_WORKERS + number;
  }
}
