package dev.yardmaster.engine.protocol.state;

import dev.yardmaster.engine.protocol.SharedWords;

/**
 * One worker's access to sets of workers. The sets are stored in the words in front of records. A
 * set has one bit for each worker, so a word contains the bits of 64 workers.
 */
public final class WorkerBits {

  private static final int BITS = Long.SIZE;

  private final int first;
  private final int count;
  private final SharedWords words;

  /**
   * Creates the object of a worker.
   *
   * @param first the position of a set's first word among the words in front of the record
   * @param workers the maximum number of workers of the engine
   */
  public WorkerBits(int first, int workers, SharedWords words) {
    this.first = first;
    this.words = words;
    count = words(workers);
  }

  /** Returns the number of words of a set. */
  public static int words(int workers) {
    return (workers + BITS - 1) / BITS;
  }

  private int word(int at, int worker) {
    return at + first + worker / BITS;
  }

  /**
   * Adds a worker that is not in the set. Only the worker itself may call this method for its own
   * number, because only it knows that its bit is clear. The method uses an arithmetic addition,
   * which is equal to an OR while the bit is clear. JDK 17 compiles an atomic addition to one
   * instruction, but an atomic OR to a loop.
   */
  public void add(long[] slab, int at, int worker) {
    words.add(slab, word(at, worker), 1L << worker);
  }

  /**
   * Removes a worker that is in the set. No other thread may remove the same worker at the same
   * time.
   */
  public void remove(long[] slab, int at, int worker) {
    words.add(slab, word(at, worker), -(1L << worker));
  }

  /**
   * Removes a worker that another thread may remove at the same time. Returns whether this call
   * removed the worker.
   */
  public boolean take(long[] slab, int at, int worker) {
    return words.clearBit(slab, word(at, worker), 1L << worker);
  }

  /** Returns whether a worker is in the set. */
  public boolean contains(long[] slab, int at, int worker) {
    return (words.getVolatile(slab, word(at, worker)) & (1L << worker)) != 0;
  }

  /**
   * Returns the first worker of the set with a number of {@code from} or higher, other than {@code
   * except}. Returns -1 if there is no such worker.
   */
  public int next(long[] slab, int at, int from, int except) {
    for (int i = from / BITS; i < count; i++) {
      long bits = words.getVolatile(slab, at + first + i);
      if (i == from / BITS) {
        bits &= -1L << from;
      }
      if (i == except / BITS) {
        bits &= ~(1L << except);
      }
      if (bits != 0) {
        return i * BITS + Long.numberOfTrailingZeros(bits);
      }
    }
    return -1;
  }
}
