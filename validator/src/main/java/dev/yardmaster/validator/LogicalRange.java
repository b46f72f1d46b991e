package dev.yardmaster.validator;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.Key;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * A part of the key space with its recent writes: a circular array of written keys with their
 * commit versions, oldest first (ROCC, sections III-A and IV-A, where the array holds
 * transactions).
 *
 * <p>The floor covers what the array no longer holds. Above the floor the range knows the newest
 * write of each key; at or below the floor it knows only the writes that it still holds.
 *
 * <p>Only the final validation's thread writes; any thread may call {@link #installedThrough}. The
 * slot that is written next is never in use, so a reader that finds the count moved by less than
 * the array's length has read no torn data.
 */
final class LogicalRange {

  /** How many newer writes are searched for one of the same key; a hot key has one among them. */
  private static final int MAX_COMPARED = 64;

  private static final VarHandle COUNT;
  private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);

  static {
    try {
      COUNT = MethodHandles.lookup().findVarHandle(LogicalRange.class, "count", long.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }

  /** The first key; null for the lowest range. */
  private final Key low;

  private final Key[] keys;

  @Shared(
      writers = "the final validation",
      readers = "storage workers, when a scan looks up its mark",
      access =
          "opaque, and published by the release of count. A reader acquires count, reads "
              + "versions below it, and reads count again: if count has moved so far that a slot may "
              + "have been overwritten, the reader starts again. The slot that is written next is "
              + "never in use")
  private final long[] versions;

  private final int mask;

  /** The number of writes ever added. */
  @SuppressWarnings("FieldMayBeFinal") // written through the VarHandle
  @Shared(
      writers = "the final validation",
      readers = "storage workers, when a scan looks up its mark",
      access = "release by the writer, after the slot is written; acquire by readers")
  private long count;

  /** How many of the last writes are in use: at most all slots but one. */
  private int held;

  private long floor;

  /** The lowest and the highest forgotten key; null if no key was forgotten. */
  private Key forgottenFrom;

  private Key forgottenTo;

  /** Whether writes of any key may have been forgotten. */
  private boolean forgotAll;

  /**
   * Creates a range without writes.
   *
   * @param slotCount size of the array; a power of two
   */
  LogicalRange(Key low, int slotCount) {
    this.low = low;
    keys = new Key[slotCount];
    versions = new long[slotCount];
    mask = slotCount - 1;
  }

  /** The first key; null for the lowest range. */
  Key low() {
    return low;
  }

  int slots() {
    return keys.length;
  }

  /** At or below this version the range may have forgotten writes. */
  long floor() {
    return floor;
  }

  /** Sets the version up to which nothing is known. */
  void startAfter(long version) {
    floor = Math.max(floor, version);
    forgotAll = true;
  }

  /** Takes over the forgotten keys and the floor of another range. */
  void forgetLike(LogicalRange other) {
    floor = Math.max(floor, other.floor);
    forgotAll |= other.forgotAll;
    if (other.forgottenFrom != null) {
      noteForgotten(other.forgottenFrom);
      noteForgotten(other.forgottenTo);
    }
  }

  private void noteForgotten(Key key) {
    if (forgottenFrom == null || key.compareTo(forgottenFrom) < 0) {
      forgottenFrom = key;
    }
    if (forgottenTo == null || key.compareTo(forgottenTo) > 0) {
      forgottenTo = key;
    }
  }

  /** Whether a part of the range may contain a forgotten write above a version. */
  boolean mayHaveForgotten(Key from, Key to, long version) {
    return version < floor
        && (forgotAll
            || (forgottenFrom != null
                && from.compareTo(forgottenTo) <= 0
                && to.compareTo(forgottenFrom) > 0));
  }

  /** Whether a write must be removed before another can be added. */
  boolean isFull() {
    return held == mask;
  }

  /** The number of writes held. */
  int held() {
    return held;
  }

  /** The key of a write; age 0 is the newest. */
  Key key(int age) {
    return keys[(int) (count - 1 - age) & mask];
  }

  /** The version of a write; age 0 is the newest. */
  long version(int age) {
    return versions[(int) (count - 1 - age) & mask];
  }

  /** Removes the oldest write, whose key has a newer write. */
  void dropReplaced() {
    held--;
  }

  /** Removes the oldest write and raises the floor to its version. */
  void forgetOldest() {
    floor = Math.max(floor, version(held - 1));
    noteForgotten(key(held - 1));
    held--;
  }

  /** Whether the newest writes contain one of the oldest write's key. */
  boolean isOldestReplaced() {
    Key oldest = key(held - 1);
    for (int age = 0; age < held - 1 && age < MAX_COMPARED; age++) {
      if (key(age).equals(oldest)) {
        return true;
      }
    }
    return false;
  }

  /** Adds a write whose version is at least as high as all earlier ones; there must be room. */
  void add(Key key, long version) {
    int slot = (int) count & mask;
    // A reader that sees this slot's new version also sees the count before it, so it cannot take
    // the new version for the old one.
    VarHandle.storeStoreFence();
    LONGS.setOpaque(versions, slot, version);
    keys[slot] = key;
    COUNT.setRelease(this, count + 1);
    held++;
  }

  /**
   * Returns a version up to which all writes into this range are installed. Any thread.
   *
   * @param mark every version up to this one is installed everywhere
   */
  long installedThrough(long mark, Watermark watermark) {
    int inUse = this.mask;
    while (true) {
      long entered = (long) COUNT.getAcquire(this);
      long oldest = Math.max(0, entered - inUse);
      long newest = mark;
      long notInstalled = 0;
      long lowest = entered;
      for (long i = entered - 1; i >= oldest; i--) {
        lowest = i;
        long version = (long) LONGS.getOpaque(versions, (int) i & inUse);
        if (version <= mark) {
          break;
        }
        newest = Math.max(newest, version);
        if (!watermark.isInstalled(version)) {
          notInstalled = version;
        }
      }
      VarHandle.loadLoadFence();
      if ((long) COUNT.getOpaque(this) <= lowest + inUse) {
        return notInstalled == 0 ? newest : notInstalled - 1;
      }
    }
  }

  /**
   * Copies the writes of a part of the range into another range, oldest first.
   *
   * @param from first key of the part; null for the lowest
   * @param to first key behind the part; null for the highest
   */
  void copyTo(LogicalRange other, Key from, Key to) {
    for (int age = held - 1; age >= 0; age--) {
      Key key = key(age);
      if ((from == null || from.compareTo(key) <= 0) && (to == null || to.compareTo(key) > 0)) {
        other.add(key, version(age));
      }
    }
  }

  /** Returns the middle one of the distinct keys, never the lowest; null if there is only one. */
  Key middleKey() {
    Key[] sorted = new Key[held];
    for (int age = 0; age < held; age++) {
      sorted[age] = key(age);
    }
    Arrays.sort(sorted);
    Key lowest = sorted[0];
    for (int i = held / 2; i < held; i++) {
      if (lowest.compareTo(sorted[i]) != 0) {
        return sorted[i];
      }
    }
    return null;
  }
}
