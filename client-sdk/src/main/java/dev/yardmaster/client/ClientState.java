package dev.yardmaster.client;

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
 * What all transactions of a client share: connections, time, and how many there are. Any thread.
 */
final class ClientState {

  private final ConnectionPool pool;
  private final RetryPolicy retries;
  private final RetryDelays delays;
  private final ClientTime time;
  private final Transport transport;
  private final int maxOutstanding;
  private final AtomicInteger outstanding = new AtomicInteger();

  /** A transaction that is in nobody's hands but the client's own, or its logic's. */
  interface Held {

    /** Ends it without an answer, unless it has ended. */
    void endWith(YardmasterException error);
  }

  /** Transactions that wait for their next attempt. */
  private final Set<Held> waiting = ConcurrentHashMap.newKeySet();

  /** Transactions whose logic runs without a thread of its own. */
  private final Set<Held> running = ConcurrentHashMap.newKeySet();

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

  /** How a thread that runs logic waits. */
  Transport transport() {
    return transport;
  }

  /** The attempts of a transaction that begins now. */
  RetryState attempts(String logic, TransactionOptions options) {
    return new RetryState(logic, options, retries, delays, time);
  }

  /** The attempts of a transaction that has one. */
  RetryState onlyAttempt(TransactionOptions options) {
    return new RetryState("", options, RetryPolicy.never(), delays, time);
  }

  /** Takes one more transaction; the refusal if there is no room, or the client is closed. */
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

  /** A transaction has ended. */
  void ended() {
    outstanding.decrementAndGet();
  }

  int outstanding() {
    return outstanding.get();
  }

  /** Notes a transaction that waits for its next attempt; false if there will be none. */
  boolean waits(Held one) {
    waiting.add(one);
    return !(closed && waiting.remove(one));
  }

  /** Takes a transaction out of its wait; false if it was ended there. */
  boolean goesOn(Held one) {
    return waiting.remove(one);
  }

  /** Notes a transaction whose logic may run for as long as it likes. */
  void runs(Held run) {
    running.add(run);
  }

  /** Such a transaction has ended. */
  void ran(Held run) {
    running.remove(run);
  }

  /** Waits no longer for logic that runs. */
  void endRunning() {
    for (Held run : List.copyOf(running)) {
      run.endWith(closed());
    }
  }

  boolean isClosed() {
    return closed;
  }

  /** Takes no more transactions. */
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
