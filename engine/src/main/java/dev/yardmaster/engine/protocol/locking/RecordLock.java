package dev.yardmaster.engine.protocol.locking;

import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.engine.protocol.WorkerBits;

/**
 * One worker's view of the locks of records. The lock of a record is the number of the worker that
 * writes, and a bit for each worker that reads.
 *
 * <pre>
 *   word 0   header
 *   word 1   the writer's number + 1; 0 for none
 *   word 2.. a bit for each reader, 64 workers a word
 * </pre>
 *
 * <p>Readers and writers claim first and check afterwards. A reader sets its bit and then checks
 * for a writer; a writer stores its number in word 1 and then checks the bits. So of two
 * conflicting workers, at least one sees the other worker's claim. A claim without a conflicting
 * claim is a lock.
 */
final class RecordLock {

  private static final int WRITER = 1;
  private static final int READERS = 2;

  private final SharedWords words;
  private final WorkerBits readers;

  /**
   * Creates a worker's view.
   *
   * @param workers the maximum number of workers of the engine
   */
  RecordLock(int workers, SharedWords words) {
    this.words = words;
    readers = new WorkerBits(READERS, workers, words);
  }

  /** Returns the number of words in front of a record, including the header. */
  static int words(int workers) {
    return READERS + WorkerBits.words(workers);
  }

  /** Returns the workers that claim a record for reading. */
  WorkerBits readers() {
    return readers;
  }

  /** Claims the record for writing; returns false if another worker has the claim. */
  boolean claimWrite(long[] slab, int at, int worker) {
    return words.change(slab, at + WRITER, 0, worker + 1L);
  }

  void releaseWrite(long[] slab, int at) {
    words.set(slab, at + WRITER, 0);
  }

  /** Returns the worker that claims the record for writing, or -1 if no worker does. */
  int writer(long[] slab, int at) {
    return (int) words.getVolatile(slab, at + WRITER) - 1;
  }
}
