package dev.yardmaster.engine.index;

import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * A node with children: child {@code i} has the keys from key {@code i - 1} on and below key {@code
 * i}. It has one child more than keys.
 */
final class Inner extends Node {

  static final int CHILDREN = 64;

  private final Node[] children = new Node[CHILDREN];

  /** A locked node of one child. */
  Inner(Node child, boolean byteKeys) {
    super(CHILDREN - 1, byteKeys);
    children[0] = child;
  }

  boolean isFull() {
    return count == CHILDREN - 1;
  }

  /** A child; may be null, or another's neighbour, where a read is torn. */
  Node child(int at) {
    return children[at];
  }

  /** Where the child stands that has a key. */
  int childAt(long key, byte[] rest) {
    return countUpTo(key, rest);
  }

  /** Where the child stands that has the largest key below another. */
  int childBelow(long key, byte[] rest) {
    return countBelow(key, rest);
  }

  /** Puts a child behind another, whose upper part it is. */
  void insert(int behind, long key, byte[] rest, Node child) {
    System.arraycopy(children, behind + 1, children, behind + 2, count - behind);
    // Readers that come here too early find a locked node, not an unfinished one.
    VarHandle.releaseFence();
    children[behind + 1] = child;
    openAt(behind, key, rest);
  }

  /** Takes a child out; its neighbour before it, or else the one behind it, has its range. */
  void remove(int at) {
    System.arraycopy(children, at + 1, children, at, count - at);
    children[count] = null;
    closeAt(Math.max(0, at - 1));
  }

  /** Moves the upper half of a full child to a new node. All are locked but for the new one. */
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

  /** Puts all children of a full root into two new ones. */
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

  /** Takes over the children of an only child. */
  void pullUp(Inner only) {
    only.copyKeys(0, this, 0, only.count);
    System.arraycopy(only.children, 0, children, 0, only.count + 1);
    count = only.count;
  }

  /** A new node of the keys from one place up to another, and the children beside them. */
  private Inner copyOf(int from, int to) {
    Inner copy = new Inner(null, rests != null);
    copyKeys(from, copy, 0, to - from);
    System.arraycopy(children, from, copy.children, 0, to - from + 1);
    copy.count = to - from;
    return copy;
  }
}
