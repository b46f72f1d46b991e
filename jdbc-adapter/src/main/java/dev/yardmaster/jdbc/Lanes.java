package dev.yardmaster.jdbc;

import dev.yardmaster.jdbc.NotStartedException.Reason;
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
import org.agrona.concurrent.NanoClock;

/** What all lanes share: the schedule, and the calls that wait in it, behind one lock. */
final class Lanes {
  private final ScheduleConfig config;
  private final long deadlineNs;
  private final NanoClock clock;
  private final SchedulerCounters counters;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition mayStart = lock.newCondition();
  private final Condition ended = lock.newCondition();

  // All below belongs to the lock.
  private final Schedule schedule;
  private final LinkedHashSet<PendingTransaction<?>> queued = new LinkedHashSet<>();
  private int idle;
  private boolean closing;

  /** No call is in it. The deadline is taken from a call's arrival, in ns. */
  Lanes(ScheduleConfig config, long deadlineNs, NanoClock clock, SchedulerCounters counters) {
    this.config = config;
    this.deadlineNs = deadlineNs;
    this.clock = clock;
    this.counters = counters;
    schedule = new Schedule(config);
  }

  /**
   * Takes a call, whose outcome is told by its future. Any thread.
   *
   * @throws NotStartedException when there is no room for it, or when no calls are taken any more
   */
  void arrive(PendingTransaction<?> call) throws NotStartedException {
    lock.lock();
    try {
      if (closing) {
        throw refused(Reason.CLOSED, "the scheduler takes no more transactions");
      }
      call.deadlineNs = clock.nanoTime() + deadlineNs;
      if (!schedule.arrive(call)) {
        throw refused(
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

  private NotStartedException refused(Reason reason, String text) {
    counters.notStarted.increment();
    return new NotStartedException(reason, text);
  }

  /** Gives up the rows of a call that has ended. Its lane. */
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
   * The next call to run, or null. Waits for one if there is none.
   *
   * @param waitNs how long to wait; null comes when that is over, or when there will be no more
   */
  PendingTransaction<?> take(long waitNs) throws InterruptedException {
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

  /** One lane wakes the next, as long as there may be something for it. */
  private void wakeAnother() {
    if (idle > 0 && schedule.mayHaveMore()) {
      mayStart.signal();
    }
  }

  boolean isOver() {
    return closing && queued.isEmpty();
  }

  /** Whether lanes may end: no call waits and none will come. */
  boolean hasEnded() {
    lock.lock();
    try {
      return isOver();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Takes out what has waited until its deadline, and wakes a lane where none took what may start.
   * Called now and then.
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
        // A lane whose caller's dependents take long does not take what it has made free.
        wakeAnother();
      }
    } finally {
      lock.unlock();
    }
    for (PendingTransaction<?> call : late) {
      call.fail(
          refused(
              Reason.DEADLINE,
              "it waited for transactions that use the same rows, or for a connection"
                  + " (deadlineMs="
                  + TimeUnit.NANOSECONDS.toMillis(deadlineNs)
                  + ")"));
      call.complete();
    }
  }

  /** Takes no more calls; waits until those that are here have ended, or for so long. */
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

  /** Takes out all calls that have not started. */
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
      call.fail(refused(Reason.CLOSED, "the scheduler was closed before it could start"));
      call.complete();
    }
  }

  /** What became of transactions so far, and what the schedule says of itself, read at once. */
  SchedulerFigures figures() {
    lock.lock();
    try {
      return new SchedulerFigures(
          counters.committed.sum(),
          counters.aborted.sum(),
          counters.exhausted.sum(),
          counters.ambiguous.sum(),
          counters.failed.sum(),
          counters.notStarted.sum(),
          schedule.queued(),
          schedule.running(),
          schedule.batches(),
          schedule.ordered(),
          schedule.heldOver());
    } finally {
      lock.unlock();
    }
  }
}
