package dev.yardmaster.engine.index;

import dev.yardmaster.annotations.Shared;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * A node with children. A node with {@code n} keys has {@code n + 1} children: child {@code i}
 * covers the keys from key {@code i - 1} inclusive to key {@code i} exclusive.
 */
final class Inner extends Node {

  static final int CHILDREN = 64;

  @Shared(
      writers = "the thread that holds the lock of the node",
      readers = "all workers",
      access =
          "plain; a reader checks the node's version afterwards. A new child stays locked until "
              + "it is complete")
  private final Node[] children = new Node[CHILDREN];

  /** Creates a locked node with one child. */
  Inner(Node child, boolean byteKeys) {
    super(CHILDREN - 1, byteKeys);
    children[0] = child;
  }

  boolean isFull() {
    return count == CHILDREN - 1;
  }

  /**
   * Returns the child at a position. If another thread changes the node during the call, the result
   * may be null or a neighbour of the child.
   */
  Node child(int at) {
    return children[at];
  }

  /** Returns the position of the child that covers a key. */
  int childAt(long key, byte[] rest) {
    return countUpTo(key, rest);
  }

  /** Returns the position of the child that covers the largest key below the given key. */
  int childBelow(long key, byte[] rest) {
    return countBelow(key, rest);
  }

  /**
   * Inserts a child directly after the child at position {@code behind}. The new child contains the
   * upper part of the keys that the child at {@code behind} had before a split.
   */
  void insert(int behind, long key, byte[] rest, Node child) {
    System.arraycopy(children, behind + 1, children, behind + 2, count - behind);
    // The fence makes the new node, which is locked, visible before the child is linked. So a
    // reader that reaches the child early finds a locked node, and never an incomplete node.
    VarHandle.releaseFence();
    children[behind + 1] = child;
    openAt(behind, key, rest);
  }

  /**
   * Removes the child at a position. The previous child gets the range of the removed child. If the
   * first child is removed, the next child gets the range.
   */
  void remove(int at) {
    System.arraycopy(children, at + 1, children, at, count - at);
    children[count] = null;
    closeAt(Math.max(0, at - 1));
  }

  /**
   * Moves the upper half of a full child to a new node. The caller has locked this node and the
   * child.
   */
  void splitChild(int at, Inner child) {
    int middle = child.count / 2;
    long key = child.keys[middle];
    byte[] rest = child.rest(middle);
    Inner upper = child.copyOf(middle + 1, child.count);
    child.truncate(middle);
    Arrays.fill(child.children, middle + 1, CHILDREN, null);
    insert(at, key, rest, upper);
    upper.unlockChanged();
  }

  /**
   * Moves all children of a full root into two new nodes, which become the root's only children.
   */
  void pushDown() {
    int middle = count / 2;
    Inner lower = copyOf(0, middle);
    Inner upper = copyOf(middle + 1, count);
    keys[0] = keys[middle];
    if (rests != null) {
      rests[0] = rests[middle];
    }
    truncate(1);
    VarHandle.releaseFence();
    children[0] = lower;
    children[1] = upper;
    Arrays.fill(children, 2, CHILDREN, null);
    lower.unlockChanged();
    upper.unlockChanged();
  }

  /** Replaces this node's only child by the children of that child. */
  void pullUp(Inner only) {
    only.copyKeys(0, this, 0, only.count);
    System.arraycopy(only.children, 0, children, 0, only.count + 1);
    count = only.count;
  }

  /** Returns a new node with the keys in {@code [from, to)} and their children. */
  private Inner copyOf(int from, int to) {
    Inner copy = new Inner(null, rests != null);
    copyKeys(from, copy, 0, to - from);
    System.arraycopy(children, from, copy.children, 0, to - from + 1);
    copy.count = to - from;
    return copy;
  }
}
