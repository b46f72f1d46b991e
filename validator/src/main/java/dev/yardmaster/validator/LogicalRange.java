package dev.yardmaster.validator;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.Key;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * A range of keys with the recent writes of these keys. The writes are in a circular array, oldest
 * first. For each write, the array contains the key and the commit version (ROCC, sections III-A
 * and IV-A; in the paper the array contains transactions).
 *
 * <p>The floor is a version: if the newest write of a key is above the floor, the array contains
 * this write. Writes at or below the floor may be missing in the array.
 *
 * <p>Only the final validation's thread writes; any thread may call {@link #installedThrough}. The
 * slot that will be written next never contains a write in use. A reader reads the number of added
 * writes, then some slots, and then the number again. If the two numbers show that none of these
 * slots was overwritten during the read, the data is consistent.
 */
final class LogicalRange {

  /**
   * The maximum number of the newest writes that are searched for a write of the oldest write's
   * key. If this key is hot, one of the newest writes usually writes it.
   */
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

  /** The first key of the range; null for the lowest range. */
  private final Key low;

  private final Key[] keys;

  @Shared(
      writers = "the final validation",
      readers = "storage workers, when a scan looks up its mark",
      access =
          "opaque, and published by the release of count. A reader acquires count, reads "
              + "versions at lower positions, and reads count again. If count has advanced so "
              + "far that a slot may have been overwritten, the reader starts again. The slot "
              + "that is written next is never in use")
  private final long[] versions;

  private final int mask;

  /** The number of writes that were added since the start. */
  @SuppressWarnings("FieldMayBeFinal") // The VarHandle writes this field.
  @Shared(
      writers = "the final validation",
      readers = "storage workers, when a scan looks up its mark",
      access = "release by the writer, after the slot is written; acquire by readers")
  private long count;

  /**
   * The number of writes in use. They are the newest writes. At least one slot is always unused.
   */
  private int held;

  private long floor;

  /**
   * The lowest key of the discarded writes that are noted; the next field contains the highest key
   * of these writes. Both fields are null if no such write was discarded.
   */
  private Key forgottenFrom;

  private Key forgottenTo;

  /** Writes of any key at or below this version may have been discarded. */
  @Shared(
      writers = "the final validation, before the range is published",
      readers = "storage workers, when a scan looks up its mark",
      access = "plain; published by the volatile array of ranges")
  private long unknownThrough;

  /**
   * Creates a range without writes.
   *
   * @param slotCount the size of the array, a power of two
   */
  LogicalRange(Key low, int slotCount) {
    this.low = low;
    keys = new Key[slotCount];
    versions = new long[slotCount];
    mask = slotCount - 1;
  }

  /** Returns the first key of the range, or null for the lowest range. */
  Key low() {
    return low;
  }

  int slots() {
    return keys.length;
  }

  /** Returns the version at or below which the range may have discarded writes. */
  long floor() {
    return floor;
  }

  /** Records that writes of any key at or below a version may be missing. */
  void startAfter(long version) {
    floor = Math.max(floor, version);
    unknownThrough = Math.max(unknownThrough, version);
  }

  /** Copies the floor and the bounds of the discarded keys from another range. */
  void forgetLike(LogicalRange other) {
    floor = Math.max(floor, other.floor);
    unknownThrough = Math.max(unknownThrough, other.unknownThrough);
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

  /**
   * Returns whether a write of a key in {@code [from, to)} above a version may have been discarded.
   */
  boolean mayHaveForgotten(Key from, Key to, long version) {
    return version < unknownThrough
        || (version < floor
            && forgottenFrom != null
            && from.compareTo(forgottenTo) <= 0
            && to.compareTo(forgottenFrom) > 0);
  }

  /** Returns whether a write must be removed before another write can be added. */
  boolean isFull() {
    return held == mask;
  }

  /** Returns the number of writes in use. */
  int held() {
    return held;
  }

  /** Returns the key of a write. Age 0 is the newest write. */
  Key key(int age) {
    return keys[(int) (count - 1 - age) & mask];
  }

  /** Returns the version of a write. Age 0 is the newest write. */
  long version(int age) {
    return versions[(int) (count - 1 - age) & mask];
  }

  /** Removes the oldest write. There must be a newer write of the same key. */
  void dropReplaced() {
    held--;
  }

  /** Removes the oldest write and raises the floor to its version. */
  void forgetOldest() {
    floor = Math.max(floor, version(held - 1));
    noteForgotten(key(held - 1));
    held--;
  }

  /** Returns whether the newest writes contain a write of the same key as the oldest write. */
  boolean isOldestReplaced() {
    Key oldest = key(held - 1);
    for (int age = 0; age < held - 1 && age < MAX_COMPARED; age++) {
      if (key(age).equals(oldest)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Adds a write. The write's version must be at least as high as all earlier versions, and the
   * range must not be full.
   */
  void add(Key key, long version) {
    int slot = (int) count & mask;
    // A reader that sees the new version in this slot also sees the count with all earlier writes.
    // So the reader notices that the slot was reused.
    VarHandle.storeStoreFence();
    LONGS.setOpaque(versions, slot, version);
    keys[slot] = key;
    COUNT.setRelease(this, count + 1);
    held++;
  }

  /**
   * Returns a version up to which the writes of this range's keys are installed. Any thread may
   * call this method.
   *
   * @param mark a version up to which all writes of all keys are installed
   */
  long installedThrough(long mark, Watermark watermark) {
    if (mark < unknownThrough) {
      // A discarded write above the mark may not be installed yet.
      return mark;
    }
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
   * Copies the writes of the keys in {@code [from, to)} into another range, oldest first.
   *
   * @param from the first key; null for no lower bound
   * @param to the first key after the last key; null for no upper bound
   */
  void copyTo(LogicalRange other, Key from, Key to) {
    for (int age = held - 1; age >= 0; age--) {
      Key key = key(age);
      if ((from == null || from.compareTo(key) <= 0) && (to == null || to.compareTo(key) > 0)) {
        other.add(key, version(age));
      }
    }
  }

  /**
   * Returns a key near the middle of the written keys that is not the lowest key, or null if there
   * is no such key.
   */
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
