package dev.yardmaster.benchmarks.redis;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.Outcome;
import io.netty.handler.codec.redis.RedisMessage;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A connection that watches for one transaction at a time. The event loop's. */
final class WatchSession {

  private static final byte[] WATCH = Resp.word("WATCH");
  private static final byte[] UNWATCH = Resp.word("UNWATCH");
  private static final byte[] MGET = Resp.word("MGET");
  private static final byte[] MULTI = Resp.word("MULTI");
  private static final byte[] MSET = Resp.word("MSET");
  private static final byte[] EXEC = Resp.word("EXEC");

  private final RedisConnection connection;
  private final WatchService service;

  WatchSession(RedisConnection connection, WatchService service) {
    this.connection = connection;
    this.service = service;
  }

  /** Begins a transaction, or begins it again. */
  void begin(WatchedTransaction<?, ?> transaction) {
    if (!transaction.reads()) {
      finish(transaction, List.of());
      return;
    }
    if (transaction.declaresWrites()) {
      send(transaction, transaction.readCommand(WATCH));
    }
    connection.send(reply -> finish(transaction, reply), transaction.readCommand(MGET));
  }

  /** Takes what was read. The session is free for another transaction in any case. */
  private void finish(WatchedTransaction<?, ?> transaction, RedisMessage reply) {
    List<RedisMessage> found = List.of();
    try {
      found = Resp.array(reply).children();
    } catch (RuntimeException e) {
      transaction.outcome().completeExceptionally(e);
    }
    finish(transaction, found);
  }

  private <R> void finish(WatchedTransaction<?, R> transaction, List<RedisMessage> found) {
    CompletableFuture<Outcome<R>> outcome = transaction.outcome();
    RedisService.guarded(outcome, () -> runAndWrite(transaction, found));
    service.next(this);
  }

  private <R> void runAndWrite(WatchedTransaction<?, R> transaction, List<RedisMessage> found) {
    if (transaction.outcome().isDone()) {
      return; // its reading broke
    }
    transaction.run(found);
    if (transaction.abortReason() != null) {
      send(transaction, UNWATCH);
      transaction
          .outcome()
          .complete(
              new Outcome.Aborted<>(
                  AbortCause.USER, transaction.abortReason(), transaction.restarts(), null));
    } else if (!transaction.declaresWrites()) {
      transaction.commit();
    } else {
      send(transaction, MULTI);
      send(transaction, transaction.writeCommand(MSET));
      connection.send(
          reply -> RedisService.guarded(transaction.outcome(), () -> end(transaction, reply)),
          EXEC);
    }
  }

  private void end(WatchedTransaction<?, ?> transaction, RedisMessage reply) {
    if (Resp.array(reply).isNull()) {
      transaction.restart();
      service.again(transaction);
    } else {
      transaction.commit();
    }
  }

  /** Sends a command whose reply matters only if it is an error. */
  private void send(WatchedTransaction<?, ?> transaction, byte[]... words) {
    connection.send(
        reply -> RedisService.guarded(transaction.outcome(), () -> Resp.check(reply)), words);
  }
}
