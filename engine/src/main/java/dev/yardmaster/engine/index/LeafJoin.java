package dev.yardmaster.engine.index;

/**
 * How a leaf of few entries leaves the tree: a neighbour takes its entries and its range, and what
 * led to no other leaf goes with it.
 *
 * <pre>
 *            above                       above
 *          /       \                       |
 *        ...       line         ▶         ...
 *          |         |                     |
 *      neighbour   leaf                neighbour
 * </pre>
 *
 * <p>The neighbour is looked for without locks, and is the right one if its range and the leaf's
 * touch while both are locked. Its own parents need no change, since inner nodes have no bounds.
 */
final class LeafJoin {

  /** A leaf of so few entries is joined with a neighbour, if both fill at most half a leaf. */
  static final int FEW_ENTRIES = OrderedIndex.LEAF_ENTRIES / 4;

  private static final int JOINED_ENTRIES = OrderedIndex.LEAF_ENTRIES / 2;

  private LeafJoin() {}

  /**
   * Joins the leaf of a key, if it has few entries, or none.
   *
   * @param above locked by the caller, with several children
   * @param at the child that should lead to the leaf, and to no other
   * @return false if something was in the way
   */
  static boolean tryJoin(Inner above, int at, long key, byte[] rest) {
    Node line = above.child(at);
    Leaf leaf = lockLine(line);
    if (leaf == null) {
      return false;
    }
    boolean upward = at == 0;
    Leaf neighbour = edgeOf(above.child(upward ? 1 : at - 1), !upward);
    boolean found = neighbour != null && leaf.covers(key, rest);
    boolean wanted = found && fit(leaf, neighbour);
    if (wanted && neighbour.tryLock()) {
      if (fit(leaf, neighbour) && joined(leaf, neighbour, upward)) {
        above.remove(at);
        retireLine(line);
        neighbour.unlockChanged();
        return true;
      }
      neighbour.unlock();
    }
    unlockLine(line, null);
    return found && !wanted;
  }

  private static boolean fit(Leaf leaf, Leaf neighbour) {
    return leaf.count == 0
        || (leaf.count <= FEW_ENTRIES && leaf.count + neighbour.count <= JOINED_ENTRIES);
  }

  /** Joins two locked leaves if there is none between them. */
  private static boolean joined(Leaf leaf, Leaf neighbour, boolean upward) {
    if (upward && leaf.isFollowedBy(neighbour)) {
      neighbour.joinLower(leaf);
      return true;
    }
    if (!upward && neighbour.isFollowedBy(leaf)) {
      neighbour.joinUpper(leaf);
      return true;
    }
    return false;
  }

  /** The first or the last leaf below a node; null if something changes meanwhile. */
  static Leaf edgeOf(Node top, boolean last) {
    Node node = top;
    while (node instanceof Inner inner) {
      node = inner.child(last ? inner.count : 0);
    }
    return (Leaf) node;
  }

  /** Locks the nodes of one child each from one on, and the leaf below; null if it cannot. */
  private static Leaf lockLine(Node top) {
    Node node = top;
    while (node.tryLock()) {
      if (node instanceof Leaf leaf) {
        return leaf;
      }
      if (node.count > 0) {
        node.unlock();
        break;
      }
      node = below(node);
    }
    unlockLine(top, node);
    return null;
  }

  /** Unlocks the nodes of one child each from one on, up to another; null: with their leaf. */
  private static void unlockLine(Node top, Node end) {
    for (Node node = top; node != end; ) {
      Node next = below(node);
      node.unlock();
      node = next;
    }
  }

  private static void retireLine(Node top) {
    for (Node node = top; node != null; node = below(node)) {
      node.retire();
    }
  }

  private static Node below(Node node) {
    return node instanceof Inner inner ? inner.child(0) : null;
  }
}
