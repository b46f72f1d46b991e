package dev.yardmaster.benchmarks.workload.tpce;

/** A bounded queue of pairs of numbers, oldest first. An instance is for use by one thread. */
final class PairQueue {

  private final int[] firsts;
  private final int[] seconds;
  private int oldest;
  private int size;

  PairQueue(int most) {
    firsts = new int[most];
    seconds = new int[most];
  }

  int size() {
    return size;
  }

  /**
   * Adds a pair.
   *
   * @throws IllegalStateException if the queue is full
   */
  void add(int first, int second) {
    if (size == firsts.length) {
      throw new IllegalStateException("the queue is full: size=" + size);
    }
    int at = (oldest + size) % firsts.length;
    firsts[at] = first;
    seconds[at] = second;
    size++;
  }

  /** Adds a pair; if the queue is full, the pair replaces the oldest pair. */
  void addOrReplace(int first, int second) {
    if (size == firsts.length) {
      remove();
    }
    add(first, second);
  }

  /** Returns the first number of the oldest pair of a queue that is not empty. */
  int first() {
    return firsts[oldest];
  }

  /** Returns the second number of the oldest pair of a queue that is not empty. */
  int second() {
    return seconds[oldest];
  }

  /** Removes the oldest pair of a queue that is not empty. */
  void remove() {
    oldest = (oldest + 1) % firsts.length;
    size--;
  }
}
