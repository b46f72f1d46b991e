package dev.yardmaster.jdbc;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.jdbc.NotStartedException.Reason;
import dev.yardmaster.jdbc.counting.ObservedWaits;
import dev.yardmaster.jdbc.figures.WaitObserver;
import dev.yardmaster.jdbc.schedule.Schedule;
import dev.yardmaster.jdbc.schedule.ScheduleConfig;
import dev.yardmaster.jdbc.schedule.Ticket;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.NullUnmarked;

/**
 * The state that all lanes share, guarded by one lock: the schedule and the queued transactions.
 */
@NullUnmarked // Internal: fields and results may be null.
final class Lanes {
  private final ScheduleConfig config;
  private final long deadlineNs;
  private final NanoClock clock;
  private final SchedulerCounters counters;
  private final ObservedWaits observed = new ObservedWaits();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition mayStart = lock.newCondition();
  private final Condition ended = lock.newCondition();

  @Shared(
      writers = "threads that submit, lanes, the thread of the deadlines, the closing thread",
      readers = "the same, and threads that call figures()",
      access = "guarded by Lanes.lock")
  private final Schedule schedule;

  @Shared(
      writers = "threads that submit, lanes, the thread of the deadlines, the closing thread",
      readers = "the same",
      access = "guarded by Lanes.lock")
  private final LinkedHashSet<PendingTransaction<?>> queued = new LinkedHashSet<>();

  @Shared(
      writers = "lanes",
      readers = "lanes, threads that submit, the thread of the deadlines",
      access = "guarded by Lanes.lock; an idle lane waits on mayStart")
  private int idle;

  @Shared(
      writers = "the closing thread",
      readers = "threads that submit, lanes",
      access = "guarded by Lanes.lock; the closing thread waits on ended")
  private boolean closing;

  /**
   * Creates the state without transactions. The deadline of a transaction is {@code deadlineNs}
   * after its arrival.
   */
  Lanes(ScheduleConfig config, long deadlineNs, NanoClock clock, SchedulerCounters counters) {
    this.config = config;
    this.deadlineNs = deadlineNs;
    this.clock = clock;
    this.counters = counters;
    schedule = new Schedule(config);
  }

  /** Sets the observer of the waits of later transactions; null for none. */
  void observeWaits(WaitObserver observer) {
    observed.observe(observer);
  }

  /**
   * Queues a transaction. The transaction's future gets the outcome. Any thread may call this
   * method.
   *
   * @throws NotStartedException if there is no room for the transaction, or the scheduler is closed
   */
  void arrive(PendingTransaction<?> call) throws NotStartedException {
    call.waits(observed.begin());
    try {
      queue(call);
    } catch (NotStartedException refused) {
      call.waited();
      throw refused;
    }
  }

  private void queue(PendingTransaction<?> call) throws NotStartedException {
    lock.lock();
    try {
      if (closing) {
        throw turnedAway(Reason.CLOSED, "the scheduler accepts no more transactions");
      }
      call.deadlineNs = clock.nanoTime() + deadlineNs;
      if (!schedule.arrive(call)) {
        throw turnedAway(
            Reason.OVERLOADED,
            "queued="
                + schedule.queued()
                + " of at most "
                + config.maxQueued()
                + ", and at most "
                + config.maxQueuedPerRow()
                + " for one row");
      }
      queued.add(call);
      if (idle > 0) {
        mayStart.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  private NotStartedException turnedAway(Reason reason, String text) {
    counters.notStarted.increment();
    return new NotStartedException(reason, text);
  }

  /**
   * Returns whether a queued transaction uses a row that this running transaction writes. Queued
   * transactions that only read do not count. The lane of the transaction calls this method.
   */
  boolean hasFollower(PendingTransaction<?> call) {
    lock.lock();
    try {
      return schedule.hasFollower(call);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Starts a transaction that can join a group. The first choice is a transaction that waits for
   * rows of the group, and for no other rows. If there is no such transaction and no lane is idle,
   * the second choice is a transaction that waits only for a lane. The lane of the group calls this
   * method.
   *
   * @param group the transactions in the order of their starts
   * @param mayJoin returns whether a transaction that waits for rows of the group may share the
   *     group's database transaction
   * @param mayJoinReady returns whether a transaction that uses other rows may share the database
   *     transaction; must return false if the group has already begun the database transaction
   * @return null if there is no such transaction
   */
  PendingTransaction<?> join(
      List<PendingTransaction<?>> group,
      Predicate<PendingTransaction<?>> mayJoin,
      Predicate<PendingTransaction<?>> mayJoinReady) {
    PendingTransaction<?> next;
    lock.lock();
    try {
      Ticket joined = schedule.join(group, ticket -> mayJoin.test((PendingTransaction<?>) ticket));
      if (joined == null && idle == 0) {
        joined =
            schedule.joinReady(
                group.get(0), ticket -> mayJoinReady.test((PendingTransaction<?>) ticket));
      }
      next = (PendingTransaction<?>) joined;
      queued.remove(next);
      // The call may have ordered a batch, so other transactions may be ready now.
      wakeAnother();
    } finally {
      lock.unlock();
    }
    return started(next);
  }

  /** Ends the wait of a transaction that starts. The argument is null if no transaction starts. */
  private PendingTransaction<?> started(PendingTransaction<?> call) {
    if (call != null) {
      counters.waits.add(clock.nanoTime() - (call.deadlineNs - deadlineNs));
      call.waited();
    }
    return call;
  }

  /**
   * Releases the rows of a transaction that has ended. The lane of the transaction calls this
   * method.
   */
  void end(PendingTransaction<?> call) {
    lock.lock();
    try {
      schedule.end(call);
      if (closing) {
        ended.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Removes the next transaction to run from the schedule. Waits if no transaction may start.
   *
   * @param waitNs the maximum wait
   * @return the transaction; null if none may start before the wait ends, or when no more
   *     transactions will arrive
   */
  PendingTransaction<?> take(long waitNs) throws InterruptedException {
    return started(taken(waitNs));
  }

  private PendingTransaction<?> taken(long waitNs) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long leftNs = waitNs;
      while (true) {
        Ticket next = schedule.next();
        if (next != null) {
          PendingTransaction<?> call = (PendingTransaction<?>) next;
          queued.remove(call);
          wakeAnother();
          return call;
        }
        if (leftNs <= 0 || isOver()) {
          return null;
        }
        idle++;
        try {
          leftNs = mayStart.awaitNanos(leftNs);
        } finally {
          idle--;
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Wakes one idle lane if there may be more transactions to run. The woken lane then wakes the
   * next lane.
   */
  private void wakeAnother() {
    if (idle > 0 && schedule.mayHaveMore()) {
      mayStart.signal();
    }
  }

  boolean isOver() {
    return closing && queued.isEmpty();
  }

  /**
   * Returns whether lanes may end, because no transaction is queued and no transaction can arrive.
   */
  boolean hasEnded() {
    lock.lock();
    try {
      return isOver();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Fails the transactions whose deadlines have passed. Wakes a lane if a transaction is ready and
   * no lane runs it. The thread of the deadlines calls this method periodically.
   */
  void expire() {
    List<PendingTransaction<?>> late = new ArrayList<>();
    lock.lock();
    try {
      long nowNs = clock.nanoTime();
      Iterator<PendingTransaction<?>> oldestFirst = queued.iterator();
      while (oldestFirst.hasNext()) {
        PendingTransaction<?> call = oldestFirst.next();
        if (nowNs - call.deadlineNs < 0) {
          break;
        }
        if (schedule.withdraw(call)) {
          oldestFirst.remove();
          late.add(call);
        }
      }
      if (!late.isEmpty()) {
        mayStart.signalAll();
        ended.signalAll();
      } else {
        // The end of a transaction makes other transactions ready. The lane that ended the
        // transaction does not start them while it runs a long dependent stage.
        wakeAnother();
      }
    } finally {
      lock.unlock();
    }
    for (PendingTransaction<?> call : late) {
      call.waited();
      call.fail(
          counters.notStarted,
          new NotStartedException(
              Reason.DEADLINE,
              "the transaction waited for other transactions that use the same rows, or for "
                  + "a connection (deadlineMs="
                  + TimeUnit.NANOSECONDS.toMillis(deadlineNs)
                  + ")"));
      call.complete();
    }
  }

  /**
   * Refuses further transactions, and waits at most {@code waitNs} until the accepted transactions
   * have ended.
   */
  boolean drain(long waitNs) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      closing = true;
      mayStart.signalAll();
      long leftNs = waitNs;
      while ((!queued.isEmpty() || schedule.running() > 0) && leftNs > 0) {
        leftNs = ended.awaitNanos(leftNs);
      }
      return queued.isEmpty() && schedule.running() == 0;
    } finally {
      lock.unlock();
    }
  }

  /** Fails all transactions that have not started. */
  void abandon() {
    List<PendingTransaction<?>> left;
    lock.lock();
    try {
      closing = true;
      left = new ArrayList<>(queued);
      left.forEach(schedule::withdraw);
      queued.clear();
      mayStart.signalAll();
    } finally {
      lock.unlock();
    }
    for (PendingTransaction<?> call : left) {
      call.waited();
      call.fail(
          counters.notStarted,
          new NotStartedException(
              Reason.CLOSED, "the scheduler was closed before the transaction started"));
      call.complete();
    }
  }

  /**
   * Returns the counters and the schedule's figures. The method reads the schedule's figures under
   * one lock.
   *
   * @param forces the number of forces
   * @param held the number of outcomes that wait for a force
   */
  SchedulerFigures figures(long forces, int held) {
    lock.lock();
    try {
      return new SchedulerFigures(
          counters.committed.sum(),
          counters.aborted.sum(),
          counters.exhausted.sum(),
          counters.ambiguous.sum(),
          counters.failed.sum(),
          counters.notStarted.sum(),
          counters.waits.count(),
          counters.waits.totalNs(),
          counters.waits.longestNs(),
          schedule.queued(),
          schedule.running(),
          schedule.batches(),
          schedule.ordered(),
          schedule.heldOver(),
          counters.joined.sum(),
          counters.releasedEarly.sum(),
          forces,
          held);
    } finally {
      lock.unlock();
    }
  }
}
