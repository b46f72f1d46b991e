package dev.yardmaster.validator;

import dev.yardmaster.annotations.Shared;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Commit versions, from the moment they are issued until they are installed. The mark is the
 * highest version up to which every transaction is installed at storage or will never write
 * (Centiman, section 3). Coordinators report installed versions in any order, and the validator
 * advances the mark over the gapless prefix.
 */
public class Watermark {

  @Shared(
      writers = "processors, each version once",
      readers = "the final validation, storage workers",
      access =
          "release by the writer, acquire by readers. A version is at most the array's length "
              + "ahead of the mark (hasRoom), so its slot is free")
  private final AtomicLongArray installed;

  private final int mask;

  @Shared(
      writers = "the final validation",
      readers = "storage workers, processors",
      access = "volatile")
  private volatile long value;

  private long lastIssued;

  /**
   * Creates a mark at 0 with no version issued.
   *
   * @param window how far versions may run ahead of the mark; rounded up to a power of two
   */
  public Watermark(int window) {
    int size = Integer.highestOneBit(Math.max(2, 2 * window - 1));
    installed = new AtomicLongArray(size);
    mask = size - 1;
  }

  /** Starts behind versions that are installed already; must be called before any other method. */
  public final void startAfter(long version) {
    value = version;
    lastIssued = version;
  }

  /**
   * Reports that all writes of the transaction with this commit version are installed. Any thread,
   * once for each version.
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

  /**
   * Issues the next commit version; the first is 1. The validator's thread, only when there is
   * room.
   */
  protected long issue() {
    return ++lastIssued;
  }

  /** The highest version issued; 0 if there is none. The validator's thread. */
  protected final long lastIssued() {
    return lastIssued;
  }

  /** Advances the mark as far as possible. The validator's thread. */
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

  /** Whether this many more versions may be issued at the moment. The validator's thread. */
  final boolean hasRoom(int versions) {
    return lastIssued + versions - value <= installed.length();
  }

  /**
   * The number of versions that are issued but not yet covered by the mark. The validator's thread.
   */
  final long lag() {
    return lastIssued - value;
  }
}
