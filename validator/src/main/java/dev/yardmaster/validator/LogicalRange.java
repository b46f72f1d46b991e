package dev.yardmaster.validator;

import dev.yardmaster.api.Key;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * A part of the key space, and who has written into it lately: a circular array of written keys
 * with their commit versions, oldest first (ROCC, sections III-A and IV-A, where the array holds
 * transactions).
 *
 * <p>What the array no longer holds is covered by the floor: of versions above the floor the range
 * knows the newest write of each key, of others only what it still holds.
 *
 * <p>One thread, the final validation's, writes; any thread may call {@link #installedThrough}. The
 * slot that is written next is never one that is in use, so that a reader who finds the count
 * hardly moved has read nothing torn.
 */
final class LogicalRange {

  /** Newer writes that are looked at for one of the same key; a hot key has one among them. */
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
  private final long[] versions;
  private final int mask;

  /** How many writes were ever entered. */
  @SuppressWarnings("FieldMayBeFinal") // by its handle
  private long count;

  /** How many of the last ones are in use: all slots but the next one. */
  private int held;

  private long floor;

  /** The least and the greatest key that was forgotten; null if none was. */
  private Key forgottenFrom;

  private Key forgottenTo;

  /** Whether anything may have been forgotten. */
  private boolean forgotAll;

  /**
   * A range without writes.
   *
   * @param slotCount size of the array; a power of two
   */
  LogicalRange(Key low, int slotCount) {
    this.low = low;
    keys = new Key[slotCount];
    versions = new long[slotCount];
    mask = slotCount - 1;
  }

  /** Its first key; null for the lowest range. */
  Key low() {
    return low;
  }

  int slots() {
    return keys.length;
  }

  /** Of versions up to this one it may have forgotten some. */
  long floor() {
    return floor;
  }

  /** Of versions up to this one nothing is known. */
  void startAfter(long version) {
    floor = Math.max(floor, version);
    forgotAll = true;
  }

  /** Takes over what another range has forgotten. */
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

  /** Whether a part may have been written, by what was forgotten, behind a version. */
  boolean mayHaveForgotten(Key from, Key to, long version) {
    return version < floor
        && (forgotAll
            || (forgottenFrom != null
                && from.compareTo(forgottenTo) <= 0
                && to.compareTo(forgottenFrom) > 0));
  }

  /** Whether no write can be entered without another leaving. */
  boolean isFull() {
    return held == mask;
  }

  /** How many writes it holds. */
  int held() {
    return held;
  }

  /** The key of a write; 0 is the newest. */
  Key key(int age) {
    return keys[(int) (count - 1 - age) & mask];
  }

  /** The version of a write; 0 is the newest. */
  long version(int age) {
    return versions[(int) (count - 1 - age) & mask];
  }

  /** Lets the oldest write go, since a newer one of its key is there. */
  void dropReplaced() {
    held--;
  }

  /** Lets the oldest write go. */
  void forgetOldest() {
    floor = Math.max(floor, version(held - 1));
    noteForgotten(key(held - 1));
    held--;
  }

  /** Whether a newer write of the oldest one's key is there, among the newest. */
  boolean isOldestReplaced() {
    Key oldest = key(held - 1);
    for (int age = 0; age < held - 1 && age < MAX_COMPARED; age++) {
      if (key(age).equals(oldest)) {
        return true;
      }
    }
    return false;
  }

  /** Enters a write, of a version that is not lower than any before; there must be room. */
  void add(Key key, long version) {
    int slot = (int) count & mask;
    // The count before is seen before this slot changes: nobody takes the new version for the old.
    VarHandle.storeStoreFence();
    LONGS.setOpaque(versions, slot, version);
    keys[slot] = key;
    COUNT.setRelease(this, count + 1);
    held++;
  }

  /**
   * A version up to which all that was written here is installed. Any thread.
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
   * Copies the writes of a part of it into another range, oldest first.
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

  /** The middle one of its different keys, never the lowest; null if there is only one. */
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
