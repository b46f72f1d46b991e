package dev.yardmaster.validator;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Commit versions, from the moment they are issued until they are installed. The mark is the
 * highest version up to which every transaction is installed at storage or will never write
 * (Centiman, section 3): coordinators report installed versions in any order, and the validator
 * moves the mark over the gapless prefix.
 */
public class Watermark {

  private final AtomicLongArray installed;
  private final int mask;
  private volatile long value;
  private long lastIssued;

  /**
   * A mark at 0, and nothing issued.
   *
   * @param window how far versions may run ahead of the mark; rounded up to a power of two
   */
  public Watermark(int window) {
    int size = Integer.highestOneBit(Math.max(2, 2 * window - 1));
    installed = new AtomicLongArray(size);
    mask = size - 1;
  }

  /** Begins behind versions that are installed already; before anything else is asked of it. */
  public final void startAfter(long version) {
    value = version;
    lastIssued = version;
  }

  /**
   * All writes of the transaction with this commit version are installed. Any thread, once each.
   */
  public final void installed(long version) {
    installed.setRelease((int) version & mask, version);
  }

  /** Whether the transaction with this commit version is installed. Any thread. */
  public final boolean isInstalled(long version) {
    return version <= value || installed.getAcquire((int) version & mask) == version;
  }

  /** The mark. Any thread. */
  public long get() {
    return value;
  }

  /** The next commit version; 1 is the first. The validator's thread, when there is room. */
  protected long issue() {
    return ++lastIssued;
  }

  /** The highest version issued; 0 if there is none. The validator's thread. */
  protected final long lastIssued() {
    return lastIssued;
  }

  /** Moves the mark as far as it goes. The validator's thread. */
  final void advance() {
    long mark = value;
    long next = mark + 1;
    while (installed.getAcquire((int) next & mask) == next) {
      mark = next++;
    }
    if (mark != value) {
      value = mark;
    }
  }

  /** Whether this many versions more may be issued now. The validator's thread. */
  final boolean hasRoom(int versions) {
    return lastIssued + versions - value <= installed.length();
  }

  /** How many versions are issued but not yet covered by the mark. The validator's thread. */
  final long lag() {
    return lastIssued - value;
  }
}
