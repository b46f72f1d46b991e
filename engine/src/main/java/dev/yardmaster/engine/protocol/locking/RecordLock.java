package dev.yardmaster.engine.protocol.locking;

import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.engine.protocol.state.WorkerBits;

/**
 * One worker's access to the locks of records. The lock of a record contains the number of the
 * worker that writes, and one bit for each worker that reads.
 *
 * <pre>
 *   first word   the writer's number + 1; 0 for none
 *   then         a bit for each reader, 64 workers a word
 * </pre>
 *
 * <p>Readers and writers first claim the lock and then check for conflicting claims. A reader sets
 * its bit and then checks for a writer; a writer stores its number in the first word and then
 * checks the bits. So of two conflicting workers, at least one sees the claim of the other. A
 * worker holds the lock when it has claimed it and sees no conflicting claim.
 */
final class RecordLock {

  private final int first;
  private final SharedWords words;
  private final WorkerBits readers;

  /**
   * Creates the object of a worker.
   *
   * @param first the position of the lock's first word among the words in front of the record
   * @param workers the maximum number of workers of the engine
   */
  RecordLock(int first, int workers, SharedWords words) {
    this.first = first;
    this.words = words;
    readers = new WorkerBits(first + 1, workers, words);
  }

  /** Returns the number of words of a lock. */
  static int words(int workers) {
    return 1 + WorkerBits.words(workers);
  }

  /** Returns the set of workers that claim a record for reading. */
  WorkerBits readers() {
    return readers;
  }

  /** Claims the record for writing; returns false if another worker has already claimed it. */
  boolean claimWrite(long[] slab, int at, int worker) {
    return words.change(slab, at + first, 0, worker + 1L);
  }

  void releaseWrite(long[] slab, int at) {
    words.set(slab, at + first, 0);
  }

  /** Returns the worker that claims the record for writing, or -1 if no worker does. */
  int writer(long[] slab, int at) {
    return (int) words.getVolatile(slab, at + first) - 1;
  }
}
