package dev.yardmaster.engine.service.worker;

import dev.yardmaster.engine.transaction.ThreadPace;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.NullUnmarked;

/**
 * The pace of a service worker. A wait for a lock ends at the transaction's deadline, when the
 * service is closing, or when the waiting caller is interrupted. The worker's thread calls the
 * methods. While the worker's transaction is suspended, a thread that waits for this transaction
 * calls {@link #givesUp}.
 */
@NullUnmarked // Internal: fields and results may be null.
public final class DeadlinePace extends ThreadPace {

  /**
   * A wait is counted when it reaches this round. Shorter waits, for example for a latch, are not
   * counted.
   */
  private static final int COUNTED_ROUND = 64;

  private final LongSupplier clockNs;
  private final BooleanSupplier ending;
  private final Runnable waited;
  private boolean hasDeadline;
  private long deadlineNs;

  /** The thread whose interrupt ends a wait; null if interrupts do not end waits. */
  private Thread caller;

  /**
   * Creates a pace without a deadline.
   *
   * @param ending returns whether waits must end immediately. Each thread that calls {@link
   *     #givesUp} calls this function
   * @param waited the worker's thread calls this function once in each wait that reaches round
   *     {@link #COUNTED_ROUND}
   */
  public DeadlinePace(LongSupplier clockNs, BooleanSupplier ending, Runnable waited) {
    super(clockNs);
    this.waited = waited;
    this.clockNs = clockNs;
    this.ending = ending;
  }

  /** Sets the deadline for the following transactions. */
  public void until(long newDeadlineNs) {
    hasDeadline = true;
    deadlineNs = newDeadlineNs;
    caller = null;
  }

  /**
   * Sets the deadline of the following transactions. In addition, an interrupt of the calling
   * thread ends the waits of these transactions. Only the thread of a caller may use this method.
   * On a worker's thread, a procedure may leave an interrupt, which must not end the waits of later
   * procedures.
   */
  public void untilInterrupted(long newDeadlineNs) {
    until(newDeadlineNs);
    caller = Thread.currentThread();
  }

  /** Removes the deadline. */
  public void endless() {
    hasDeadline = false;
  }

  @Override
  public void await(int round) {
    if (round == COUNTED_ROUND) {
      waited.run();
    }
    super.await(round);
  }

  @Override
  public boolean givesUp() {
    return ending.getAsBoolean()
        || (hasDeadline && clockNs.getAsLong() - deadlineNs >= 0)
        || (Thread.currentThread() == caller && caller.isInterrupted());
  }
}
