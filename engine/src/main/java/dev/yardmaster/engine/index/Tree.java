package dev.yardmaster.engine.index;

/**
 * The inner nodes of an ordered index: they lead from keys to leaves, and grow and shrink. All
 * leaves are equally far from the root, which is always an inner node, and always the same.
 *
 * <p>Whoever descends checks each inner node's version after it has chosen the child, and of the
 * leaf whether it covers the key: that tells as much as the coupling of versions would. Full inner
 * nodes are split on the way to a leaf that is to be split, so a parent always has room. Whoever
 * changes inner nodes locks them from the top down, then leaves; nobody waits for a lock with
 * another in hand, but lets go and starts anew.
 */
final class Tree {

  private final Inner root;

  /** A tree of an empty leaf. */
  Tree(boolean byteKeys) {
    Leaf leaf = new Leaf(byteKeys);
    leaf.unlockChanged();
    root = new Inner(leaf, byteKeys);
    root.unlockChanged();
  }

  /** The leaf that covered a key a moment ago. */
  Leaf leafOf(long key, byte[] rest) {
    return descend(key, rest, false);
  }

  /** The leaf that covered the largest key below another a moment ago. */
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

  /** The last leaf of a moment ago. */
  Leaf lastLeaf() {
    Leaf leaf = LeafJoin.edgeOf(root, true);
    for (int round = 0; leaf == null; round++) {
      SpinWait.pause(round);
      leaf = LeafJoin.edgeOf(root, true);
    }
    return leaf;
  }

  /** The inner node above the leaf of a key, locked and with room for another child. */
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

  /** Splits a full inner node if it can be locked, and the one above it. */
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

  /** Joins the leaf of a key with a neighbour, if it has few entries, or none. */
  void join(long key, byte[] rest) {
    for (int round = 0; !tryJoin(key, rest); round++) {
      SpinWait.pause(round);
    }
  }

  /**
   * @return false if something was in the way
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

  /** The lowest inner node of several children above a key; null if there is none. */
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

  /** Lets the root take over the children of its only child. */
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

  /** How many nodes there are; exact while nobody changes it. */
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
