package dev.yardmaster.engine.service;

/**
 * The bounded queue of procedure calls that wait for a worker. An implementation decides which
 * worker runs which call, and when.
 */
interface CallQueue {

  /** Adds a call; returns false if the queue is full. Any thread. */
  boolean offer(QueuedProcedure call);

  /**
   * Returns a worker's next call, or null if there is none for the worker. Called by the worker's
   * thread.
   */
  QueuedProcedure poll(int worker);

  /** Called by a worker's thread when the worker has finished the call that it got last. */
  default void ended(int worker) {}

  /** Removes any call, to be refused; returns null if the queue is empty. Any thread. */
  QueuedProcedure drain();

  /** Returns whether the queue is empty. Any thread. */
  boolean isEmpty();

  /** Returns the approximate number of waiting calls, for reports. Any thread. */
  int size();

  /** Returns the most calls that can wait. */
  int capacity();
}
