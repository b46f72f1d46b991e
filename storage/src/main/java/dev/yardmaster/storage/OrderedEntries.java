package dev.yardmaster.storage;

import dev.yardmaster.api.Key;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * The entries of a store in key order. The entries are in leaves, which are sorted arrays; a tree
 * finds the leaf of a key. An entry needs 4 to 16 bytes in a leaf; a node of a binary tree would
 * need 40. Entries that are added in ascending order fill their leaves completely.
 *
 * <p>Finding a key takes a time proportional to the logarithm of the number of entries. Visiting
 * the next entry takes constant time.
 */
final class OrderedEntries {

  private static final int FIRST_CAPACITY = 8;
  private static final int MAX_CAPACITY = 128;
  private static final int HALF = MAX_CAPACITY / 2;
  private static final int NOWHERE = -2;

  /** Receives entries in order. */
  @FunctionalInterface
  interface Visitor {

    /** Receives the next entry, and returns whether to continue. */
    boolean visit(StoredEntry entry);
  }

  private static final class Leaf {
    /** A lower bound of the leaf's keys; null for the first leaf. */
    private final Key low;

    private StoredEntry[] entries = new StoredEntry[FIRST_CAPACITY];
    private int size;

    /**
     * The position of the entry that was added last; {@link #NOWHERE} if the leaf was split since
     * then.
     */
    private int newest = NOWHERE;

    private Leaf previous;
    private Leaf next;

    Leaf(Key low) {
      this.low = low;
    }

    /** Returns the number of entries below a key. */
    int below(Key key) {
      int from = 0;
      int to = size;
      while (from < to) {
        int middle = (from + to) >>> 1;
        if (entries[middle].compareTo(key) < 0) {
          from = middle + 1;
        } else {
          to = middle;
        }
      }
      return from;
    }

    void insert(int position, StoredEntry entry) {
      reserve(size + 1);
      System.arraycopy(entries, position, entries, position + 1, size - position);
      entries[position] = entry;
      newest = position;
      size++;
    }

    void remove(int position) {
      size--;
      System.arraycopy(entries, position + 1, entries, position, size - position);
      entries[size] = null;
    }

    /** Moves the entries at {@code from} and above to the end of another leaf. */
    void moveTo(Leaf other, int from) {
      int moved = size - from;
      other.reserve(other.size + moved);
      System.arraycopy(entries, from, other.entries, other.size, moved);
      Arrays.fill(entries, from, size, null);
      other.size += moved;
      size = from;
    }

    private void reserve(int most) {
      int capacity = entries.length;
      while (capacity < most) {
        capacity *= 2;
      }
      if (capacity > entries.length) {
        entries = Arrays.copyOf(entries, capacity);
      }
    }
  }

  private final Leaf first = new Leaf(null);
  private Leaf last = first;

  /** All leaves except the first one, by their lowest key. */
  private final TreeMap<Key, Leaf> leaves = new TreeMap<>();

  private int size;

  int size() {
    return size;
  }

  /** Returns the number of leaves, which is 1 or more. */
  int leaves() {
    return 1 + leaves.size();
  }

  /** Adds an entry; there must be no entry for its key. */
  void add(Key key, StoredEntry entry) {
    Leaf leaf = leafOf(key);
    int position = leaf.below(key);
    if (leaf.size == MAX_CAPACITY) {
      // Keys often arrive in ascending order. The leaf is then split at the new key, so that the
      // entries below the key fill their leaf.
      int from = position == leaf.newest + 1 ? position : HALF;
      Leaf upper = insertAfter(leaf, from == MAX_CAPACITY ? key : leaf.entries[from].key());
      leaf.moveTo(upper, from);
      leaf.newest = NOWHERE;
      if (position > from || from == MAX_CAPACITY) {
        position -= from;
        leaf = upper;
      }
    }
    leaf.insert(position, entry);
    size++;
  }

  /** Removes an entry, which must be in a leaf. */
  void remove(StoredEntry entry) {
    Key key = entry.key();
    Leaf leaf = leafOf(key);
    leaf.remove(leaf.below(key));
    size--;
    if (leaf.next != null && leaf.size + leaf.next.size <= HALF) {
      joinNext(leaf);
    }
    if (leaf.previous != null && leaf.previous.size + leaf.size <= HALF) {
      joinNext(leaf.previous);
    }
  }

  /** Returns the first entry at or above a key; null if there is none. */
  StoredEntry ceiling(Key key) {
    Leaf leaf = leafOf(key);
    int position = leaf.below(key);
    while (leaf != null && position == leaf.size) {
      leaf = leaf.next;
      position = 0;
    }
    return leaf == null ? null : leaf.entries[position];
  }

  /**
   * Visits entries in ascending order.
   *
   * @param from the first key, inclusive; null for the lowest key
   * @param to the last key, exclusive; null for no upper bound
   */
  void ascend(Key from, Key to, Visitor visitor) {
    Leaf leaf = from == null ? first : leafOf(from);
    for (int i = from == null ? 0 : leaf.below(from); leaf != null; leaf = leaf.next, i = 0) {
      for (; i < leaf.size; i++) {
        StoredEntry entry = leaf.entries[i];
        if ((to != null && entry.compareTo(to) >= 0) || !visitor.visit(entry)) {
          return;
        }
      }
    }
  }

  /** Visits entries in descending order. The bounds have the same meaning as in {@link #ascend}. */
  void descend(Key from, Key to, Visitor visitor) {
    Leaf leaf = to == null ? last : leafOf(to);
    int above = to == null ? leaf.size : leaf.below(to);
    while (leaf != null) {
      for (int i = above - 1; i >= 0; i--) {
        StoredEntry entry = leaf.entries[i];
        if ((from != null && entry.compareTo(from) < 0) || !visitor.visit(entry)) {
          return;
        }
      }
      leaf = leaf.previous;
      above = leaf == null ? 0 : leaf.size;
    }
  }

  /** Returns the leaf to which a key belongs. */
  private Leaf leafOf(Key key) {
    if (last.low == null || last.low.compareTo(key) <= 0) {
      return last;
    }
    Map.Entry<Key, Leaf> found = leaves.floorEntry(key);
    return found == null ? first : found.getValue();
  }

  private Leaf insertAfter(Leaf leaf, Key low) {
    Leaf added = new Leaf(low);
    leaves.put(low, added);
    link(added, leaf.next);
    link(leaf, added);
    return added;
  }

  private void joinNext(Leaf leaf) {
    Leaf joined = leaf.next;
    joined.moveTo(leaf, 0);
    leaves.remove(joined.low);
    link(leaf, joined.next);
  }

  /** Makes two leaves neighbors. {@code next} is null if {@code leaf} is the last leaf. */
  private void link(Leaf leaf, Leaf next) {
    leaf.next = next;
    if (next == null) {
      last = leaf;
    } else {
      next.previous = leaf;
    }
  }
}
