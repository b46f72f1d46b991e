package dev.yardmaster.validator;

import dev.yardmaster.annotations.Shared;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Tracks each commit version from its issue until its install. The mark is the highest version up
 * to which the writes of all transactions are installed at storage (Centiman, section 3).
 * Coordinators report installed versions in any order. The validator advances the mark to the
 * highest version up to which all versions are reported.
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
      readers = "storage workers, processors, callers that read keys",
      access = "volatile")
  private volatile long value;

  @Shared(
      writers = "the final validation",
      readers = "threads that open a snapshot, storage workers",
      access =
          "opaque, single writer. A thread that knows of a commit reads at least the commit's"
              + " version")
  private final AtomicLong lastIssued = new AtomicLong();

  /**
   * Creates a mark at 0. No version is issued yet.
   *
   * @param window the maximum difference between an issued version and the mark; rounded up to a
   *     power of two
   */
  public Watermark(int window) {
    int size = Integer.highestOneBit(Math.max(2, 2 * window - 1));
    installed = new AtomicLongArray(size);
    mask = size - 1;
  }

  /**
   * Sets the mark. All versions up to this version are already installed, and the next version to
   * be issued is higher. If this object issues versions, this method must be called before any
   * other method. If another machine issues the versions, the installing thread may call this
   * method repeatedly, with versions that never decrease.
   */
  public final void startAfter(long version) {
    value = version;
    lastIssued.setOpaque(version);
  }

  /**
   * Reports that all writes of the transaction with this commit version are installed. Any thread
   * may call this method, once for each version.
   */
  public final void installed(long version) {
    installed.setRelease((int) version & mask, version);
  }

  /**
   * Returns whether the writes of the transaction with this commit version are installed. Any
   * thread may call this method.
   */
  public final boolean isInstalled(long version) {
    return version <= value || installed.getAcquire((int) version & mask) == version;
  }

  /** Returns the mark. Any thread may call this method. */
  public long get() {
    return value;
  }

  /**
   * Issues the next commit version. The first version is 1, or one more than the argument of {@link
   * #startAfter}. Only the validator's thread may call this method, and only when there is room for
   * a version.
   */
  protected long issue() {
    long version = lastIssued.getPlain() + 1;
    lastIssued.setOpaque(version);
    return version;
  }

  /**
   * Returns the highest version that was issued; 0 if no version was issued. Any thread may call
   * this method. The result is at least the version of every commit with an outcome that the
   * calling thread has received.
   */
  public final long lastIssued() {
    return lastIssued.getOpaque();
  }

  /**
   * Advances the mark over all versions that are reported without a gap. Only the validator's
   * thread may call this method.
   */
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

  /**
   * Returns whether the given number of further versions may be issued now. Only the validator's
   * thread may call this method.
   */
  final boolean hasRoom(int versions) {
    return lastIssued.getPlain() + versions - value <= installed.length();
  }

  /**
   * Returns the number of issued versions above the mark. Only the validator's thread may call this
   * method.
   */
  final long lag() {
    return lastIssued.getPlain() - value;
  }
}
