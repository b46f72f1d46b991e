package dev.yardmaster.benchmarks.redis;

import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionLogic;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.api.TransactionStatus;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingDeque;
import redis.clients.jedis.exceptions.JedisException;

/**
 * A service that runs procedures on a Redis server, over several connections. One thread serves the
 * connections in turn. While the thread receives the replies of one connection, the server works on
 * the commands of the other connections. The service supports only procedures, without ids. If a
 * connection breaks, all outstanding calls fail.
 */
abstract class RedisService implements TransactionService {

  private static final long CLOSE_TIMEOUT_MS = 1_000;

  private final BlockingDeque<RedisCall<?, ?>> waiting = new LinkedBlockingDeque<>();
  private final List<RedisSession> sessions = new ArrayList<>();
  private final Thread thread = new Thread(this::serve, "redis-client");
  private volatile boolean closed;

  /** The failure that prevents all further calls; null if there is no failure. */
  private volatile Throwable failure;

  RedisService() {
    thread.setDaemon(true);
  }

  /** Opens a connection. */
  @FunctionalInterface
  interface Connect {

    RedisSession session();
  }

  /** Opens the connections and starts the thread. */
  final void start(int connections, Connect connect) {
    try {
      for (int i = 0; i < connections; i++) {
        sessions.add(connect.session());
      }
    } catch (JedisException e) {
      sessions.forEach(RedisSession::close);
      throw new WorkloadFailure("redis: " + e.getMessage(), e);
    }
    thread.start();
  }

  /** Returns the calls that wait for a connection; retried calls are at the front. */
  final BlockingDeque<RedisCall<?, ?>> waiting() {
    return waiting;
  }

  private void serve() {
    try {
      while (!closed) {
        boolean busy = false;
        for (RedisSession session : sessions) {
          busy |= session.turn();
        }
        if (!busy) {
          waiting.addFirst(waiting.take());
        }
      }
      end(new WorkloadFailure("redis: the service is closed"));
    } catch (JedisException e) {
      end(new WorkloadFailure("redis: " + e.getMessage(), e));
    } catch (InterruptedException | RuntimeException e) {
      end(e);
    } finally {
      sessions.forEach(RedisSession::close);
    }
  }

  private void end(Throwable why) {
    failure = why;
    sessions.forEach(session -> session.fail(why));
    refuseWaiting();
  }

  private void refuseWaiting() {
    for (var call = waiting.poll(); call != null; call = waiting.poll()) {
      call.outcome().completeExceptionally(failure);
    }
  }

  @Override
  public final <A, R> CompletionStage<Outcome<R>> submit(
      Procedure<A, R> procedure, A argument, TransactionOptions options) {
    RedisCall<A, R> call = new RedisCall<>(procedure, argument);
    waiting.add(call);
    if (failure != null) {
      refuseWaiting();
    }
    return call.outcome();
  }

  @Override
  public void register(Procedure<?, ?> procedure) {
    // No registration is needed, because each call carries its procedure.
  }

  @Override
  public final <R> Outcome<R> execute(TransactionLogic<R> logic, TransactionOptions options) {
    throw new UnsupportedOperationException("only procedures are supported");
  }

  @Override
  public final CompletionStage<Outcome<Object>> submit(
      String procedure, Object argument, TransactionOptions options) {
    throw new UnsupportedOperationException("procedures by name are not supported");
  }

  @Override
  public final CompletionStage<Outcome<TransactionStatus>> status(TransactionId id) {
    throw new UnsupportedOperationException("ids are not supported");
  }

  @Override
  public final void close() {
    closed = true;
    thread.interrupt();
    try {
      thread.join(CLOSE_TIMEOUT_MS);
      if (thread.isAlive()) { // The thread is still waiting for a server that does not answer.
        sessions.forEach(RedisSession::close);
        thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
