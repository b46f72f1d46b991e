package dev.yardmaster.jdbc.admission;

import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.NanoClock;

/**
 * A wait of the thread that executes a statement. The wait ends when its condition holds, after a
 * maximum time, when the statement is cancelled, or when the statement's query timeout runs out.
 *
 * @param beganNs the time at which the statement's waits began
 * @param maxWaitNs the maximum time from {@code beganNs} to the end of the wait, in ns
 */
record BoundedWait(NanoClock clock, CancellableTimeout limit, long beganNs, long maxWaitNs) {

  /**
   * The SQLState for a cancelled statement. Pools do not evict a connection because of this state.
   */
  private static final String CANCELLED = "57014";

  /** The reasons for the end of a wait. */
  enum End {
    /** The condition that the thread waited for holds. */
    READY,
    /** The thread has waited for the maximum time, or was interrupted. */
    BOUND,
    /** The statement was cancelled. */
    CANCELLED,
    /** The statement's query timeout ran out. */
    TIMED_OUT,
    /** The scheduling was switched off. */
    OFF
  }

  /**
   * Waits in the calling thread, until another thread unparks it and the condition holds. The wait
   * keeps the thread's interrupt status.
   */
  End await(BooleanSupplier isReady) {
    long statementNs =
        limit.timeoutS == 0 ? Long.MAX_VALUE : TimeUnit.SECONDS.toNanos(limit.timeoutS);
    boolean interrupted = false;
    try {
      while (!isReady.getAsBoolean()) {
        long waitedNs = clock.nanoTime() - beganNs;
        if (limit.isCancelled()) {
          return End.CANCELLED;
        }
        if (waitedNs >= statementNs) {
          return End.TIMED_OUT;
        }
        if (waitedNs >= maxWaitNs || interrupted) {
          return End.BOUND;
        }
        LockSupport.parkNanos(this, Math.min(maxWaitNs, statementNs) - waitedNs);
        // The wait ignores interrupts, as drivers do. The interrupt status is restored after the
        // wait.
        interrupted = Thread.interrupted();
      }
      return End.READY;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Returns the exception of a statement whose wait was cancelled or timed out. */
  SQLException exception(End end) {
    return new SQLException(
        end == End.CANCELLED
            ? "the statement was cancelled while its transaction waited for its turn"
            : "the statement's query timeout ran out while its transaction waited for its turn"
                + " (timeoutS="
                + limit.timeoutS
                + ")",
        CANCELLED);
  }
}
