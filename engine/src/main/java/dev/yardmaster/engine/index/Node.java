package dev.yardmaster.engine.index;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * A node of an ordered index: sorted keys, and a word that is its lock and its version (Leis,
 * Haubenschild and Neumann, <i>Optimistic Lock Coupling</i>, 2019).
 *
 * <pre>
 *   63             2     1         0
 *   | changes       | obsolete | locked |
 * </pre>
 *
 * <p>Readers read the version, the node, and the version again; what they read in between may be
 * torn, so nothing here fails on it. An obsolete node is in no tree any more, and stays as it is.
 */
abstract sealed class Node permits Inner, Leaf {

  private static final VarHandle VERSION;

  static {
    try {
      VERSION = MethodHandles.lookup().findVarHandle(Node.class, "version", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static final long LOCKED = 1;
  private static final long OBSOLETE = 2;
  private static final long CHANGE = 4;

  /** A new node is locked by whoever makes it. */
  @SuppressWarnings("unused") // by VERSION
  private long version = LOCKED;

  int count;
  final long[] keys;

  /** The byte strings beside the keys; null where keys are numbers. */
  final byte[][] rests;

  Node(int length, boolean byteKeys) {
    keys = new long[length];
    rests = byteKeys ? new byte[length][] : null;
  }

  final long version() {
    return (long) VERSION.getAcquire(this);
  }

  /** The version, in the order in which stamps are raised and nodes locked. */
  final long versionVolatile() {
    return (long) VERSION.getVolatile(this);
  }

  /** Whether a node of this version can be read: it is neither locked nor obsolete. */
  static boolean isFree(long version) {
    return (version & (LOCKED | OBSOLETE)) == 0;
  }

  /** Whether nothing that was read since the version can have changed meanwhile. */
  final boolean isStill(long seen) {
    VarHandle.acquireFence();
    return (long) VERSION.getOpaque(this) == seen;
  }

  /** Locks a node that is as it was seen. */
  final boolean lock(long seen) {
    boolean locked = VERSION.compareAndSet(this, seen, seen | LOCKED);
    VarHandle.releaseFence();
    return locked;
  }

  /** Locks the node if that can be done at once. */
  final boolean tryLock() {
    long seen = version();
    return isFree(seen) && lock(seen);
  }

  /** Unlocks a node that was not changed. */
  final void unlock() {
    VERSION.setRelease(this, (long) VERSION.get(this) & ~LOCKED);
  }

  /** What {@link #unlockChanged} will make of the version. */
  final long versionAfter() {
    return ((long) VERSION.get(this) & ~LOCKED) + CHANGE;
  }

  /** Unlocks a node that was changed. */
  final void unlockChanged() {
    VERSION.setRelease(this, versionAfter());
  }

  /** Unlocks a node for good, which is in the tree no more. */
  final void retire() {
    VERSION.setRelease(this, versionAfter() | OBSOLETE);
  }

  final byte[] rest(int at) {
    return rests == null ? null : rests[at];
  }

  /** How many of its first keys are below a key. */
  final int countBelow(long key, byte[] rest) {
    return rests == null ? numbersBelow(key) : stringsUpTo(key, rest, -1);
  }

  /** How many of its first keys are at or below a key. */
  final int countUpTo(long key, byte[] rest) {
    if (rests != null) {
      return stringsUpTo(key, rest, 0);
    }
    return key == Long.MAX_VALUE ? count : numbersBelow(key + 1);
  }

  private int numbersBelow(long key) {
    int from = 0;
    int to = count;
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (keys[middle] < key) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }

  /**
   * How many of its first keys compare to a key as wanted, or lower.
   *
   * @param highest -1 for those below the key; 0 for those at it, too
   */
  private int stringsUpTo(long key, byte[] rest, int highest) {
    int from = 0;
    int to = count;
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (compare(keys[middle], rests[middle], key, rest) <= highest) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }

  /** Compares two keys; a string may be null where keys are numbers, or a read is torn. */
  static int compare(long key, byte[] rest, long otherKey, byte[] otherRest) {
    if (key != otherKey || rest == null || otherRest == null) {
      return Long.compare(key, otherKey);
    }
    return Integer.signum(Arrays.compareUnsigned(rest, otherRest));
  }

  /** Makes room for a key, and puts it there. */
  final void openAt(int at, long key, byte[] rest) {
    System.arraycopy(keys, at, keys, at + 1, count - at);
    keys[at] = key;
    if (rests != null) {
      System.arraycopy(rests, at, rests, at + 1, count - at);
      rests[at] = rest;
    }
    count++;
  }

  /** Takes a key out. */
  final void closeAt(int at) {
    count--;
    System.arraycopy(keys, at + 1, keys, at, count - at);
    if (rests != null) {
      System.arraycopy(rests, at + 1, rests, at, count - at);
      rests[count] = null;
    }
  }

  /** Copies keys to another node; both counts stay as they are. */
  final void copyKeys(int from, Node to, int at, int length) {
    System.arraycopy(keys, from, to.keys, at, length);
    if (rests != null) {
      System.arraycopy(rests, from, to.rests, at, length);
    }
  }

  /** Forgets all keys but the first. */
  final void truncate(int kept) {
    if (rests != null) {
      Arrays.fill(rests, kept, count, null);
    }
    count = kept;
  }
}
