package dev.yardmaster.engine.index;

import dev.yardmaster.annotations.Shared;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A leaf: keys with their records, a stamp, and the bounds of the range that it covers. The leaves
 * of a tree partition the keys. So if a leaf covers a key and is not obsolete, this leaf contains
 * the key's entry, if there is one, even if the path to the leaf was out of date.
 */
final class Leaf extends Node {

  private static final VarHandle STAMP;
  private static final VarHandle SCAN_STAMP;

  static {
    try {
      STAMP = MethodHandles.lookup().findVarHandle(Leaf.class, "stamp", long.class);
      SCAN_STAMP = MethodHandles.lookup().findVarHandle(Leaf.class, "scanStamp", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  @SuppressWarnings("unused") // The VarHandle STAMP accesses this field.
  @Shared(
      writers = "raised by workers that remove an entry or have found a key missing",
      readers = "workers that insert",
      access =
          "volatile, raised by compare-and-set; raised before the entry is removed, and read "
              + "with the node locked")
  private long stamp;

  @SuppressWarnings("unused") // The VarHandle SCAN_STAMP accesses this field.
  @Shared(
      writers = "raised by workers that validate a scan",
      readers = "workers that validate a write",
      access = "volatile, raised by compare-and-set; a reader checks the leaf's version afterwards")
  private long scanStamp;

  @Shared(
      writers = "the thread that holds the lock of the leaf",
      readers = "all workers",
      access = "plain; a reader checks the leaf's version afterwards")
  final int[] records;

  /** The lowest key of the leaf's range; {@link Long#MIN_VALUE} in the first leaf. */
  @Shared(
      writers = "the thread that holds the lock of the leaf",
      readers = "all workers",
      access = "plain; a reader checks the leaf's version afterwards")
  long low = Long.MIN_VALUE;

  @Shared(
      writers = "the thread that holds the lock of the leaf",
      readers = "all workers",
      access = "plain; a reader checks the leaf's version afterwards")
  byte[] lowRest;

  /** The first key above the leaf's range; unused in the last leaf. */
  @Shared(
      writers = "the thread that holds the lock of the leaf",
      readers = "all workers",
      access = "plain; a reader checks the leaf's version afterwards")
  long high;

  @Shared(
      writers = "the thread that holds the lock of the leaf",
      readers = "all workers",
      access = "plain; a reader checks the leaf's version afterwards")
  byte[] highRest;

  @Shared(
      writers = "the thread that holds the lock of the leaf",
      readers = "all workers",
      access = "plain; a reader checks the leaf's version afterwards")
  boolean isLast = true;

  /**
   * A pointer to the next leaf. With this pointer, a scan need not descend from the root. The
   * pointer may be out of date, because joins of leaves do not update it. So a reader must check
   * the leaf that it finds. An obsolete leaf has no such pointer, so that it keeps no other leaf
   * alive.
   */
  @Shared(
      writers = "the thread that holds the lock of the leaf",
      readers = "workers that read pages",
      access =
          "plain; a reader checks the leaf's version afterwards. A reader that follows this"
              + " reference checks"
              + " that the "
              + "target covers the key and is in the tree")
  Leaf next;

  /** Creates a locked leaf that covers all keys. */
  Leaf(boolean byteKeys) {
    super(OrderedIndex.LEAF_ENTRIES, byteKeys);
    records = new int[OrderedIndex.LEAF_ENTRIES];
    lowRest = byteKeys ? OrderedIndex.NO_BYTES : null;
  }

  boolean isFull() {
    return count == records.length;
  }

  boolean covers(long key, byte[] rest) {
    return compare(low, lowRest, key, rest) <= 0 && (isLast || isBelowHigh(key, rest));
  }

  /** Returns whether the leaf covers the largest key below the given key. */
  boolean coversBelow(long key, byte[] rest) {
    return compare(low, lowRest, key, rest) < 0
        && (isLast || compare(key, rest, high, highRest) <= 0);
  }

  boolean isBelowHigh(long key, byte[] rest) {
    return compare(key, rest, high, highRest) < 0;
  }

  /** Returns the record of a key, or {@link Index#NONE} if the leaf does not have the key. */
  int recordOf(long key, byte[] rest) {
    int at = countBelow(key, rest);
    return has(at, key, rest) ? records[at] : Index.NONE;
  }

  /** Returns whether the entry at a position has the given key. */
  boolean has(int at, long key, byte[] rest) {
    return at < count && compare(keys[at], rest(at), key, rest) == 0;
  }

  long stamp() {
    return (long) STAMP.getVolatile(this);
  }

  void raiseStamp(long newStamp) {
    long known = stamp();
    while (known < newStamp) {
      known = (long) STAMP.compareAndExchange(this, known, newStamp);
    }
  }

  long scanStamp() {
    return (long) SCAN_STAMP.getVolatile(this);
  }

  void raiseScanStamp(long newStamp) {
    long known = scanStamp();
    while (known < newStamp) {
      known = (long) SCAN_STAMP.compareAndExchange(this, known, newStamp);
    }
  }

  private void raiseStampsOf(Leaf other) {
    raiseStamp(other.stamp());
    raiseScanStamp(other.scanStamp());
  }

  void insert(int at, long key, byte[] rest, int record) {
    System.arraycopy(records, at, records, at + 1, count - at);
    records[at] = record;
    openAt(at, key, rest);
  }

  void remove(int at) {
    closeAt(at);
    System.arraycopy(records, at + 1, records, at, count - at);
  }

  /**
   * Splits a full, locked leaf to make room for a key.
   *
   * @param at the position at which the key will be inserted. If the position is after all entries,
   *     the new leaf starts empty. So keys that are inserted in ascending order fill the leaves
   *     completely
   * @return the new leaf, which has the upper part of the range and is locked
   */
  Leaf split(int at, long key, byte[] rest) {
    Leaf upper = new Leaf(rests != null);
    int kept = at == count ? count : count / 2;
    int moved = count - kept;
    copyKeys(kept, upper, 0, moved);
    System.arraycopy(records, kept, upper.records, 0, moved);
    upper.count = moved;
    upper.low = moved == 0 ? key : keys[kept];
    upper.lowRest = moved == 0 ? rest : rest(kept);
    upper.takeHighFrom(this);
    upper.next = next;
    upper.raiseStampsOf(this);
    high = upper.low;
    highRest = upper.lowRest;
    isLast = false;
    next = upper;
    truncate(kept);
    return upper;
  }

  private void takeHighFrom(Leaf other) {
    high = other.high;
    highRest = other.highRest;
    isLast = other.isLast;
  }

  /** Returns whether the other leaf's range begins at the end of this leaf's range. */
  boolean isFollowedBy(Leaf other) {
    return !isLast && compare(high, highRest, other.low, other.lowRest) == 0;
  }

  /**
   * Moves the entries and the range of the next leaf to this leaf. The caller has locked both
   * leaves.
   */
  void joinUpper(Leaf upper) {
    upper.copyKeys(0, this, count, upper.count);
    System.arraycopy(upper.records, 0, records, count, upper.count);
    count += upper.count;
    takeHighFrom(upper);
    next = upper.next;
    upper.next = null;
    raiseStampsOf(upper);
  }

  /**
   * Moves the entries and the range of the previous leaf to this leaf. The caller has locked both
   * leaves.
   */
  void joinLower(Leaf lower) {
    int added = lower.count;
    copyKeys(0, this, added, count);
    System.arraycopy(records, 0, records, added, count);
    lower.copyKeys(0, this, 0, added);
    System.arraycopy(lower.records, 0, records, 0, added);
    count += added;
    low = lower.low;
    lowRest = lower.lowRest;
    lower.next = null;
    raiseStampsOf(lower);
  }

  /** Copies the entries at positions {@code [from, to)} to a page. */
  void copyTo(IndexPage page, int from, int to) {
    int length = Math.max(0, to - from);
    page.begin(rests != null);
    System.arraycopy(keys, from, page.keys, 0, length);
    System.arraycopy(records, from, page.records, 0, length);
    if (rests != null) {
      System.arraycopy(rests, from, page.rests, 0, length);
    }
    page.count = length;
  }

  /** Copies the entries at positions {@code [from, to)} to a page, in descending order. */
  void copyBackwardTo(IndexPage page, int from, int to) {
    int length = Math.max(0, to - from);
    page.begin(rests != null);
    for (int i = 0; i < length; i++) {
      int at = to - 1 - i;
      page.keys[i] = keys[at];
      page.records[i] = records[at];
      if (rests != null) {
        page.rests[i] = rests[at];
      }
    }
    page.count = length;
  }
}
