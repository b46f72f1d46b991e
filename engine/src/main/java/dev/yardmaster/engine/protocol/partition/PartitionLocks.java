package dev.yardmaster.engine.protocol.partition;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.engine.protocol.SharedWords;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One lock for each partition. Workers get a lock in the order in which they have drawn tickets
 * (Mellor-Crummey and Scott, <i>Algorithms for Scalable Synchronization on Shared-Memory
 * Multiprocessors</i>, TOCS 1991, section 2.2). Each lock has its own cache line. All workers share
 * the object.
 *
 * <p>A worker that stops waiting leaves its ticket in the queue. When it is this ticket's turn, a
 * worker that waits for the lock or requests it skips the ticket. So the release of a lock need not
 * examine tickets. A worker leaves at most one ticket for each lock, because it takes the ticket
 * back when it requests the lock again.
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

  @Shared(
      writers = "workers that leave a ticket, take it back, or skip it",
      readers = "workers that do not get a lock at once",
      access = "concurrent set; who removes a ticket may use or skip it")
  private final Set<LeftTicket> left = ConcurrentHashMap.newKeySet();

  /** A ticket whose worker has stopped waiting. */
  private record LeftTicket(int partition, long ticket) {}

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

  /** Returns whether it is the ticket's turn; the worker that drew the ticket then has the lock. */
  boolean isServed(SharedWords shared, int partition, long ticket) {
    return shared.getVolatile(words, at(partition) + SERVED) == ticket;
  }

  /** Leaves the ticket of a worker that stops waiting. */
  void leave(int partition, long ticket) {
    left.add(new LeftTicket(partition, ticket));
  }

  /** Takes back a ticket that the worker has left. Returns false if the ticket was skipped. */
  boolean takeBack(int partition, long ticket) {
    return left.remove(new LeftTicket(partition, ticket));
  }

  /** Skips the ticket whose turn it is, if the ticket's worker has stopped waiting. */
  boolean skipLeft(SharedWords shared, int partition) {
    if (left.isEmpty()) {
      return false;
    }
    int at = at(partition) + SERVED;
    long served = shared.getVolatile(words, at);
    if (!left.remove(new LeftTicket(partition, served))) {
      return false;
    }
    shared.set(words, at, served + 1);
    return true;
  }

  /** Acquires a lock if no other worker holds it or waits for it. */
  boolean tryLock(SharedWords shared, int partition) {
    int at = at(partition);
    do {
      long served = shared.getVolatile(words, at + SERVED);
      if (shared.change(words, at, served, served + 1)) {
        return true;
      }
    } while (skipLeft(shared, partition));
    return false;
  }

  /** Releases a lock. The worker must hold the lock. */
  void unlock(SharedWords shared, int partition) {
    int at = at(partition) + SERVED;
    shared.set(words, at, shared.get(words, at) + 1);
  }
}
