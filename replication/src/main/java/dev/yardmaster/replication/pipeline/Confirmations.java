package dev.yardmaster.replication.pipeline;

import dev.yardmaster.annotations.Shared;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.agrona.concurrent.NanoClock;

/**
 * Confirms that a follower has applied all groups that were committed at a given time. A
 * confirmation is a read index: one round of messages with the leader. The round begins at that
 * time or later. While a round is in progress, all requests that this round cannot serve share the
 * next round. Any thread may call the methods.
 */
final class Confirmations {

  /**
   * A round of messages. The time of its beginning is set before the round becomes the running
   * round.
   */
  private static final class Round {
    private final CompletableFuture<Void> over = new CompletableFuture<>();
    private long beganNs;
  }

  private final Supplier<CompletableFuture<Long>> readIndex;
  private final NanoClock clock;

  /** The round that is in progress; null if no round is in progress. */
  @Shared(
      writers = "threads that open a snapshot, the log's thread",
      readers = "the same",
      access = "guarded by the monitor of the Confirmations, like the fields after it")
  private Round running;

  /** The round that begins next; null if no request waits for it. */
  private Round next;

  /** Whether a thread has begun a round, or is about to begin one. */
  private boolean isBusy;

  private boolean isConfirmed;
  private long newestNs;
  private long rounds;
  private Throwable ended;

  /**
   * Creates an object without any confirmation.
   *
   * @param readIndex begins a round; see {@link dev.yardmaster.replication.ReplicatedLog#readIndex}
   */
  Confirmations(Supplier<CompletableFuture<Long>> readIndex, NanoClock clock) {
    this.readIndex = readIndex;
    this.clock = clock;
  }

  /**
   * Requests a confirmation whose round began at the given time or later. If such a confirmation
   * already exists, the returned future is complete. If the round fails, the future fails with the
   * exception of the log.
   *
   * @param leastNs the earliest time at which the round may have begun, not after the present time
   */
  CompletableFuture<Void> since(long leastNs) {
    CompletableFuture<Void> joined;
    synchronized (this) {
      if (ended != null) {
        return CompletableFuture.failedFuture(ended);
      }
      if (isConfirmed && newestNs - leastNs >= 0) {
        return CompletableFuture.completedFuture(null);
      }
      if (running != null && running.beganNs - leastNs >= 0) {
        return running.over;
      }
      if (next == null) {
        next = new Round();
      }
      joined = next.over;
      if (isBusy) {
        return joined;
      }
      isBusy = true;
    }
    begin();
    return joined;
  }

  private void begin() {
    // The clock is read and the log is called outside of the monitor, because in a simulation other
    // threads run during these calls.
    long nowNs = clock.nanoTime();
    Round round;
    synchronized (this) {
      if (next == null) { // The object has ended.
        return;
      }
      round = next;
      next = null;
      round.beganNs = nowNs;
      running = round;
      rounds++;
    }
    var unused = readIndex.get().whenComplete((index, failure) -> ended(round, failure));
  }

  private void ended(Round round, Throwable failure) {
    boolean more;
    synchronized (this) {
      running = null;
      if (failure == null) {
        isConfirmed = true;
        newestNs = round.beganNs;
      }
      more = next != null;
      isBusy = more;
    }
    if (failure == null) {
      round.over.complete(null);
    } else {
      round.over.completeExceptionally(failure);
    }
    if (more) {
      begin();
    }
  }

  /** Returns the number of rounds that have begun. */
  synchronized long rounds() {
    return rounds;
  }

  /** Fails all waiting requests and all later requests. */
  void end(Throwable cause) {
    Round first;
    Round second;
    synchronized (this) {
      ended = cause;
      first = running;
      second = next;
      next = null;
    }
    if (first != null) {
      first.over.completeExceptionally(cause);
    }
    if (second != null) {
      second.over.completeExceptionally(cause);
    }
  }
}
