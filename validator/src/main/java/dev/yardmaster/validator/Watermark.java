package dev.yardmaster.validator;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The highest commit version up to which every transaction is installed at storage or will never
 * write (Centiman, section 3). Coordinators report installed versions in any order; the validator
 * moves the mark over the gapless prefix.
 */
public final class Watermark {

  private final AtomicLongArray installed;
  private final int mask;
  private volatile long value;

  /**
   * A mark at 0.
   *
   * @param window how far versions may run ahead of the mark; rounded up to a power of two
   */
  public Watermark(int window) {
    int size = Integer.highestOneBit(Math.max(2, 2 * window - 1));
    installed = new AtomicLongArray(size);
    mask = size - 1;
  }

  /**
   * All writes of the transaction with this commit version are installed. Any thread, once each.
   */
  public void installed(long version) {
    installed.setRelease((int) version & mask, version);
  }

  /** The mark. Any thread. */
  public long get() {
    return value;
  }

  /** Moves the mark as far as it goes. The validator's thread. */
  void advance() {
    long mark = value;
    long next = mark + 1;
    while (installed.getAcquire((int) next & mask) == next) {
      mark = next++;
    }
    if (mark != value) {
      value = mark;
    }
  }

  /**
   * Whether this many versions may still be issued after {@code version}. The validator's thread.
   */
  boolean hasRoom(long version, int versions) {
    return version + versions - value <= installed.length();
  }
}
