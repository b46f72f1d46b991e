package dev.yardmaster.service;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.outcome.KeptOutcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ThreadFactory;
import java.util.function.LongSupplier;

/**
 * The interactive transactions whose logic runs at remote clients, for a back end whose {@link
 * InteractiveSession}s block. Each step of a transaction runs on a thread of a pool.
 *
 * <p>The number of admitted transactions is limited, and the pool can have one thread for each of
 * them. So if a step waits for another transaction, that transaction can always get a thread for
 * its own steps. Up to the same number of further transactions wait for admission, and occupy no
 * threads. An idle transaction ends at its deadline, or when the service ends. If the machine
 * cannot create a thread for a step, the transaction ends with OVERLOADED. Any thread may call the
 * methods.
 */
public final class SteppedSessions {

  /** The interval at which the deadlines are checked. */
  private static final long WATCH_MS = 20;

  private final int most;
  private final LongSupplier clockNs;
  private final TransactionLimits limits;
  private final StepThreads threads;

  @Shared(
      writers = "threads that open transactions",
      readers = "the same threads",
      access = "guarded by the object's monitor")
  private long opened;

  @Shared(
      writers = "threads that request a first step; the step threads",
      readers = "the same threads",
      access = "guarded by the object's monitor; at most as many as there are permits")
  private int admitted;

  /** The transactions that wait for admission, in the order of their arrival. */
  @Shared(
      writers = "threads that request a first step; the step threads",
      readers = "the same threads; the closing thread",
      access = "guarded by the object's monitor; at most as many as can be admitted")
  private final Set<SteppedSession> waiting = new LinkedHashSet<>();

  /** The transactions that are admitted or wait for admission, by their deadlines. */
  @Shared(
      writers = "threads that request a first step; the step threads",
      readers = "the same threads; the closing thread",
      access = "guarded by the object's monitor")
  private final Set<SteppedSession> open =
      new TreeSet<>(
          Comparator.comparingLong(SteppedSession::deadlineNs)
              .thenComparingLong(SteppedSession::number));

  @Shared(
      writers = "threads that request a first step; the step thread that watches",
      readers = "any thread, for metrics",
      access = "guarded by the object's monitor")
  private long refused;

  @Shared(
      writers = "threads that request a first step; the step thread that watches",
      readers = "the same threads",
      access = "guarded by the object's monitor")
  private boolean watched;

  @Shared(
      writers = "the closing thread",
      readers = "all threads that use transactions",
      access = "volatile; set once, before the closing thread ends the idle transactions")
  private volatile YardmasterException ended;

  /**
   * Creates an object without transactions.
   *
   * @param most the maximum number of admitted transactions at any time
   * @param clockNs the clock of the transactions' deadlines, in ns
   * @param threads creates the threads that run the steps. There is at most one thread for each
   *     admitted transaction, plus one thread that checks the deadlines
   */
  public SteppedSessions(
      int most, TransactionLimits limits, LongSupplier clockNs, ThreadFactory threads) {
    this.most = most;
    this.limits = limits;
    this.clockNs = clockNs;
    this.threads = new StepThreads(most + 1, threads);
  }

  /**
   * Opens a transaction that begins now. The transaction waits for admission when its first step is
   * requested. If too many transactions are waiting, the outcome is {@link ErrorCode#OVERLOADED}.
   *
   * @param session the transaction's session, which has not begun
   */
  public OpenTransaction open(
      TransactionOptions options,
      KeptOutcome kept,
      InteractiveSession session,
      OpenTransaction.Listener listener) {
    long number;
    synchronized (this) {
      number = opened++;
    }
    return new SteppedSession(
        options, kept, clockNs.getAsLong(), number, session, limits, this, listener);
  }

  /**
   * Ends all transactions that wait or are idle, and refuses new transactions. A step in progress
   * ends when its session notices the end of the service.
   */
  public void end(YardmasterException why) {
    List<SteppedSession> refused;
    List<SteppedSession> rest;
    synchronized (this) {
      ended = why;
      refused = List.copyOf(waiting);
      refused.forEach(this::forget);
      rest = List.copyOf(open);
      notifyAll();
    }
    refused.forEach(session -> session.refuse(new Outcome.Rejected<>(why)));
    rest.forEach(session -> session.endIfIdle(new Outcome.Rejected<>(why)));
    threads.end();
  }

  /** Returns whether all threads that run steps have ended. */
  public boolean areEnded() {
    return threads.areEnded();
  }

  /** Returns the number of transactions that wait for admission. */
  public synchronized int waiting() {
    return waiting.size();
  }

  /** Returns the number of transactions that were refused because too many were open. */
  public synchronized long refused() {
    return refused;
  }

  /** Returns the reason why the service has ended; null if it has not ended. */
  YardmasterException ended() {
    return ended;
  }

  /**
   * Runs the first step of a transaction immediately or after its admission, or refuses the
   * transaction.
   */
  void admit(SteppedSession session) {
    Outcome<Object> refusal = null;
    synchronized (this) {
      if (ended != null) {
        refusal = new Outcome.Rejected<>(ended);
      } else if (admitted == most && waiting.size() == most) {
        refusal = overloaded();
      } else if (!isWatched()) {
        refusal = withoutThread();
      } else if (admitted == most) {
        open.add(session);
        waiting.add(session);
      } else if (run(session::begin)) {
        open.add(session);
        admitted++;
      } else {
        refusal = withoutThread();
      }
    }
    if (refusal != null) {
      session.refuse(refusal);
    }
  }

  /**
   * Starts the thread that checks the deadlines, if necessary; returns false if it cannot be
   * started.
   */
  private synchronized boolean isWatched() {
    watched = watched || run(this::watch);
    return watched;
  }

  /** Returns the outcome of a transaction if no thread can be created for its step. */
  synchronized Outcome<Object> withoutThread() {
    refused++;
    return new Outcome.Rejected<>(
        new YardmasterException(
            ErrorCode.OVERLOADED,
            "the machine cannot create a thread for a step of the transaction",
            "open",
            open.size(),
            "limit",
            most));
  }

  private synchronized Outcome<Object> overloaded() {
    refused++;
    return new Outcome.Rejected<>(
        ServiceOutcomes.overloaded(
            "too many interactive transactions are open", waiting.size(), most));
  }

  /**
   * Removes a transaction that waits for admission. Returns whether the transaction was waiting.
   */
  synchronized boolean withdraw(SteppedSession session) {
    boolean waits = waiting.contains(session);
    if (waits) {
      forget(session);
    }
    return waits;
  }

  private void forget(SteppedSession session) {
    waiting.remove(session);
    open.remove(session);
  }

  /** Runs a task on a step thread. Returns false if no thread can be created for the task. */
  boolean run(Runnable task) {
    return threads.execute(task);
  }

  /** Removes an admitted transaction, and admits the next transaction. */
  void leave(SteppedSession session) {
    SteppedSession next = next(session);
    while (next != null && !run(next::begin)) {
      SteppedSession withoutThread = next;
      next = next(withoutThread);
      withoutThread.refuse(withoutThread());
    }
  }

  /**
   * Admits the next waiting transaction in place of a transaction that has ended. Returns the
   * transaction that is now admitted, or null if no transaction was waiting.
   */
  private synchronized SteppedSession next(SteppedSession session) {
    open.remove(session);
    SteppedSession next = null;
    if (waiting.isEmpty()) {
      admitted--;
    } else {
      next = waiting.iterator().next();
      waiting.remove(next);
    }
    if (open.isEmpty()) {
      notifyAll();
    }
    return next;
  }

  /** Ends transactions when their deadlines have passed; returns when no transaction is open. */
  private void watch() {
    for (List<SteppedSession> expired = expired(); !expired.isEmpty(); expired = expired()) {
      // Waiting transactions are refused first, so that none of them is admitted when an admitted
      // transaction ends.
      for (SteppedSession session : expired) {
        if (withdraw(session)) {
          session.refuse(overloaded());
        }
      }
      expired.forEach(SteppedSession::expire);
    }
  }

  /**
   * Waits until the deadlines of some waiting or idle transactions have passed, and returns these
   * transactions. Returns an empty list if no transaction is open.
   */
  private synchronized List<SteppedSession> expired() {
    while (ended == null && !open.isEmpty()) {
      List<SteppedSession> expired = new ArrayList<>();
      long nowNs = clockNs.getAsLong();
      for (SteppedSession session : open) {
        if (!session.isExpired(nowNs)) {
          break;
        }
        if (session.isIdle() || waiting.contains(session)) {
          expired.add(session);
        }
      }
      if (!expired.isEmpty()) {
        return expired;
      }
      try {
        wait(WATCH_MS);
      } catch (InterruptedException e) {
        // Only the code of a step can have interrupted this thread.
      }
    }
    watched = false;
    return List.of();
  }
}
