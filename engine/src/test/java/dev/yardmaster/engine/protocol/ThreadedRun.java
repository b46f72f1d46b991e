package dev.yardmaster.engine.protocol;

import dev.yardmaster.engine.protocol.InterleavedRun.RunOutcome;
import dev.yardmaster.engine.protocol.RandomTransactions.Kind;
import dev.yardmaster.engine.transaction.ThreadPace;
import dev.yardmaster.engine.transaction.Worker;
import dev.yardmaster.history.HistoryLog;
import dev.yardmaster.proof.checker.CheckResult;
import dev.yardmaster.proof.checker.SerializabilityChecker;
import java.io.IOException;

/** A run in which more threads than cores execute {@link RandomTransactions}. */
public final class ThreadedRun {

  private static final int WORKERS = InterleavedRun.WORKERS;
  private static final int TRANSACTIONS_EACH = 1_000 * InterleavedRun.EFFORT;

  private ThreadedRun() {}

  /** Runs random transactions on each thread, and checks their history. */
  public static RunOutcome of(Protocol protocol) throws IOException, InterruptedException {
    return of(protocol, Kind.OPERATIONS);
  }

  /** Runs transactions of groups on each thread, and checks their history. */
  public static RunOutcome ofGroups(Protocol protocol) throws IOException, InterruptedException {
    return of(protocol, Kind.GROUPS);
  }

  static RunOutcome of(Protocol protocol, Kind kind) throws IOException, InterruptedException {
    RandomTransactions transactions = new RandomTransactions(protocol, WORKERS, kind);
    HistoryLog history = HistoryLog.inMemory();
    Worker[] workers = new Worker[WORKERS];
    Thread[] threads = new Thread[WORKERS];
    Throwable[] thrown = new Throwable[WORKERS];
    for (int i = 0; i < WORKERS; i++) {
      int number = i;
      workers[i] =
          transactions.database.worker(
              i, new ThreadPace(System::nanoTime), null, history.recorder());
      Runnable client = transactions.client(workers[i], 77, TRANSACTIONS_EACH);
      threads[i] =
          new Thread(
              () -> {
                try {
                  client.run();
                } catch (Throwable e) {
                  thrown[number] = e;
                }
              });
    }
    transactions.fill(workers[0]);
    for (Thread thread : threads) {
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    for (Throwable failure : thrown) {
      if (failure != null) {
        throw new IllegalStateException(protocol.name() + ": a client failed", failure);
      }
    }
    history.close();
    CheckResult checked =
        SerializabilityChecker.check(history.bytes(), InterleavedRun.guaranteed(protocol));
    return new RunOutcome(checked, transactions.leaks(workers), 0);
  }
}
