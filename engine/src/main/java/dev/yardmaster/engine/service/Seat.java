package dev.yardmaster.engine.service;

import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.service.keys.KeyAccess;
import dev.yardmaster.engine.service.keys.KeyTables;
import dev.yardmaster.engine.transaction.Ended;
import dev.yardmaster.engine.transaction.RecordLogic;
import dev.yardmaster.engine.transaction.Worker;
import dev.yardmaster.history.HistoryRecorder;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * A worker of the engine's with what the service needs around it. Used by one thread at a time:
 * that of a {@link WorkerLoop}, or a caller's that has taken it from {@link CallerSeats}.
 */
final class Seat {

  /** As many as an engine may have workers, so that numbers do not meet. */
  private static final int SEATS = 256;

  private final int number;
  private final SeatPace pace;
  private final Worker worker;
  private final KeyAccess access;
  private final CommitPoint point;
  private long transactions;

  /**
   * A seat on a worker that has not been taken.
   *
   * @param firstTransaction where the numbers of transactions go on from
   * @param ending whether its transactions are not to wait for anybody any more
   * @param recorder records what commits; null for nothing
   */
  Seat(
      int number,
      Database database,
      KeyTables tables,
      CommitOrder order,
      LongSupplier clockNs,
      long firstTransaction,
      BooleanSupplier ending,
      HistoryRecorder recorder) {
    this.number = number;
    point = new CommitPoint(order);
    pace = new SeatPace(clockNs, ending);
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

  SeatPace pace() {
    return pace;
  }

  /** Runs the present transaction once. */
  Ended attempt(RecordLogic logic) {
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
    return ++transactions * SEATS + number;
  }
}
