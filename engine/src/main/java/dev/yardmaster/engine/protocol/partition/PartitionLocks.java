package dev.yardmaster.engine.protocol.partition;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.engine.protocol.SharedWords;

/**
 * One lock for each partition. Workers get a lock in the order in which they have drawn tickets
 * (Mellor-Crummey and Scott, <i>Algorithms for Scalable Synchronization on Shared-Memory
 * Multiprocessors</i>, TOCS 1991, section 2.2). Each lock has a cache line of its own. All workers
 * share the object.
 *
 * <pre>
 *   word 0   the next ticket
 *   word 1   the ticket that has the lock
 * </pre>
 */
final class PartitionLocks {

  private static final int STRIDE = 16;
  private static final int SERVED = 1;

  @Shared(
      writers = "workers that acquire a lock; the worker that has it",
      readers = "all workers",
      access = "volatile; release for the served ticket, atomic addition or CAS for the next")
  private final long[] words;

  PartitionLocks(int count) {
    words = new long[(count + 1) * STRIDE];
  }

  private static int at(int partition) {
    return (partition + 1) * STRIDE;
  }

  /** Draws a ticket for a lock. */
  long draw(SharedWords shared, int partition) {
    return shared.getAndAdd(words, at(partition), 1);
  }

  /** Returns whether it is a ticket's turn, so that its worker has the lock. */
  boolean isServed(SharedWords shared, int partition, long ticket) {
    return shared.getVolatile(words, at(partition) + SERVED) == ticket;
  }

  /** Acquires a lock if no other worker has it or waits for it. */
  boolean tryLock(SharedWords shared, int partition) {
    int at = at(partition);
    long served = shared.getVolatile(words, at + SERVED);
    return shared.change(words, at, served, served + 1);
  }

  /** Releases a lock, which the worker must have. */
  void unlock(SharedWords shared, int partition) {
    int at = at(partition) + SERVED;
    shared.set(words, at, shared.get(words, at) + 1);
  }
}
