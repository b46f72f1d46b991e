package dev.yardmaster.jdbc.admission;

import java.util.concurrent.locks.LockSupport;

/**
 * How long one statement is willing to wait for its turn: until its query timeout, or until another
 * thread cancels it. One belongs to each statement object.
 */
public final class CancellableTimeout {
  private volatile boolean cancelled;
  private volatile Thread waiting;

  /** The statement's query timeout, in s; 0 is no limit. The thread that uses the statement. */
  public int timeoutS;

  /** Ends a wait that is under way; later ones are not touched. Any thread. */
  public void cancel() {
    Thread thread = waiting;
    if (thread != null) {
      cancelled = true;
      LockSupport.unpark(thread);
    }
  }

  /**
   * A wait may begin from now on, and can be cancelled; again within it changes nothing. The thread
   * that uses the statement.
   */
  public void begin() {
    if (waiting == null) {
      cancelled = false;
      waiting = Thread.currentThread();
    }
  }

  /** Whether it was cancelled since it began. The waiting thread. */
  boolean isCancelled() {
    return cancelled;
  }

  /** No wait will follow. The thread that began. */
  public void end() {
    if (waiting == Thread.currentThread()) {
      waiting = null;
    }
  }
}
