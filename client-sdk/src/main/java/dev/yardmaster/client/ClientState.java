package dev.yardmaster.client;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.client.connection.ConnectionPool;
import dev.yardmaster.client.connection.Transport;
import dev.yardmaster.client.time.ClientTime;
import dev.yardmaster.client.time.RetryDelays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The state that all transactions of a client share: connections, clock and counters. Any thread
 * may call any method.
 */
final class ClientState {

  private final ConnectionPool pool;
  private final RetryPolicy retries;
  private final RetryDelays delays;
  private final ClientTime time;
  private final Transport transport;
  private final int maxOutstanding;

  @Shared(
      writers = "threads that submit, event loops, the closing thread",
      readers = "the same",
      access = "atomic increment and decrement")
  private final AtomicInteger outstanding = new AtomicInteger();

  /**
   * A transaction that no connection is processing, because it waits for its next attempt or runs
   * its logic.
   */
  interface Held {

    /** Ends the transaction with an error, unless it has ended. */
    void endWith(YardmasterException error);
  }

  /** The transactions that wait for their next attempt. */
  @Shared(
      writers = "threads that submit, event loops, the closing thread",
      readers = "the same",
      access = "concurrent set; the thread that removes a transaction continues it")
  private final Set<Held> waiting = ConcurrentHashMap.newKeySet();

  /** The transactions whose logic does not block; no thread waits for them. */
  @Shared(
      writers = "threads that submit, event loops, the closing thread",
      readers = "the same",
      access = "concurrent set")
  private final Set<Held> running = ConcurrentHashMap.newKeySet();

  @Shared(
      writers = "the closing thread",
      readers = "threads that submit, event loops",
      access = "volatile; set before the closing thread reads the set of waiting transactions")
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

  /** Returns the transport; threads that run logic wait for replies through it. */
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

  int outstanding() {
    return outstanding.get();
  }

  /** Adds a transaction that waits for its next attempt; returns false if the client is closed. */
  boolean waits(Held one) {
    waiting.add(one);
    return !(closed && waiting.remove(one));
  }

  /**
   * Ends a transaction's wait. Removes a waiting transaction; returns false if another thread has
   * already ended it.
   */
  boolean goesOn(Held one) {
    return waiting.remove(one);
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
    for (Held one : List.copyOf(waiting)) {
      if (waiting.remove(one)) {
        one.endWith(closed());
      }
    }
  }

  static YardmasterException closed() {
    return new YardmasterException(ErrorCode.CLOSED, "the client is closed");
  }
}
