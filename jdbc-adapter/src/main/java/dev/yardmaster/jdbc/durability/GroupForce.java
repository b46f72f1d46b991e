package dev.yardmaster.jdbc.durability;

import dev.yardmaster.annotations.Shared;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.agrona.concurrent.NanoClock;

/**
 * Holds the outcomes of transactions until a force has made durable everything that the
 * transactions wrote or saw. Forces run one after another, and each force covers all outcomes that
 * were held before it began.
 *
 * <p>Each session that forces the log has a number, the witness. A transaction records the current
 * witness before it begins. After a force, the caller gets the transaction's outcome only if the
 * force ran in the session that the transaction recorded. After a change of the session, the server
 * may have lost the transaction's commit, or a commit that the transaction saw.
 *
 * <p>A released transaction counts as unforced from just before its commit until a force has
 * succeeded. While any transaction is unforced, every other transaction may have seen its writes,
 * so all outcomes are held. After a force has failed, it is in doubt which commits survived. All
 * outcomes are then held until the next force has succeeded.
 */
@Shared(
    writers = "lanes, the thread of the forces, the closing thread",
    readers = "the same, and threads that call figures()",
    access = "guarded by GroupForce.lock; only the thread of the forces uses the session")
public final class GroupForce {
  /** The witness of a transaction that has not begun. */
  public static final long NOT_BEGUN = 0;

  /** The time after which an idle session is checked, so that a dead session is noticed. */
  private static final long CHECK_NS = TimeUnit.SECONDS.toNanos(5);

  private static final long MAX_WAIT_NS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long ABORT_WAIT_MS = 1_000;

  private final Executor acknowledgers;
  private final int maxHeld;
  private final NanoClock clock;
  private final Thread thread;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Condition opened = lock.newCondition();
  private final Condition hasRoom = lock.newCondition();

  /** The outcomes that wait for the next force. */
  private OutcomeGroup held = new OutcomeGroup();

  /** The outcomes that the current force covers. */
  private OutcomeGroup forcing = new OutcomeGroup();

  private ForceSession session;
  private long witness = NOT_BEGUN;
  private long sessions;
  private int unforced;
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
   * @param maxHeld the number of held outcomes above which lanes wait; at least 1
   * @param clock the clock of the deadlines
   */
  public GroupForce(
      ForceSession first,
      SessionSource source,
      Executor acknowledgers,
      int maxHeld,
      NanoClock clock) {
    this.acknowledgers = acknowledgers;
    this.maxHeld = maxHeld;
    this.clock = clock;
    session = first;
    witness = ++sessions;
    thread = new Thread(new ForceLoop(this, source), "yardmaster-jdbc-forces");
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * Waits until a session is open that is not suspected to belong to another server. Returns the
   * number of the session. A transaction calls this method before it begins.
   *
   * @param deadlineNs the end of the wait, in ns of the clock
   * @throws SQLException if no session is open by then
   */
  public long awaitWitness(long deadlineNs) throws SQLException {
    lock.lock();
    try {
      while (witness == NOT_BEGUN || isSuspected) {
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
   * Requests the replacement of a session that belongs to a different server than the connections
   * of the transactions, for example after a failover.
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

  /**
   * Returns whether an outcome would now have to wait for a force, even if the transaction flushed
   * its own commit.
   */
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
   * Holds the outcome of an ended transaction if it must wait for a force. If too many outcomes are
   * held, the method waits.
   *
   * @param began the witness that the transaction recorded before it began, or {@link #NOT_BEGUN}
   * @param isReleased whether {@link #releasing} was called for the transaction
   * @return false if the outcome need not wait; the calling thread then completes it
   */
  public boolean holds(HeldOutcome outcome, long began, boolean isReleased) {
    lock.lock();
    try {
      if (began == NOT_BEGUN) {
        unforced -= isReleased ? 1 : 0;
        return false;
      }
      if (began == witness) {
        if (!isDue()) {
          return false;
        }
        held.add(outcome, isReleased);
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
    acknowledgers.execute(() -> outcome.failUnknown(lost));
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
      return held.size() + forcing.size();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Returns the open session; null if there is none. The thread of the forces calls this method.
   */
  ForceSession session() {
    lock.lock();
    try {
      return session;
    } finally {
      lock.unlock();
    }
  }

  boolean isClosing() {
    lock.lock();
    try {
      return isClosing;
    } finally {
      lock.unlock();
    }
  }

  /** Sets the new session, and wakes the transactions that wait for a session. */
  void opened(ForceSession next) {
    lock.lock();
    try {
      session = next;
      witness = ++sessions;
      opened.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** The next steps that the thread of the forces can take. */
  enum Work {
    FORCE,
    CHECK,
    END
  }

  /**
   * Waits for outcomes to force.
   *
   * @throws SQLException if the session must not be used again
   */
  Work awaitWork() throws SQLException {
    lock.lock();
    try {
      long leftNs = CHECK_NS;
      while (true) {
        if (isSuspected) {
          throw new SQLTransientConnectionException(
              "the session of the forces is at another server than the transactions", "08003");
        }
        if (session != null && (!held.isEmpty() || (doubts != settledDoubts && !isClosing))) {
          return Work.FORCE;
        }
        if (isClosing) {
          // After this step, no more outcomes are held.
          isEnded = true;
          witness = NOT_BEGUN;
          opened.signalAll();
          return Work.END;
        }
        if (leftNs <= 0) {
          return Work.CHECK;
        }
        leftNs = changed.awaitNanos(leftNs);
      }
    } catch (InterruptedException ended) {
      // Not expected: no code interrupts the thread of the forces.
      return Work.CHECK;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Begins a force for all held outcomes. Returns the present count of doubts. The caller passes
   * this count to {@link #succeeded} after the force, which settles these doubts.
   */
  long begin() {
    lock.lock();
    try {
      forcing = held;
      held = new OutcomeGroup();
      hasRoom.signalAll();
      return doubts;
    } finally {
      lock.unlock();
    }
  }

  /** Passes the outcomes that a successful force covers to the acknowledgers. */
  void succeeded(long settled) {
    OutcomeGroup forced;
    lock.lock();
    try {
      forced = forcing;
      forcing = new OutcomeGroup();
      unforced -= forced.released();
      settledDoubts = settled;
      forces++;
    } finally {
      lock.unlock();
    }
    forced.acknowledge(acknowledgers);
  }

  /**
   * Drops the session, which has failed. Reports all held outcomes as unknown, and returns their
   * number.
   */
  int lost(SQLException failure) {
    OutcomeGroup covered;
    OutcomeGroup later;
    lock.lock();
    try {
      session = null;
      witness = NOT_BEGUN;
      isSuspected = false;
      covered = forcing;
      later = held;
      forcing = new OutcomeGroup();
      held = new OutcomeGroup();
      unforced -= covered.released() + later.released();
      doubt();
      hasRoom.signalAll();
    } finally {
      lock.unlock();
    }
    covered.failUnknown(failure, acknowledgers);
    later.failUnknown(failure, acknowledgers);
    return covered.size() + later.size();
  }

  /**
   * Forces the log for the held outcomes, and ends the thread. If the force does not end in time,
   * the method ends the session, and the held outcomes become unknown.
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
    // The thread may be in a pause between two attempts to open a session.
    LockSupport.unpark(thread);
    thread.join(Math.max(1, waitMs));
    if (thread.isAlive() && last != null) {
      last.abort();
      thread.join(ABORT_WAIT_MS);
    }
  }
}
