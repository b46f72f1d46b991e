package dev.yardmaster.benchmarks.redis;

import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;

/**
 * Procedures under optimistic locking: WATCH and MGET go out together, then MULTI, MSET and EXEC,
 * and right behind them the next transaction's WATCH and MGET. A watch belongs to a connection, so
 * each connection has one transaction at a time between its reading and its EXEC; others wait. What
 * only reads is one MGET.
 */
public final class WatchService extends RedisService {

  /** The event loop's: transactions that wait for a connection. */
  private final ArrayDeque<WatchedTransaction<?, ?>> waiting = new ArrayDeque<>();

  /** The event loop's: sessions in which nothing is watched. */
  private final ArrayDeque<WatchSession> idle = new ArrayDeque<>();

  /** Connects. */
  public WatchService(InetSocketAddress address, int connections) {
    super(address, connections);
    connections().forEach(connection -> idle.add(new WatchSession(connection, this)));
  }

  @Override
  <A, R> void run(Procedure<A, R> procedure, A argument, CompletableFuture<Outcome<R>> outcome) {
    waiting.add(new WatchedTransaction<>(procedure, argument, outcome));
    if (!idle.isEmpty()) {
      next(idle.remove());
    }
  }

  /** Runs a transaction again before those that wait. */
  void again(WatchedTransaction<?, ?> transaction) {
    waiting.addFirst(transaction);
    if (!idle.isEmpty()) {
      next(idle.remove());
    }
  }

  /** Gives a session what it is to do next, if there is anything. */
  void next(WatchSession session) {
    WatchedTransaction<?, ?> transaction = waiting.poll();
    if (transaction == null) {
      idle.add(session);
    } else {
      session.begin(transaction);
    }
  }
}
