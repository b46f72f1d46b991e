package dev.yardmaster.client;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.client.connection.ClientConnection;
import dev.yardmaster.client.connection.ConnectionPool;
import dev.yardmaster.client.connection.Transport;
import dev.yardmaster.client.time.ClientTime;
import dev.yardmaster.client.time.RetryDelays;
import dev.yardmaster.logging.Loggers;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.NullUnmarked;
import org.slf4j.Logger;

/**
 * The state that all transactions of a client share: connections, clock and counters. Any thread
 * may call any method.
 */
@NullUnmarked // Internal: fields and results may be null.
final class ClientState {

  private static final Logger LOG = Loggers.of(ClientState.class);

  private final ConnectionPool pool;
  private final RetryPolicy retries;
  private final RetryDelays delays;
  private final ClientTime time;
  private final Transport transport;
  private final int maxOutstanding;
  private final ClientCounters counters = new ClientCounters();

  @Shared(
      writers = "threads that submit, event loops, the closing thread",
      readers = "the same",
      access = "atomic increment and decrement")
  private final AtomicInteger outstanding = new AtomicInteger();

  /**
   * A transaction whose logic may be running. No connection is responsible for ending such a
   * transaction.
   */
  interface Held {

    /** Ends the transaction with an error, unless it has ended. */
    void endWith(YardmasterException error);
  }

  /**
   * A wait for a transaction's next attempt. Each wait has its own object. So if a wait ends early,
   * its timer does not end the same transaction's next wait.
   */
  private static final class Wait {

    private final Runnable goOn;
    private final boolean endsAtArrival;

    Wait(Runnable goOn, boolean endsAtArrival) {
      this.goOn = goOn;
      this.endsAtArrival = endsAtArrival;
    }
  }

  /** The waits in progress, in the order of their beginnings. */
  @Shared(
      writers = "threads that submit, event loops, the closing thread",
      readers = "the same",
      access = "guarded by the set's monitor; the thread that removes a wait continues after it")
  private final Set<Wait> waiting = new LinkedHashSet<>();

  /** The transactions that no thread waits for, such as transactions whose logic does not block. */
  @Shared(
      writers = "threads that submit, event loops, the closing thread",
      readers = "the same",
      access = "concurrent set")
  private final Set<Held> running = ConcurrentHashMap.newKeySet();

  @Shared(
      writers = "the closing thread",
      readers = "threads that submit, event loops",
      access = "volatile; set before the closing thread reads the set of waits")
  private volatile boolean closed;

  ClientState(
      ConnectionPool pool,
      RetryPolicy retries,
      RetryDelays delays,
      ClientTime time,
      Transport transport,
      int maxOutstanding) {
    this.pool = pool;
    this.retries = retries;
    this.delays = delays;
    this.time = time;
    this.transport = transport;
    this.maxOutstanding = maxOutstanding;
  }

  ConnectionPool pool() {
    return pool;
  }

  ClientTime time() {
    return time;
  }

  /** Returns the transport. Threads that run logic use it to wait for replies. */
  Transport transport() {
    return transport;
  }

  /** Returns the retry state for a transaction that begins now. */
  RetryState attempts(String logic, TransactionOptions options) {
    return new RetryState(logic, options, retries, delays, time);
  }

  /** Returns the retry state for a transaction that has only one attempt. */
  RetryState onlyAttempt(TransactionOptions options) {
    return new RetryState("", options, RetryPolicy.never(), delays, time);
  }

  /**
   * Admits one more transaction. Returns the error if too many transactions are outstanding, or if
   * the client is closed; otherwise null.
   */
  YardmasterException begin() {
    if (closed) {
      return closed();
    }
    if (outstanding.incrementAndGet() > maxOutstanding) {
      outstanding.decrementAndGet();
      counters.refused();
      return new YardmasterException(
          ErrorCode.OVERLOADED,
          "the client has at most " + maxOutstanding + " transactions outstanding",
          "limit",
          maxOutstanding);
    }
    return null;
  }

  /** Counts the end of a transaction. */
  void ended() {
    outstanding.decrementAndGet();
  }

  /** Counts the end of a transaction with its outcome. */
  void ended(Outcome<?> outcome) {
    counters.ended(outcome);
    ended();
  }

  ClientCounters counters() {
    return counters;
  }

  int outstanding() {
    return outstanding.get();
  }

  /**
   * Chooses a connection for an attempt; returns null if no connection accepts requests. The retry
   * state stores the number of connections that have become ready before the choice, for {@link
   * #later}.
   */
  ClientConnection pick(RetryState attempts) {
    attempts.picksAt(pool.arrivals());
    return pool.pick();
  }

  /**
   * Continues a transaction after a wait. The wait ends early if the client is closed. If the
   * server has not requested the delay, the wait also ends early as soon as a connection is ready
   * that was not ready when the failed attempt chose its connection ({@link
   * RetryState#endsAtArrival}).
   *
   * @param attempts the retry state of the transaction; its method {@link RetryState#next} has
   *     returned {@code waitMs}
   * @param goOn continues the transaction; it is called exactly once, possibly by this method, and
   *     must check whether the client is closed
   */
  void later(RetryState attempts, long waitMs, Runnable goOn) {
    counters.retried();
    // The retry state is read first: once the wait is in the set, another thread may continue the
    // transaction and use the retry state.
    boolean endsAtArrival = attempts.endsAtArrival();
    long arrivals = attempts.arrivals();
    Wait wait = new Wait(goOn, endsAtArrival);
    synchronized (waiting) {
      waiting.add(wait);
    }
    if (closed || (endsAtArrival && pool.arrivals() != arrivals)) {
      end(wait);
    } else {
      time.later(() -> end(wait), waitMs, TimeUnit.MILLISECONDS);
    }
  }

  /**
   * Returns a future that completes after the same wait as in {@link #later}. Threads that wait for
   * the next attempts of their transactions use this method.
   */
  CompletableFuture<Void> pause(RetryState attempts, long waitMs) {
    CompletableFuture<Void> over = new CompletableFuture<>();
    later(attempts, waitMs, () -> over.complete(null));
    return over;
  }

  /** Ends a wait, unless another thread has ended it. */
  private void end(Wait wait) {
    boolean removed;
    synchronized (waiting) {
      removed = waiting.remove(wait);
    }
    if (removed) {
      wait.goOn.run();
    }
  }

  /** Ends the waits that end when a connection becomes ready. */
  void connectionArrived() {
    endAll(wait -> wait.endsAtArrival);
  }

  private void endAll(Predicate<Wait> which) {
    List<Wait> ended;
    synchronized (waiting) {
      ended = waiting.stream().filter(which).toList();
    }
    for (Wait wait : ended) {
      try {
        end(wait);
      } catch (Throwable thrown) { // One transaction must not keep the others from continuing.
        LOG.error("a transaction failed after its wait", thrown);
      }
    }
  }

  /**
   * Adds a transaction whose logic is about to run. The transaction remains in the set until {@link
   * #ran} removes it.
   */
  void runs(Held run) {
    running.add(run);
  }

  /** Removes a transaction that {@link #runs} has added. */
  void ran(Held run) {
    running.remove(run);
  }

  /** Ends all transactions whose logic is still running. */
  void endRunning() {
    for (Held run : List.copyOf(running)) {
      run.endWith(closed());
    }
  }

  boolean isClosed() {
    return closed;
  }

  /** Stops accepting transactions, and ends the waiting transactions. */
  void close() {
    closed = true;
    endAll(wait -> true);
  }

  static YardmasterException closed() {
    return new YardmasterException(ErrorCode.CLOSED, "the client is closed");
  }
}
