package dev.yardmaster.engine.service;

/**
 * The procedure calls that wait for a worker, and the place where it is decided who runs which call
 * when. Bounded.
 */
interface CallQueue {

  /** Adds a call; false if there is no room. Any thread. */
  boolean offer(QueuedProcedure call);

  /** The next call of a worker; null if there is none for it now. The worker's thread. */
  QueuedProcedure poll(int worker);

  /** A worker is done with the call that it was given last. The worker's thread. */
  default void ended(int worker) {}

  /** Any call, to be refused; null if there is none. Any thread. */
  QueuedProcedure drain();

  /** Whether none waits. Any thread. */
  boolean isEmpty();

  /** How many wait, for people. Any thread. */
  int size();

  /** Most calls that wait. */
  int capacity();
}
