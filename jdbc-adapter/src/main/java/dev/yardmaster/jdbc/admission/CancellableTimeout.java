package dev.yardmaster.jdbc.admission;

import dev.yardmaster.annotations.Shared;
import java.util.concurrent.locks.LockSupport;

/**
 * Limits the wait of one statement for the admission of its transaction, by the query timeout and
 * by a cancellation from another thread. Each statement object has its own limit.
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

  /**
   * The statement's query timeout, in s; 0 for no timeout. Only the thread that uses the statement
   * accesses the field.
   */
  @Shared(
      writers = "the thread that uses the statement",
      readers = "the same",
      access = "plain, since an application uses a statement from one thread at a time")
  public int timeoutS;

  /**
   * Cancels a wait that is under way; later waits are not affected. Any thread may call this
   * method.
   */
  public void cancel() {
    Thread thread = waiting;
    if (thread != null) {
      cancelled = true;
      LockSupport.unpark(thread);
    }
  }

  /**
   * Begins a wait, which another thread can then cancel. Has no effect if a wait has already begun.
   * The thread that uses the statement calls this method.
   */
  public void begin() {
    if (waiting == null) {
      cancelled = false;
      waiting = Thread.currentThread();
    }
  }

  /**
   * Returns whether the wait was cancelled since {@link #begin}. The waiting thread calls this
   * method.
   */
  boolean isCancelled() {
    return cancelled;
  }

  /** Ends the wait. The thread that called {@link #begin} calls this method. */
  public void end() {
    if (waiting == Thread.currentThread()) {
      waiting = null;
    }
  }
}
