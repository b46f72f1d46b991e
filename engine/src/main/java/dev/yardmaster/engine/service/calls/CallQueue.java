package dev.yardmaster.engine.service.calls;

/**
 * The bounded queue of procedure calls that wait for a worker. An implementation decides which
 * worker runs which call, and when.
 */
interface CallQueue {

  /** Adds a call, or returns false if the queue is full. Any thread may call this method. */
  boolean offer(QueuedProcedure call);

  /**
   * Returns a worker's next call, or null if the queue has no call for the worker. Only the
   * worker's thread calls this method.
   */
  QueuedProcedure poll(int worker);

  /**
   * Reports that a worker has finished the call that it received last. Only the worker's thread
   * calls this method.
   */
  default void ended(int worker) {}

  /**
   * Removes and returns any call, so that the caller can refuse it; returns null if the queue is
   * empty. Any thread may call this method.
   */
  QueuedProcedure drain();

  /** Returns whether the queue is empty. Any thread may call this method. */
  boolean isEmpty();

  /**
   * Returns the approximate number of waiting calls, for reports. Any thread may call this method.
   */
  int size();

  /** Returns the maximum number of calls that can wait. */
  int capacity();
}
