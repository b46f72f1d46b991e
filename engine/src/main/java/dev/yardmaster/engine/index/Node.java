package dev.yardmaster.engine.index;

import dev.yardmaster.annotations.Shared;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * A node of an ordered index. A node has sorted keys, and one word that contains both the lock and
 * the version (Leis, Haubenschild and Neumann, <i>Optimistic Lock Coupling</i>, 2019).
 *
 * <pre>
 *   63             2     1         0
 *   | changes       | obsolete | locked |
 * </pre>
 *
 * <p>A reader reads the version, then the node, then the version again. While the reader reads the
 * node, another thread may change it. So the methods must not fail on inconsistent data. An
 * obsolete node was removed from the tree and does not change any more.
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

  /**
   * The version and the lock. The thread that creates a node holds its lock at first, so the
   * initial value is {@link #LOCKED}.
   */
  @SuppressWarnings("unused") // The VarHandle VERSION accesses this field.
  @Shared(
      writers = "workers that insert or remove",
      readers = "all workers",
      access =
          "lock and sequence lock in one word: locked by compare-and-set, released with "
              + "a higher count. Readers acquire the word, read the node plainly, fence, and "
              + "check the word again; they discard the values that they read if the word has "
              + "changed. Inner nodes are locked from the top down, then leaves; a worker that "
              + "fails to lock a node releases its other locks and starts again")
  private long version = LOCKED;

  @Shared(
      writers = "the thread that holds the lock of the node",
      readers = "all workers",
      access = "plain; a reader checks the node's version afterwards")
  int count;

  @Shared(
      writers = "the thread that holds the lock of the node",
      readers = "all workers",
      access = "plain; a reader checks the node's version afterwards")
  final long[] keys;

  /** The byte strings of the keys; null if keys are numbers. */
  @Shared(
      writers = "the thread that holds the lock of the node",
      readers = "all workers",
      access = "plain; a reader checks the node's version afterwards")
  final byte[][] rests;

  Node(int length, boolean byteKeys) {
    keys = new long[length];
    rests = byteKeys ? new byte[length][] : null;
  }

  final long version() {
    return (long) VERSION.getAcquire(this);
  }

  /**
   * Returns the version. The read is volatile. So the read is ordered with respect to the
   * operations that raise stamps and lock nodes.
   */
  final long versionVolatile() {
    return (long) VERSION.getVolatile(this);
  }

  /**
   * Returns whether a node with this version can be read, because it is neither locked nor
   * obsolete.
   */
  static boolean isFree(long version) {
    return (version & (LOCKED | OBSOLETE)) == 0;
  }

  /**
   * Returns whether the version is unchanged. If so, all values that the caller has read since it
   * read the version are consistent.
   */
  final boolean isStill(long seen) {
    VarHandle.acquireFence();
    return (long) VERSION.getOpaque(this) == seen;
  }

  /** Locks the node if it still has the given version. */
  final boolean lock(long seen) {
    boolean locked = VERSION.compareAndSet(this, seen, seen | LOCKED);
    VarHandle.releaseFence();
    return locked;
  }

  /** Tries once to lock the node. */
  final boolean tryLock() {
    long seen = version();
    return isFree(seen) && lock(seen);
  }

  /** Unlocks an unchanged node. */
  final void unlock() {
    VERSION.setRelease(this, (long) VERSION.get(this) & ~LOCKED);
  }

  /** Returns the version that {@link #unlockChanged} will set. */
  final long versionAfter() {
    return ((long) VERSION.get(this) & ~LOCKED) + CHANGE;
  }

  /** Unlocks a changed node and increases its version. */
  final void unlockChanged() {
    VERSION.setRelease(this, versionAfter());
  }

  /** Unlocks a node that was removed from the tree, and marks the node as obsolete. */
  final void retire() {
    VERSION.setRelease(this, versionAfter() | OBSOLETE);
  }

  final byte[] rest(int at) {
    return rests == null ? null : rests[at];
  }

  /** Returns the number of keys below the given key. */
  final int countBelow(long key, byte[] rest) {
    return rests == null ? numbersBelow(key) : stringsUpTo(key, rest, -1);
  }

  /** Returns the number of keys below or equal to the given key. */
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
   * Returns the number of keys whose comparison with the given key is at most {@code highest}.
   *
   * @param highest -1 to count the keys below the given key; 0 to count the keys below or equal to
   *     the given key
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

  /**
   * Compares two keys. A byte string is null if the keys are numbers. A byte string may also be
   * null if another thread changes the node during the read.
   */
  static int compare(long key, byte[] rest, long otherKey, byte[] otherRest) {
    if (key != otherKey || rest == null || otherRest == null) {
      return Long.compare(key, otherKey);
    }
    return Integer.signum(Arrays.compareUnsigned(rest, otherRest));
  }

  /** Inserts a key at a position, and increments the count. */
  final void openAt(int at, long key, byte[] rest) {
    System.arraycopy(keys, at, keys, at + 1, count - at);
    keys[at] = key;
    if (rests != null) {
      System.arraycopy(rests, at, rests, at + 1, count - at);
      rests[at] = rest;
    }
    count++;
  }

  /** Removes the key at a position, and decrements the count. */
  final void closeAt(int at) {
    count--;
    System.arraycopy(keys, at + 1, keys, at, count - at);
    if (rests != null) {
      System.arraycopy(rests, at + 1, rests, at, count - at);
      rests[count] = null;
    }
  }

  /** Copies keys to another node; both counts stay unchanged. */
  final void copyKeys(int from, Node to, int at, int length) {
    System.arraycopy(keys, from, to.keys, at, length);
    if (rests != null) {
      System.arraycopy(rests, from, to.rests, at, length);
    }
  }

  /** Removes all keys after the first {@code kept} keys. */
  final void truncate(int kept) {
    if (rests != null) {
      Arrays.fill(rests, kept, count, null);
    }
    count = kept;
  }
}
