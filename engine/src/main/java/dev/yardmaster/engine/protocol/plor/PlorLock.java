package dev.yardmaster.engine.protocol.plor;

import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.engine.protocol.state.TransactionStates;
import dev.yardmaster.engine.protocol.state.WorkerBits;
import dev.yardmaster.engine.table.Records;

/**
 * One worker's access to the locks of records. The locks need no latch (Plor, section 4.1).
 *
 * <pre>
 *   first word   the writer's number + 1, or 0 for none; bit 62: the writer is exclusive
 *   then         a bit for each reader, 64 workers a word
 *   then         a bit for each waiting writer, 64 workers a word
 * </pre>
 *
 * <p>A reader sets its bit and then reads the first word. A writer sets the exclusive bit and then
 * reads the bits of the readers. So at least one of the two sees the other.
 *
 * <p>While the first word contains the number of a writer, only this writer changes the word. A
 * writer that unlocks a record clears the bit of one waiting writer and then stores the number of
 * the waiting writer in the first word. A waiting writer that stops waiting clears its own bit. The
 * bit is cleared atomically, so only one of the two writers succeeds. If a waiting writer that
 * stops waiting finds its bit cleared, it will get the lock, and must unlock the record.
 */
class PlorLock {

  private static final long EXCLUSIVE = 1L << 62;

  private final int first;
  private final int worker;
  private final TransactionStates states;
  private final SharedWords words;
  private final WorkerBits readers;
  private final WorkerBits waiters;

  /**
   * Creates the object of a worker.
   *
   * @param first the position of the lock's first word among the words in front of the record
   * @param workers the maximum number of workers of the engine
   */
  PlorLock(int first, int worker, int workers, TransactionStates states, SharedWords words) {
    this.first = first;
    this.worker = worker;
    this.states = states;
    this.words = words;
    readers = new WorkerBits(first + 1, workers, words);
    waiters = new WorkerBits(first + 1 + WorkerBits.words(workers), workers, words);
  }

  /** Returns the number of words of a lock. */
  static int words(int workers) {
    return 1 + 2 * WorkerBits.words(workers);
  }

  /** Adds this worker to the readers of a record. */
  void addReader(long[] slab, int at) {
    readers.add(slab, at, worker);
  }

  /** Removes this worker from the readers of a record. */
  void removeReader(long[] slab, int at) {
    readers.remove(slab, at, worker);
  }

  /** Returns whether a worker is a reader of a record. */
  boolean isReader(long[] slab, int at, int reader) {
    return readers.contains(slab, at, reader);
  }

  /**
   * Returns the lowest number, {@code from} or higher, of another worker that is a reader of a
   * record; -1 if there is none.
   */
  int nextReader(long[] slab, int at, int from) {
    return readers.next(slab, at, from, worker);
  }

  /** Adds this worker to the writers that wait for a record. */
  void addWaiter(long[] slab, int at) {
    waiters.add(slab, at, worker);
  }

  /** Returns whether a worker waits to write a record. */
  boolean isWaiter(long[] slab, int at, int waiter) {
    return waiters.contains(slab, at, waiter);
  }

  /**
   * Removes this worker from the waiting writers. Returns false if an unlocking writer has already
   * cleared this worker's bit; this worker then gets the lock.
   */
  boolean takeWaiter(long[] slab, int at) {
    return waiters.take(slab, at, worker);
  }

  /** Returns the first word of a record's lock, which contains the writer. */
  long word(long[] slab, int at) {
    return words.getVolatile(slab, at + first);
  }

  /** Returns the number of the writer in a lock's first word; -1 if there is none. */
  static int writer(long word) {
    return (int) word - 1;
  }

  /** Returns whether another worker is the exclusive writer in a lock's first word. */
  boolean excludes(long word) {
    return (word & EXCLUSIVE) != 0 && writer(word) != worker;
  }

  /** Locks a record for writing if it has no writer. */
  boolean tryLock(long[] slab, int at) {
    return words.change(slab, at + first, 0, worker + 1L);
  }

  /**
   * Locks a new record for writing. The new record is not visible to other threads yet. The caller
   * has locked an index node, so in a simulation this method must not let another worker run.
   */
  void lockNew(long[] slab, int at) {
    Records.setWord(slab, at + first, worker + 1L);
  }

  /** Makes the lock that this worker holds exclusive. */
  void makeExclusive(long[] slab, int at) {
    words.setVolatile(slab, at + first, EXCLUSIVE | (worker + 1L));
  }

  /** Releases this worker's lock, or passes it to the oldest waiting writer if there is one. */
  void unlock(long[] slab, int at) {
    int next = oldestWaiter(slab, at);
    while (next >= 0 && !waiters.take(slab, at, next)) {
      next = oldestWaiter(slab, at); // The waiting writer has stopped waiting in the meantime.
    }
    words.setVolatile(slab, at + first, next + 1L);
  }

  private int oldestWaiter(long[] slab, int at) {
    int oldest = -1;
    long lowestAge = Long.MAX_VALUE;
    int waiter = waiters.next(slab, at, 0, worker);
    while (waiter >= 0) {
      long age = states.get(words, waiter);
      if (age >= 0 && age < lowestAge) {
        oldest = waiter;
        lowestAge = age;
      }
      waiter = waiters.next(slab, at, waiter + 1, worker);
    }
    return oldest;
  }
}
