package dev.yardmaster.engine.index;

/**
 * The inner nodes of an ordered index, which lead from keys to leaves. The tree grows and shrinks
 * with the number of its entries, and all leaves have the same depth. The root is always an inner
 * node, and always the same object.
 *
 * <p>In each inner node, a descent chooses a child, and then checks that the node's version is
 * unchanged. At the end, the descent checks that the leaf covers the key. In the paper's lock
 * coupling, a reader checks a parent's version again after it has read the child's version; here,
 * the check of the leaf replaces this second check of the parent. An insertion that must split a
 * leaf first splits all full inner nodes on the path to the leaf, so that the leaf's parent has
 * room. A thread locks inner nodes from the top down, then leaves. No thread waits for a lock while
 * it holds another lock; instead it releases its locks and starts again.
 */
final class Tree {

  private final Inner root;

  /** Creates a tree with one empty leaf. */
  Tree(boolean byteKeys) {
    Leaf leaf = new Leaf(byteKeys);
    leaf.unlockChanged();
    root = new Inner(leaf, byteKeys);
    root.unlockChanged();
  }

  /** Returns the leaf that covered the key at a moment during the call. */
  Leaf leafOf(long key, byte[] rest) {
    return descend(key, rest, false);
  }

  /**
   * Returns the leaf that covered the largest key below the given key at a moment during the call.
   */
  Leaf leafBelow(long key, byte[] rest) {
    return descend(key, rest, true);
  }

  private Leaf descend(long key, byte[] rest, boolean below) {
    Node node = root;
    for (int round = 0; node instanceof Inner inner; ) {
      long version = inner.version();
      Node child = inner.child(below ? inner.childBelow(key, rest) : inner.childAt(key, rest));
      if (Node.isFree(version) && inner.isStill(version)) {
        node = child;
      } else {
        SpinWait.pause(round++);
        node = root;
      }
    }
    return (Leaf) node;
  }

  /** Returns the leaf that was the last leaf at a moment during the call. */
  Leaf lastLeaf() {
    Leaf leaf = LeafJoin.edgeOf(root, true);
    for (int round = 0; leaf == null; round++) {
      SpinWait.pause(round);
      leaf = LeafJoin.edgeOf(root, true);
    }
    return leaf;
  }

  /** Returns the parent of a key's leaf. The parent is locked, and has room for another child. */
  Inner lockParentOf(long key, byte[] rest) {
    Inner parent = tryLockParentOf(key, rest);
    for (int round = 0; parent == null; round++) {
      SpinWait.pause(round);
      parent = tryLockParentOf(key, rest);
    }
    return parent;
  }

  private Inner tryLockParentOf(long key, byte[] rest) {
    Inner above = null;
    Inner inner = root;
    while (true) {
      long version = inner.version();
      if (inner.isFull()) {
        split(above, inner, key, rest);
        return null;
      }
      Node child = inner.child(inner.childAt(key, rest));
      if (!Node.isFree(version) || !inner.isStill(version)) {
        return null;
      }
      if (child instanceof Leaf) {
        return inner.lock(version) ? inner : null;
      }
      above = inner;
      inner = (Inner) child;
    }
  }

  /** Splits a full inner node if both the node and its parent can be locked. */
  private void split(Inner above, Inner full, long key, byte[] rest) {
    if (above == null) {
      splitRoot();
    } else if (above.tryLock()) {
      int at = above.childAt(key, rest);
      boolean canSplit = !above.isFull() && above.child(at) == full && full.tryLock();
      if (canSplit && full.isFull()) {
        above.splitChild(at, full);
        full.unlockChanged();
        above.unlockChanged();
      } else {
        if (canSplit) {
          full.unlock();
        }
        above.unlock();
      }
    }
  }

  private void splitRoot() {
    if (root.tryLock()) {
      if (root.isFull()) {
        root.pushDown();
        root.unlockChanged();
      } else {
        root.unlock();
      }
    }
  }

  /** Joins the leaf of a key with a neighbour, if the leaf has few entries or none. */
  void join(long key, byte[] rest) {
    for (int round = 0; !tryJoin(key, rest); round++) {
      SpinWait.pause(round);
    }
  }

  /**
   * @return false if a concurrent change prevented the join, so that the caller must try again
   */
  private boolean tryJoin(long key, byte[] rest) {
    if (root.count == 0) {
      boolean onlyLeaf = root.child(0) instanceof Leaf;
      if (!onlyLeaf) {
        pullUp();
      }
      return onlyLeaf;
    }
    Inner above = lowestBranchAbove(key, rest);
    if (above == null || !above.tryLock()) {
      return false;
    }
    boolean done = above.count > 0 && LeafJoin.tryJoin(above, above.childAt(key, rest), key, rest);
    above.unlockChanged();
    return done;
  }

  /**
   * Returns the lowest inner node above a key that has several children, or null if there is none.
   */
  private Inner lowestBranchAbove(long key, byte[] rest) {
    Inner branch = null;
    Node node = root;
    while (node instanceof Inner inner) {
      if (inner.count > 0) {
        branch = inner;
      }
      node = inner.child(inner.childAt(key, rest));
    }
    return branch;
  }

  /** Replaces the root's only child by that child's children. */
  private void pullUp() {
    if (!root.tryLock()) {
      return;
    }
    if (root.count == 0 && root.child(0) instanceof Inner only && only.tryLock()) {
      root.pullUp(only);
      only.retire();
      root.unlockChanged();
    } else {
      root.unlock();
    }
  }

  /** Returns the number of nodes; exact while no thread changes the tree. */
  int nodes() {
    return nodesFrom(root);
  }

  private static int nodesFrom(Node node) {
    int nodes = 1;
    if (node instanceof Inner inner) {
      for (int i = 0; i <= inner.count; i++) {
        nodes += nodesFrom(inner.child(i));
      }
    }
    return nodes;
  }
}
