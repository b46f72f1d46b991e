package dev.yardmaster.engine.protocol.ranges;

import java.util.Arrays;

/**
 * The set of lists in which a transaction has registered. The set is reused for each transaction,
 * and one worker owns it. Clearing the set takes constant time: an entry counts only if it has the
 * mark of the current transaction, and clearing changes the mark.
 */
final class ListsEntered {

  private long[] lists = new long[32];
  private int[] marks = new int[32];
  private int mark = 1;
  private int size;

  ListsEntered() {}

  /** Adds a list. Returns true if the set did not contain the list before. */
  boolean add(long list) {
    int at = find(list);
    if (marks[at] == mark) {
      return false;
    }
    lists[at] = list;
    marks[at] = mark;
    if (2 * ++size > lists.length) {
      grow();
    }
    return true;
  }

  boolean has(long list) {
    return size > 0 && marks[find(list)] == mark;
  }

  /**
   * Returns the position of a list in the set, or the free position where the list can be added.
   */
  private int find(long list) {
    int mask = lists.length - 1;
    int hash = Long.hashCode(list * 0x9E3779B97F4A7C15L);
    int at = (hash ^ (hash >>> 15)) & mask;
    while (marks[at] == mark && lists[at] != list) {
      at = (at + 1) & mask;
    }
    return at;
  }

  private void grow() {
    long[] former = lists;
    int[] formerMarks = marks;
    lists = new long[2 * former.length];
    marks = new int[2 * former.length];
    for (int i = 0; i < former.length; i++) {
      if (formerMarks[i] == mark) {
        int at = find(former[i]);
        lists[at] = former[i];
        marks[at] = mark;
      }
    }
  }

  void clear() {
    size = 0;
    if (++mark == 0) {
      Arrays.fill(marks, 0);
      mark = 1;
    }
  }
}
