package dev.yardmaster.replication.jraft;

import dev.yardmaster.replication.UnknownOutcomeException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The futures that have not completed. When a member fails or is closed, JRaft drops callbacks, so
 * this class fails the futures. Any thread may call the methods.
 */
final class PendingFutures {

  private final Map<Long, CompletableFuture<?>> futures = new ConcurrentHashMap<>();
  private final AtomicLong added = new AtomicLong();
  private volatile String ended;

  <T> CompletableFuture<T> add() {
    CompletableFuture<T> future = new CompletableFuture<>();
    long number = added.incrementAndGet();
    futures.put(number, future);
    CompletableFuture<T> unused = future.whenComplete((result, failure) -> futures.remove(number));
    if (ended != null) {
      failAll(ended);
    }
    return future;
  }

  /** Fails all pending futures, and all futures that are added later. */
  void failAll(String reason) {
    ended = reason;
    for (CompletableFuture<?> future : futures.values()) {
      future.completeExceptionally(new UnknownOutcomeException(reason));
    }
  }
}
