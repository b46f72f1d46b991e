package dev.yardmaster.jdbc.admission;

import dev.yardmaster.annotations.Shared;
import java.util.concurrent.locks.LockSupport;

/**
 * The limit of one statement's wait for its turn: the query timeout, or a cancellation by another
 * thread. Each statement object has one.
 */
public final class CancellableTimeout {
  @Shared(
      writers =
          "threads that cancel; the thread that executes the statement, which clears it before "
              + "it sets waiting",
      readers = "the thread that executes the statement",
      access = "volatile; written before the waiting thread is unparked")
  private volatile boolean cancelled;

  @Shared(
      writers = "the thread that executes the statement",
      readers = "threads that cancel it or close its connection",
      access = "volatile")
  private volatile Thread waiting;

  /** The statement's query timeout, in s; 0 for none. For the thread that uses the statement. */
  @Shared(
      writers = "the thread that uses the statement",
      readers = "the same",
      access = "plain, since an application uses a statement from one thread at a time")
  public int timeoutS;

  /** Cancels a wait that is under way; later waits are not affected. Any thread may call this method. */
  public void cancel() {
    Thread thread = waiting;
    if (thread != null) {
      cancelled = true;
      LockSupport.unpark(thread);
    }
  }

  /**
   * Allows a wait, which can be cancelled from now on; has no effect if already called. For the
   * thread that uses the statement.
   */
  public void begin() {
    if (waiting == null) {
      cancelled = false;
      waiting = Thread.currentThread();
    }
  }

  /** Returns whether the wait was cancelled since {@link #begin}. For the waiting thread. */
  boolean isCancelled() {
    return cancelled;
  }

  /** Ends the wait. For the thread that called {@link #begin}. */
  public void end() {
    if (waiting == Thread.currentThread()) {
      waiting = null;
    }
  }
}
