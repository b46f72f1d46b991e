package dev.yardmaster.engine.index;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A leaf: keys with their records, a stamp, and the bounds of the range that it covers. The leaves
 * of a tree cover all keys, each once; so a leaf that covers a key and is not obsolete is the one
 * that has it, however it was found.
 */
final class Leaf extends Node {

  private static final VarHandle STAMP;

  static {
    try {
      STAMP = MethodHandles.lookup().findVarHandle(Leaf.class, "stamp", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  @SuppressWarnings("unused") // by STAMP
  private long stamp;

  final int[] records;

  /** The first key of its range; the lowest of all in the first leaf. */
  long low = Long.MIN_VALUE;

  byte[] lowRest;

  /** The first key behind its range, unless it is the last leaf. */
  long high;

  byte[] highRest;
  boolean isLast = true;

  /**
   * Mostly the leaf behind it, if there is one: a short cut for who checks what he finds there, as
   * he must anyway. Not kept up when leaves are joined. An obsolete leaf has none, so as not to
   * keep others alive.
   */
  Leaf next;

  /** A leaf, locked, of all keys. */
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

  /** Whether it covers the largest key below another. */
  boolean coversBelow(long key, byte[] rest) {
    return compare(low, lowRest, key, rest) < 0
        && (isLast || compare(key, rest, high, highRest) <= 0);
  }

  boolean isBelowHigh(long key, byte[] rest) {
    return compare(key, rest, high, highRest) < 0;
  }

  /** The record of a key; {@link Index#NONE} if it has none. */
  int recordOf(long key, byte[] rest) {
    int at = countBelow(key, rest);
    return has(at, key, rest) ? records[at] : Index.NONE;
  }

  /** Whether a key stands at the place where it would have to. */
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
   * Splits a full, locked leaf for a key that it is to take.
   *
   * @param at where the key would stand. Behind all others it stands alone in the new leaf: whoever
   *     fills an index in the order of the keys gets full leaves
   * @return the leaf of the upper part, locked
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
    upper.raiseStamp(stamp());
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

  /** Whether another leaf's range begins where this one's ends. */
  boolean isFollowedBy(Leaf other) {
    return !isLast && compare(high, highRest, other.low, other.lowRest) == 0;
  }

  /** Takes over the entries and the range of the leaf behind it; both are locked. */
  void joinUpper(Leaf upper) {
    upper.copyKeys(0, this, count, upper.count);
    System.arraycopy(upper.records, 0, records, count, upper.count);
    count += upper.count;
    takeHighFrom(upper);
    next = upper.next;
    upper.next = null;
    raiseStamp(upper.stamp());
  }

  /** Takes over the entries and the range of the leaf before it; both are locked. */
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
    raiseStamp(lower.stamp());
  }

  /** Copies the entries from one place up to another. */
  void copyTo(IndexPage page, int from, int to) {
    int length = Math.max(0, to - from);
    System.arraycopy(keys, from, page.keys, 0, length);
    System.arraycopy(records, from, page.records, 0, length);
    if (rests != null) {
      System.arraycopy(rests, from, page.rests, 0, length);
    }
    page.count = length;
  }

  /** Copies the entries from one place up to another, the last first. */
  void copyBackwardTo(IndexPage page, int from, int to) {
    int length = Math.max(0, to - from);
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
