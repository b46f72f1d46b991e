package dev.yardmaster.proof.checker;

import java.util.Arrays;

/**
 * The direct serialization graph (Adya et al., ICDE 2000, section 4.4). The graph's nodes are the
 * transactions, and
 *
 * <ul>
 *   <li>ww edges lead from the writer of a version to the writer of the key's next version;
 *   <li>wr edges lead from the writer of a version to its readers;
 *   <li>rw edges lead from the readers of a version to the writer of the key's next version.
 * </ul>
 *
 * <p>Edges are not stored; they are computed from the slots (version numbers) of the accesses. So
 * the graph needs only four bytes for each access, four further bytes for each read, and eight
 * bytes for each slot. A search from one end of an edge may return the edge twice. A search from
 * the opposite end then also returns the edge twice. The graph has no real-time edges; {@link
 * Peeling} and {@link CycleSearch} each add the real-time edges in their own way. Only one thread
 * may use an instance.
 */
final class DependencyGraph {

  private final VersionOrder order;
  private final int[] readStarts;
  private final int[] readSlots;
  private final int[] writeStarts;
  private final int[] writeSlots;

  /**
   * The readers of all slots, sorted by slot. For each slot, {@code readerStarts} contains the
   * index of the slot's first reader.
   */
  private final int[] readers;

  private final int[] readerStarts;

  private int[] found = new int[64];
  private int foundCount;

  DependencyGraph(
      VersionOrder order, int[] readStarts, int[] readSlots, int[] writeStarts, int[] writeSlots) {
    this.order = order;
    this.readStarts = readStarts;
    this.readSlots = readSlots;
    this.writeStarts = writeStarts;
    this.writeSlots = writeSlots;
    readerStarts = readerStarts(order.slots(), readSlots);
    readers = readers();
  }

  private static int[] readerStarts(int slots, int[] readSlots) {
    int[] starts = new int[slots + 1];
    for (int slot : readSlots) {
      if (slot >= 0) {
        starts[slot]++;
      }
    }
    int sum = 0;
    for (int slot = 0; slot <= slots; slot++) {
      sum += starts[slot];
      starts[slot] = sum;
    }
    return starts;
  }

  /**
   * The array is filled from the back. Each slot's start begins at the end of the slot's readers,
   * and decreases with each reader until it has its final value.
   */
  private int[] readers() {
    int[] filled = new int[readerStarts[order.slots()]];
    for (int transaction = transactions() - 1; transaction >= 0; transaction--) {
      for (int row = readStarts[transaction]; row < readStarts[transaction + 1]; row++) {
        int slot = readSlots[row];
        if (slot >= 0) {
          filled[--readerStarts[slot]] = transaction;
        }
      }
    }
    return filled;
  }

  int transactions() {
    return readStarts.length - 1;
  }

  VersionOrder order() {
    return order;
  }

  /** Returns the number of accesses of a transaction. */
  int accesses(int transaction) {
    return readStarts[transaction + 1]
        - readStarts[transaction]
        + writeStarts[transaction + 1]
        - writeStarts[transaction];
  }

  /** Returns the slots that a transaction read; bad accesses have no slot. */
  int[] slotsRead(int transaction) {
    return slots(readSlots, readStarts[transaction], readStarts[transaction + 1]);
  }

  /** Returns the slots that a transaction wrote, in ascending order; bad accesses have no slot. */
  int[] slotsWritten(int transaction) {
    int[] slots = slots(writeSlots, writeStarts[transaction], writeStarts[transaction + 1]);
    Arrays.sort(slots);
    return slots;
  }

  private static int[] slots(int[] column, int from, int to) {
    return Arrays.stream(column, from, to).filter(slot -> slot >= 0).toArray();
  }

  /**
   * Finds the targets of a transaction's edges. Returns the number of targets; {@link #found(int)}
   * returns the targets.
   */
  int findSuccessors(int transaction, Level level) {
    foundCount = 0;
    int[] writers = order.writers;
    for (int row = writeStarts[transaction]; row < writeStarts[transaction + 1]; row++) {
      int slot = writeSlots[row];
      if (slot >= 0) {
        add(writers[slot + 1], transaction);
        if (level.has(Level.INFORMATION_FLOW)) {
          addReaders(slot, transaction);
        }
      }
    }
    if (level.has(Level.DATA)) {
      for (int row = readStarts[transaction]; row < readStarts[transaction + 1]; row++) {
        int slot = readSlots[row];
        if (slot >= 0) {
          add(writers[slot + 1], transaction);
        }
      }
    }
    return foundCount;
  }

  /**
   * Finds the sources of the edges to a transaction. Returns the number of sources; {@link
   * #found(int)} returns the sources.
   */
  int findPredecessors(int transaction, Level level) {
    foundCount = 0;
    int[] writers = order.writers;
    for (int row = writeStarts[transaction]; row < writeStarts[transaction + 1]; row++) {
      int slot = writeSlots[row];
      if (slot >= 0) {
        add(writers[slot - 1], transaction);
        if (level.has(Level.DATA)) {
          addReaders(slot - 1, transaction);
        }
      }
    }
    if (level.has(Level.INFORMATION_FLOW)) {
      for (int row = readStarts[transaction]; row < readStarts[transaction + 1]; row++) {
        int slot = readSlots[row];
        if (slot >= 0) {
          add(writers[slot], transaction);
        }
      }
    }
    return foundCount;
  }

  /**
   * Returns the target or source at {@code index} that the last search found. The search may find
   * the same transaction several times.
   */
  int found(int index) {
    return found[index];
  }

  private void addReaders(int slot, int except) {
    int end = readerStarts[slot + 1];
    for (int at = readerStarts[slot]; at < end; at++) {
      add(readers[at], except);
    }
  }

  private void add(int transaction, int except) {
    if (transaction == VersionOrder.NONE || transaction == except) {
      return;
    }
    if (foundCount == found.length) {
      found = Arrays.copyOf(found, 2 * foundCount);
    }
    found[foundCount++] = transaction;
  }
}
