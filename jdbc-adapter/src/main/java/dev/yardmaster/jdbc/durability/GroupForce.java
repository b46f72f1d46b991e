package dev.yardmaster.jdbc.durability;

import dev.yardmaster.annotations.Shared;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.agrona.concurrent.NanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds the outcomes of transactions until a force makes everything durable that the transactions
 * wrote or saw. Forces run one after another, and each force covers all outcomes that were held
 * before it began.
 *
 * <p>A session of the forces has a number, the witness. A transaction takes the witness before it
 * begins. The force tells an outcome only if the transaction's witness is the session that forces.
 * Otherwise the server may have lost the commit, or a commit that the transaction saw.
 *
 * <p>A released transaction is counted as unforced from before its commit until a force has
 * succeeded. While there are unforced transactions, every other transaction may have seen their
 * writes, so its outcome is held as well. After a lost force the state is in doubt: commits may
 * have survived without a flush. The doubt ends with the next force.
 */
@Shared(
    writers = "lanes, the thread of the forces, the closing thread",
    readers = "the same, and threads that call figures()",
    access = "guarded by GroupForce.lock; the session is used by the thread of the forces")
public final class GroupForce {
  private static final Logger LOG = LoggerFactory.getLogger(GroupForce.class);

  /** The witness of a transaction that has not begun. */
  public static final long NOT_BEGUN = 0;

  /** The time after which an idle session is checked, so that nothing relies on a dead session. */
  private static final long CHECK_NS = TimeUnit.SECONDS.toNanos(5);

  private static final long FIRST_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(5);
  private static final long MAX_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final long MAX_WAIT_NS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long ABORT_WAIT_MS = 1_000;

  private record Held(HeldOutcome outcome, boolean isReleased) {}

  private final SessionSource source;
  private final Executor acknowledgers;
  private final int maxHeld;
  private final NanoClock clock;
  private final Thread thread;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Condition opened = lock.newCondition();
  private final Condition hasRoom = lock.newCondition();

  private List<Held> held = new ArrayList<>();
  private ForceSession session;
  private long witness = NOT_BEGUN;
  private long sessions;
  private int unforced;
  private int forcing;
  private long doubts;
  private long settledDoubts;
  private long forces;
  private boolean isSuspected;
  private boolean isClosing;
  private boolean isEnded;

  /**
   * Starts the thread of the forces.
   *
   * @param first an open session
   * @param source opens further sessions
   * @param acknowledgers run the callers' dependent stages
   * @param maxHeld the number of held outcomes from which on lanes wait; at least 1
   * @param clock the clock of the deadlines
   */
  public GroupForce(
      ForceSession first,
      SessionSource source,
      Executor acknowledgers,
      int maxHeld,
      NanoClock clock) {
    this.source = source;
    this.acknowledgers = acknowledgers;
    this.maxHeld = maxHeld;
    this.clock = clock;
    session = first;
    witness = ++sessions;
    thread = new Thread(this::run, "yardmaster-jdbc-forces");
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * Waits until a session is open, and returns its number. A transaction calls this method before
   * it begins.
   *
   * @param deadlineNs the end of the wait, in ns of the clock
   * @throws SQLException if there is no session until then
   */
  public long awaitWitness(long deadlineNs) throws SQLException {
    lock.lock();
    try {
      while (witness == NOT_BEGUN) {
        long leftNs = deadlineNs - clock.nanoTime();
        if (isEnded || leftNs <= 0) {
          throw noSession(null);
        }
        opened.awaitNanos(Math.min(leftNs, MAX_WAIT_NS));
      }
      return witness;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw noSession(interrupted);
    } finally {
      lock.unlock();
    }
  }

  private static SQLException noSession(Throwable cause) {
    return new SQLTransientConnectionException(
        "early release: there is no session that could force the log", "08001", cause);
  }

  /** Returns the identity of a session by its number; null if the session has ended. */
  public SessionId session(long number) {
    lock.lock();
    try {
      return number == witness && session != null ? session.id() : null;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Ends a session that does not belong to the server of the transactions, for example after a
   * failover. Another session is opened.
   */
  public void suspect(long number) {
    lock.lock();
    try {
      if (number == witness) {
        isSuspected = true;
        changed.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Counts a transaction as unforced. Its lane calls this method before it sends the commit. */
  public void releasing() {
    lock.lock();
    try {
      unforced++;
    } finally {
      lock.unlock();
    }
  }

  /** Returns whether an outcome would have to wait for a force now, however it commits. */
  public boolean isForceDue() {
    lock.lock();
    try {
      return isDue();
    } finally {
      lock.unlock();
    }
  }

  private boolean isDue() {
    return unforced > 0 || doubts != settledDoubts;
  }

  /**
   * Holds the outcome of a transaction that has ended, if it has to wait. If too many outcomes are
   * held, the method waits.
   *
   * @param began the witness from before the transaction began, or {@link #NOT_BEGUN}
   * @param isReleased whether {@link #releasing} was called for the transaction
   * @return false if the outcome need not wait, and the calling thread tells it
   */
  public boolean holds(HeldOutcome outcome, long began, boolean isReleased) {
    lock.lock();
    try {
      if (began == NOT_BEGUN) {
        unforced -= isReleased ? 1 : 0;
        return false;
      }
      if (began == witness && !isEnded) {
        if (!isDue()) {
          return false;
        }
        held.add(new Held(outcome, isReleased));
        changed.signal();
        while (held.size() > maxHeld) {
          hasRoom.awaitUninterruptibly();
        }
        return true;
      }
      if (isReleased) {
        unforced--;
        doubt();
      }
    } finally {
      lock.unlock();
    }
    SQLException lost =
        new SQLTransientConnectionException(
            "the session that could vouch for the transaction has ended", "08003");
    acknowledgers.execute(() -> outcome.tellUnknown(lost));
    return true;
  }

  private void doubt() {
    doubts++;
    changed.signal();
  }

  /** Returns the number of successful forces. */
  public long forces() {
    lock.lock();
    try {
      return forces;
    } finally {
      lock.unlock();
    }
  }

  /** Returns the number of outcomes that wait for a force. */
  public int held() {
    lock.lock();
    try {
      return held.size() + forcing;
    } finally {
      lock.unlock();
    }
  }

  private void run() {
    while (true) {
      try {
        if (!isOpen()) {
          open();
        }
        if (!awaitWork()) {
          break;
        }
        forceGroup();
      } catch (SQLException failure) {
        lose(failure);
      } catch (RuntimeException | Error failure) {
        LOG.error("a force failed", failure);
        lose(new SQLException("a force failed: " + failure, failure));
      }
    }
    end();
  }

  private boolean isOpen() {
    lock.lock();
    try {
      return session != null || isClosing;
    } finally {
      lock.unlock();
    }
  }

  /** Opens a session, with pauses between the tries, until the scheduler is closed. */
  private void open() {
    long pauseNs = FIRST_PAUSE_NS;
    while (true) {
      try {
        ForceSession next = source.open();
        lock.lock();
        try {
          session = next;
          witness = ++sessions;
          isSuspected = false;
          // The session has forced when it was opened, but commits of other sessions may have
          // returned since.
          opened.signalAll();
          return;
        } finally {
          lock.unlock();
        }
      } catch (SQLException | RuntimeException failure) {
        LOG.debug("there is no session for forces yet", failure);
        if (!pause(pauseNs)) {
          return;
        }
        pauseNs = Math.min(2 * pauseNs, MAX_PAUSE_NS);
      }
    }
  }

  private boolean pause(long pauseNs) {
    lock.lock();
    try {
      long leftNs = pauseNs;
      while (leftNs > 0 && !isClosing) {
        leftNs = changed.awaitNanos(leftNs);
      }
      return !isClosing;
    } catch (InterruptedException interrupted) {
      // Nobody interrupts this thread.
      return !isClosing;
    } finally {
      lock.unlock();
    }
  }

  /** Waits for outcomes or a doubt. Returns false at the end of the scheduler. */
  private boolean awaitWork() throws SQLException {
    while (true) {
      lock.lock();
      try {
        if (isSuspected) {
          throw new SQLTransientConnectionException(
              "the session of the forces is at another server than the transactions", "08003");
        }
        if (session != null && (!held.isEmpty() || (doubts != settledDoubts && !isClosing))) {
          return true;
        }
        if (isClosing) {
          return false;
        }
        if (changed.awaitNanos(CHECK_NS) > 0) {
          continue;
        }
      } catch (InterruptedException interrupted) {
        continue;
      } finally {
        lock.unlock();
      }
      session.check();
    }
  }

  private void forceGroup() throws SQLException {
    List<Held> group;
    long doubtsBefore;
    lock.lock();
    try {
      group = held;
      held = new ArrayList<>();
      forcing = group.size();
      doubtsBefore = doubts;
      hasRoom.signalAll();
    } finally {
      lock.unlock();
    }
    try {
      session.force();
    } catch (SQLException | RuntimeException | Error failure) {
      lock.lock();
      try {
        // The whole group, and what has come since, shares the fate of the session.
        group.addAll(held);
        held = group;
      } finally {
        lock.unlock();
      }
      throw failure;
    }
    lock.lock();
    try {
      unforced -= released(group);
      settledDoubts = doubtsBefore;
      forces++;
      forcing = 0;
    } finally {
      lock.unlock();
    }
    for (Held one : group) {
      acknowledgers.execute(one.outcome::tell);
    }
  }

  private static int released(List<Held> group) {
    int released = 0;
    for (Held one : group) {
      released += one.isReleased ? 1 : 0;
    }
    return released;
  }

  /** Ends the session. Everything that waits for it has an unknown outcome. */
  private void lose(SQLException failure) {
    List<Held> lost;
    ForceSession last;
    lock.lock();
    try {
      last = session;
      session = null;
      witness = NOT_BEGUN;
      lost = held;
      held = new ArrayList<>();
      forcing = 0;
      unforced -= released(lost);
      doubt();
      hasRoom.signalAll();
    } finally {
      lock.unlock();
    }
    if (last != null) {
      LOG.warn(
          "the session of the forces ended; outcomes are unknown: count={}, {}",
          lost.size(),
          failure.getMessage());
      LOG.debug("the end of the session of the forces", failure);
      last.abort();
    }
    for (Held one : lost) {
      acknowledgers.execute(() -> one.outcome.tellUnknown(failure));
    }
  }

  private void end() {
    ForceSession last;
    lock.lock();
    try {
      isEnded = true;
      last = session;
      session = null;
      witness = NOT_BEGUN;
      opened.signalAll();
    } finally {
      lock.unlock();
    }
    if (last != null) {
      last.close();
    }
  }

  /**
   * Forces what is held, and ends the thread. If the force does not end in time, the method ends
   * the session, and what is held has an unknown outcome.
   *
   * @param waitMs the time for the last force, in ms
   */
  public void close(long waitMs) throws InterruptedException {
    ForceSession last;
    lock.lock();
    try {
      isClosing = true;
      last = session;
      changed.signal();
    } finally {
      lock.unlock();
    }
    thread.join(Math.max(1, waitMs));
    if (thread.isAlive() && last != null) {
      last.abort();
      thread.join(ABORT_WAIT_MS);
    }
  }
}
