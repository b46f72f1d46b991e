package dev.yardmaster.engine.protocol;

/**
 * The order in which all workers lock the records that they write: by table, and then by record.
 * The class sorts an array in place without allocation. The class uses insertion sort for few
 * writes and heapsort for many writes (Williams, <i>Algorithm 232: Heapsort</i>, CACM 1964).
 */
class WriteOrder {

  /** The maximum number of writes that are sorted by insertion sort. */
  static final int FEW = 64;

  boolean isBefore(Access access, Access other) {
    int table = access.table().number();
    int otherTable = other.table().number();
    return table < otherTable || (table == otherTable && access.record() < other.record());
  }

  /** Sorts the first {@code count} elements of an array. */
  final void sort(Access[] writes, int count) {
    if (count <= FEW) {
      sortFew(writes, count);
    } else {
      sortMany(writes, count);
    }
  }

  private void sortFew(Access[] writes, int count) {
    for (int i = 1; i < count; i++) {
      Access access = writes[i];
      int at = i;
      while (at > 0 && isBefore(access, writes[at - 1])) {
        writes[at] = writes[at - 1];
        at--;
      }
      writes[at] = access;
    }
  }

  private void sortMany(Access[] writes, int count) {
    for (int root = count / 2 - 1; root >= 0; root--) {
      sink(writes, root, count, writes[root]);
    }
    for (int last = count - 1; last > 0; last--) {
      Access access = writes[last];
      writes[last] = writes[0];
      sink(writes, 0, last, access);
    }
  }

  /** Moves an access down the heap, from a free position to its final position. */
  private void sink(Access[] heap, int from, int end, Access access) {
    int at = from;
    while (2 * at + 1 < end) {
      int child = 2 * at + 1;
      if (child + 1 < end && isBefore(heap[child], heap[child + 1])) {
        child++;
      }
      if (!isBefore(access, heap[child])) {
        break;
      }
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = access;
  }
}
