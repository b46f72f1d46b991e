package dev.yardmaster.engine.index;

import dev.yardmaster.annotations.Shared;
import java.util.concurrent.atomic.LongAdder;

/**
 * An ordered index: a B+tree whose readers acquire no locks and write nothing (Leis, Haubenschild
 * and Neumann, <i>Optimistic Lock Coupling</i>, 2019). Transactions observe the versions of the
 * tree's leaves.
 *
 * <p>An operation descends to the leaf of its key, reads the leaf's version, and checks that the
 * leaf covers the key. A read uses arrays that other threads may be changing, and then checks that
 * the leaf still has the same version. A write locks the leaf only if the leaf still has this
 * version. An insertion splits a full leaf. A removal joins a leaf that is empty or nearly empty
 * with a neighbour. The garbage collector frees nodes that were removed from the tree.
 */
public final class OrderedIndex implements Index {

  /**
   * The byte string that marks a range without an upper bound, for keys of both kinds. The number
   * that is passed with this byte string is ignored.
   */
  public static final byte[] UNBOUNDED = new byte[0];

  static final byte[] NO_BYTES = new byte[0];

  static final int LEAF_ENTRIES = 64;

  /**
   * When a removal leaves few entries in a leaf, it tries to join the leaf only if the number of
   * remaining entries is a multiple of this step.
   */
  private static final int JOIN_STEP = LEAF_ENTRIES / 8;

  private final Tree tree;

  @Shared(writers = "workers that insert or remove", readers = "any thread", access = "LongAdder")
  private final LongAdder size = new LongAdder();

  /**
   * Creates an index without entries.
   *
   * @param byteKeys whether keys are byte strings. If keys are numbers, {@code rest} is null in all
   *     calls
   */
  public OrderedIndex(boolean byteKeys) {
    tree = new Tree(byteKeys);
  }

  /**
   * Compares the upper bound of a range, which may be {@link #UNBOUNDED}, with a key. If the bound
   * is a byte string, the number {@code key} need not be its prefix.
   */
  public static int compareBound(long key, byte[] rest, long otherKey, byte[] otherRest) {
    return rest == UNBOUNDED ? 1 : Node.compare(key, rest, otherKey, otherRest);
  }

  @Override
  public int find(long key, byte[] rest, Observation observed) {
    for (int round = 0; ; round++) {
      Leaf leaf = tree.leafOf(key, rest);
      long version = leaf.version();
      if (Node.isFree(version) && leaf.covers(key, rest)) {
        int record = leaf.recordOf(key, rest);
        long stamp = record == NONE ? leaf.stamp() : 0;
        if (leaf.isStill(version)) {
          if (record == NONE) {
            observe(observed, leaf, version, stamp);
          }
          return record;
        }
      }
      SpinWait.pause(round);
    }
  }

  private void observe(Observation observed, Leaf leaf, long version, long stamp) {
    observed.index = this;
    observed.node = leaf;
    observed.nodeNumber = 0;
    observed.version = version;
    observed.stamp = stamp;
  }

  @Override
  public int insert(
      long key, byte[] rest, int record, RecordInitializer initializer, NodeChange change) {
    for (int round = 0; ; round++) {
      Leaf leaf = tree.leafOf(key, rest);
      long version = leaf.version();
      if (Node.isFree(version) && leaf.covers(key, rest)) {
        int at = leaf.countBelow(key, rest);
        if (leaf.has(at, key, rest)) {
          int found = leaf.records[at];
          if (leaf.isStill(version)) {
            return found;
          }
        } else if (!leaf.isFull()) {
          if (leaf.lock(version)) {
            insertLocked(leaf, version, at, key, rest, record, initializer, change);
            size.increment();
            return record;
          }
        } else if (split(key, rest, record, initializer, change)) {
          size.increment();
          return record;
        }
      }
      SpinWait.pause(round);
    }
  }

  private void insertLocked(
      Leaf leaf,
      long version,
      int at,
      long key,
      byte[] rest,
      int record,
      RecordInitializer initializer,
      NodeChange change) {
    try {
      long stamp = leaf.stamp();
      initializer.initialize(record, stamp);
      leaf.insert(at, key, rest, record);
      observe(change.before, leaf, version, stamp);
      change.versionAfter = leaf.versionAfter();
      change.sibling.clear();
    } finally {
      leaf.unlockChanged();
    }
  }

  /**
   * Splits the leaf of a key and inserts the key while the leaf is locked, so that one {@link
   * NodeChange} describes both changes.
   *
   * @return false if the leaf is not full, is locked, or already contains the key
   */
  private boolean split(
      long key, byte[] rest, int record, RecordInitializer initializer, NodeChange change) {
    Inner parent = tree.lockParentOf(key, rest);
    try {
      int childAt = parent.childAt(key, rest);
      Leaf leaf = (Leaf) parent.child(childAt);
      long version = leaf.version();
      int at = leaf.countBelow(key, rest);
      boolean canSplit = leaf.isFull() && leaf.covers(key, rest) && !leaf.has(at, key, rest);
      if (!canSplit || !Node.isFree(version) || !leaf.lock(version)) {
        return false;
      }
      try {
        long stamp = leaf.stamp();
        initializer.initialize(record, stamp);
        Leaf upper = leaf.split(at, key, rest);
        int kept = leaf.count;
        if (leaf.isFull() || at > kept) {
          upper.insert(at - kept, key, rest, record);
        } else {
          leaf.insert(at, key, rest, record);
        }
        parent.insert(childAt, upper.low, upper.lowRest, upper);
        observe(change.before, leaf, version, stamp);
        change.versionAfter = leaf.versionAfter();
        observe(change.sibling, upper, upper.versionAfter(), stamp);
        upper.unlockChanged();
        return true;
      } finally {
        leaf.unlockChanged();
      }
    } finally {
      parent.unlockChanged();
    }
  }

  @Override
  public boolean remove(long key, byte[] rest, int record, long stamp) {
    for (int round = 0; ; round++) {
      Leaf leaf = tree.leafOf(key, rest);
      long version = leaf.version();
      if (Node.isFree(version) && leaf.covers(key, rest)) {
        int at = leaf.countBelow(key, rest);
        if (!leaf.has(at, key, rest) || leaf.records[at] != record) {
          if (leaf.isStill(version)) {
            return false;
          }
        } else if (leaf.lock(version)) {
          leaf.raiseStamp(stamp);
          leaf.remove(at);
          int left = leaf.count;
          leaf.unlockChanged();
          size.decrement();
          if (left <= LeafJoin.FEW_ENTRIES && left % JOIN_STEP == 0) {
            tree.join(key, rest);
          }
          return true;
        }
      }
      SpinWait.pause(round);
    }
  }

  /**
   * Reads the entries of a range that are in the leaf of the range's first key, in ascending order.
   * The entries are consistent: at one moment during the call, the leaf had exactly these entries
   * in the range.
   *
   * @param from the first key of the range
   * @param fromRest the byte string of the first key; null if keys are numbers. The lowest byte
   *     string is the empty byte string; its number {@code from} is {@link Long#MIN_VALUE}
   * @param to the first key beyond the range
   * @param toRest the byte string of the key {@code to}; null if keys are numbers. For both kinds
   *     of keys, the object {@link #UNBOUNDED} means that the range has no upper bound
   * @param page receives the entries and the leaf. If the range continues beyond the leaf, {@code
   *     page} also receives the key at which the range continues; this key is the {@code from} of
   *     the next page
   */
  public void page(long from, byte[] fromRest, long to, byte[] toRest, IndexPage page) {
    boolean bounded = toRest != UNBOUNDED;
    Leaf next = follows(page, from, fromRest) ? page.next : null;
    for (int round = 0; ; round++) {
      Leaf leaf = next == null ? tree.leafOf(from, fromRest) : next;
      next = null;
      long version = leaf.version();
      if (Node.isFree(version) && leaf.covers(from, fromRest)) {
        boolean isLow = Node.compare(leaf.low, leaf.lowRest, from, fromRest) == 0;
        int first = isLow ? 0 : leaf.countBelow(from, fromRest);
        boolean goesOn =
            !leaf.isLast && (!bounded || Node.compare(leaf.high, leaf.highRest, to, toRest) < 0);
        int end = goesOn || !bounded ? leaf.count : leaf.countBelow(to, toRest);
        leaf.copyTo(page, first, end);
        page.goesOn = goesOn;
        page.nextKey = leaf.high;
        page.nextRest = leaf.highRest;
        page.next = leaf.next;
        observe(page.observed, leaf, version, leaf.stamp());
        if (leaf.isStill(version)) {
          return;
        }
      }
      SpinWait.pause(round);
    }
  }

  /**
   * Returns whether the page was read from this index and the key at which its scan continues is
   * {@code from}.
   */
  private boolean follows(IndexPage page, long from, byte[] fromRest) {
    return page.goesOn
        && page.observed.index == this
        && page.nextKey == from
        && page.nextRest == fromRest;
  }

  /**
   * Reads the entries of a range that are in the leaf of the range's last key, in descending order.
   * The entries are consistent: at one moment during the call, the leaf had exactly these entries
   * in the range. If the range is empty, the page contains the leaf of {@code from} without
   * entries.
   *
   * @param from the first key, as in {@link #page}
   * @param fromRest the byte string of the first key, as in {@link #page}
   * @param to the first key beyond the range, as in {@link #page}
   * @param toRest the byte string of the key {@code to}, as in {@link #page}
   * @param page receives the entries and the leaf. If the range continues below the leaf, {@code
   *     page} also receives the key at which the range continues; this key is the {@code to} of the
   *     next page
   */
  public void pageBackward(long from, byte[] fromRest, long to, byte[] toRest, IndexPage page) {
    boolean bounded = toRest != UNBOUNDED;
    if (bounded && Node.compare(from, fromRest, to, toRest) >= 0) {
      page(from, fromRest, to, toRest, page);
      return;
    }
    for (int round = 0; ; round++) {
      Leaf leaf = bounded ? tree.leafBelow(to, toRest) : tree.lastLeaf();
      long version = leaf.version();
      if (Node.isFree(version) && (bounded ? leaf.coversBelow(to, toRest) : leaf.isLast)) {
        int first = leaf.countBelow(from, fromRest);
        int end = bounded ? leaf.countBelow(to, toRest) : leaf.count;
        leaf.copyBackwardTo(page, first, end);
        page.goesOn = Node.compare(leaf.low, leaf.lowRest, from, fromRest) > 0;
        page.nextKey = leaf.low;
        page.nextRest = leaf.lowRest;
        page.next = null;
        observe(page.observed, leaf, version, leaf.stamp());
        if (leaf.isStill(version)) {
          return;
        }
      }
      SpinWait.pause(round);
    }
  }

  @Override
  public boolean isUnchanged(Observation observed) {
    return ((Leaf) observed.node).versionVolatile() == observed.version;
  }

  @Override
  public void raiseStamp(Observation observed, long stamp) {
    ((Leaf) observed.node).raiseStamp(stamp);
  }

  /**
   * Raises the scan stamp of a page's leaf, if the scan stamp is lower than the given stamp. As
   * with {@link #raiseStamp}, later insertions see the raised stamp only if the observed leaf is
   * unchanged afterwards.
   */
  public void raiseScanStamp(IndexPage page, long stamp) {
    ((Leaf) page.observed.node).raiseScanStamp(stamp);
  }

  /**
   * Returns the scan stamp of the leaf to which a key belongs. If a scan has raised the scan stamp
   * of the key's leaf before the call, and the leaf was unchanged afterwards, the result is at
   * least this stamp. When leaves are split or joined, the resulting leaves get the highest scan
   * stamp of the old leaves.
   */
  public long scanStamp(long key, byte[] rest) {
    for (int round = 0; ; round++) {
      Leaf leaf = tree.leafOf(key, rest);
      long version = leaf.versionVolatile();
      if (Node.isFree(version) && leaf.covers(key, rest)) {
        long stamp = leaf.scanStamp();
        if (leaf.isStill(version)) {
          return stamp;
        }
      }
      SpinWait.pause(round);
    }
  }

  @Override
  public long size() {
    return size.sum();
  }

  /**
   * Returns the number of nodes of the tree. The number is exact while no thread changes the tree.
   */
  int nodes() {
    return tree.nodes();
  }
}
