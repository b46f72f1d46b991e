package dev.yardmaster.engine.protocol.locking;

import dev.yardmaster.engine.protocol.SharedWords;

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
  private static final int BITS = Long.SIZE;

  private final SharedWords words;
  private final int readerWords;

  /**
   * Creates a worker's view.
   *
   * @param workers the maximum number of workers of the engine
   */
  RecordLock(int workers, SharedWords words) {
    this.words = words;
    readerWords = readerWords(workers);
  }

  private static int readerWords(int workers) {
    return (workers + BITS - 1) / BITS;
  }

  /** Returns the number of words in front of a record, including the header. */
  static int words(int workers) {
    return READERS + readerWords(workers);
  }

  void claimRead(long[] slab, int at, int worker) {
    words.setBits(slab, at + READERS + worker / BITS, 1L << worker);
  }

  void releaseRead(long[] slab, int at, int worker) {
    words.clearBits(slab, at + READERS + worker / BITS, 1L << worker);
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

  /**
   * Returns the first worker, starting at {@code from}, that claims the record for reading; skips
   * the worker {@code except}. Returns -1 if there is no such worker.
   */
  int reader(long[] slab, int at, int from, int except) {
    for (int word = from / BITS; word < readerWords; word++) {
      long bits = words.getVolatile(slab, at + READERS + word);
      if (word == from / BITS) {
        bits &= -1L << from;
      }
      if (word == except / BITS) {
        bits &= ~(1L << except);
      }
      if (bits != 0) {
        return word * BITS + Long.numberOfTrailingZeros(bits);
      }
    }
    return -1;
  }
}
