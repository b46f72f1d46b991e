package dev.yardmaster.proof.checker;

import dev.yardmaster.history.HistoryVisitor;
import java.util.Arrays;

/**
 * The versions of all keys, in order. A <i>slot</i> is the number of a version of a key. The slots
 * of a key are consecutive and begin with the key's initial absence. So the slot after a slot has
 * the next version of the key.
 *
 * <pre>
 *   slot      0   1   2   3   4   5   6
 *   key       a   a   a   b   b   c   (none)
 *   version   0   7   9   0   8   0
 *   writer    -   T3  T1  -   T3  -   -
 * </pre>
 *
 * <p>A slot without a writer is the initial absence of a key, so the previous slot is the last slot
 * of the previous key. An access that matches no version has no slot; {@link BadAccesses} collects
 * such accesses.
 */
final class VersionOrder {

  static final int NONE = -1;

  private final int[] firstSlots;
  private final long[] versions;
  private final int[] digests;

  /**
   * For each slot, the transaction that wrote its version; {@link #NONE} if there is none. The
   * array has one element more than there are slots.
   */
  final int[] writers;

  private VersionOrder(int[] firstSlots, long[] versions) {
    this.firstSlots = firstSlots;
    this.versions = versions;
    this.digests = new int[versions.length];
    this.writers = new int[versions.length + 1];
    Arrays.fill(writers, NONE);
  }

  /** Returns the order of the versions that were written; the writers are not assigned yet. */
  static VersionOrder of(AccessColumns writes, int keys) {
    int[] firstSlots = new int[keys + 1];
    for (int row = 0; row < writes.keys.length; row++) {
      if (writes.versions[row] > 0) {
        firstSlots[writes.keys[row] + 1]++;
      }
    }
    for (int key = 0; key < keys; key++) {
      firstSlots[key + 1] += firstSlots[key] + 1;
    }
    long[] versions = new long[firstSlots[keys]];
    int[] filled = Arrays.copyOf(firstSlots, keys);
    for (int row = 0; row < writes.keys.length; row++) {
      if (writes.versions[row] > 0) {
        versions[++filled[writes.keys[row]]] = writes.versions[row];
      }
    }
    int slots = sortAndMerge(versions, firstSlots);
    return new VersionOrder(
        firstSlots, slots == versions.length ? versions : Arrays.copyOf(versions, slots));
  }

  /** Sorts each key's versions and removes duplicates. Returns the number of slots that remain. */
  private static int sortAndMerge(long[] versions, int[] firstSlots) {
    int slots = 0;
    for (int key = 0; key + 1 < firstSlots.length; key++) {
      int start = firstSlots[key];
      int end = firstSlots[key + 1];
      Arrays.sort(versions, start, end);
      firstSlots[key] = slots;
      versions[slots++] = versions[start];
      for (int from = start + 1; from < end; from++) {
        if (versions[from] != versions[from - 1]) {
          versions[slots++] = versions[from];
        }
      }
    }
    firstSlots[firstSlots.length - 1] = slots;
    return slots;
  }

  int slots() {
    return versions.length;
  }

  long version(int slot) {
    return versions[slot];
  }

  int keyOf(int slot) {
    int found = Arrays.binarySearch(firstSlots, slot);
    return found >= 0 ? found : -found - 2;
  }

  int firstSlot(int key) {
    return firstSlots[key];
  }

  /**
   * Assigns every write to its slot, and stores the writer of the slot. If two transactions wrote
   * the same version, the slot's writer is the first of them.
   *
   * @return the slots of the rows; the other columns are dropped
   */
  int[] placeWrites(AccessColumns writes, BadAccesses bad) {
    for (int transaction = 0; transaction + 1 < writes.starts.length; transaction++) {
      for (int row = writes.starts[transaction]; row < writes.starts[transaction + 1]; row++) {
        writes.keys[row] = placeWrite(writes, row, transaction, bad);
      }
    }
    return writes.toSlots();
  }

  private int placeWrite(AccessColumns writes, int row, int transaction, BadAccesses bad) {
    int key = writes.keys[row];
    long version = writes.versions[row];
    if (version <= 0) {
      bad.add(AnomalyKind.DUPLICATE_VERSION, transaction, BadAccesses.NONE, key, version);
      return NONE;
    }
    int slot = find(key, version);
    if (writers[slot] == NONE) {
      writers[slot] = transaction;
      digests[slot] = writes.digests[row];
      return slot;
    }
    if (writers[slot] == transaction) {
      digests[slot] = writes.digests[row];
    } else {
      bad.add(AnomalyKind.DUPLICATE_VERSION, transaction, writers[slot], key, version);
    }
    return NONE;
  }

  /**
   * Assigns every read to its slot. Call this method after {@link #placeWrites}. Returns the slots
   * of the rows, in the same form.
   */
  int[] placeReads(AccessColumns reads, BadAccesses bad) {
    for (int transaction = 0; transaction + 1 < reads.starts.length; transaction++) {
      for (int row = reads.starts[transaction]; row < reads.starts[transaction + 1]; row++) {
        reads.keys[row] = placeRead(reads, row, transaction, bad);
      }
    }
    return reads.toSlots();
  }

  private int placeRead(AccessColumns reads, int row, int transaction, BadAccesses bad) {
    int key = reads.keys[row];
    long version = reads.versions[row];
    int slot = version <= 0 ? absence(key, -version) : find(key, version);
    if (slot < 0) {
      bad.add(AnomalyKind.G1A, transaction, BadAccesses.NONE, key, version);
      return NONE;
    }
    int writer = writers[slot];
    boolean asLeftBehind =
        version <= 0
            ? reads.digests[row] == HistoryVisitor.ABSENT
            : writer == transaction
                || (reads.digests[row] == digests[slot] && writers[slot + 1] != writer);
    if (!asLeftBehind) {
      bad.add(AnomalyKind.G1B, transaction, writer, key, version);
    }
    return slot;
  }

  /** Returns the slot of a key's last absence whose version is at most the given version. */
  private int absence(int key, long version) {
    int found = find(key, version);
    int slot = found >= 0 ? found : -found - 2;
    while (slot > firstSlots[key] && digests[slot] != HistoryVisitor.ABSENT) {
      slot--;
    }
    return slot;
  }

  /**
   * Returns the slot of a written version; a negative number if no transaction wrote the version.
   */
  private int find(int key, long version) {
    return Arrays.binarySearch(versions, firstSlots[key] + 1, firstSlots[key + 1], version);
  }
}
