package dev.yardmaster.engine.index;

/**
 * Removes a leaf with few entries from the tree: moves the leaf's entries and range to a neighbour.
 * The inner nodes above the leaf that lead to no other leaf are removed together with the leaf.
 * These inner nodes and the leaf are the <i>line</i>.
 *
 * <pre>
 *            above                       above
 *          /       \                       |
 *        ...       line         ▶         ...
 *          |         |                     |
 *      neighbour   leaf                neighbour
 * </pre>
 *
 * <p>The search for the neighbour acquires no locks, so it may find a wrong leaf. The join locks
 * both leaves and then checks that their ranges are adjacent. The neighbour's parents do not
 * change, because inner nodes do not store the bounds of their ranges.
 */
final class LeafJoin {

  /**
   * A leaf with at most this many entries is joined with a neighbour if the joined leaf is at most
   * half full. An empty leaf is always joined.
   */
  static final int FEW_ENTRIES = OrderedIndex.LEAF_ENTRIES / 4;

  private static final int JOINED_ENTRIES = OrderedIndex.LEAF_ENTRIES / 2;

  private LeafJoin() {}

  /**
   * Joins the leaf of a key with a neighbour, if the leaf has few entries or none.
   *
   * @param above the lowest inner node above the leaf that has several children; the caller has
   *     locked it
   * @param at the position of the child that leads to this leaf and to no other leaf
   * @return false if a concurrent change prevented the join; the caller may then try again
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

  /**
   * Joins two locked leaves if their ranges are adjacent. Returns whether the leaves were joined.
   */
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

  /**
   * Returns the first or the last leaf below a node, or null if a concurrent change interrupted the
   * descent.
   */
  static Leaf edgeOf(Node top, boolean last) {
    Node node = top;
    while (node instanceof Inner inner) {
      node = inner.child(last ? inner.count : 0);
    }
    return (Leaf) node;
  }

  /**
   * Locks a line from the top down. Returns the leaf, or null if a node cannot be locked or has
   * several children.
   */
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

  /**
   * Unlocks the nodes of a line up to {@code end} exclusive. If {@code end} is null, unlocks the
   * whole line including the leaf.
   */
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
