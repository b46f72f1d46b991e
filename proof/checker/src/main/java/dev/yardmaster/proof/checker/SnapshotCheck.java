package dev.yardmaster.proof.checker;

/**
 * Checks snapshot isolation: looks for a moment at which all reads of a transaction were current.
 * The version of a write is its writer's commit stamp (a number), so a moment is also such a stamp.
 * The moment must be at or above every version that the transaction has read, and every version
 * that its writes replace. The moment must be lower than each version that follows a version that
 * the transaction has read.
 */
final class SnapshotCheck {

  private final TransactionColumns transactions;
  private final VersionOrder order;
  private final int[] readStarts;
  private final int[] readSlots;
  private final int[] writeStarts;
  private final int[] writeSlots;
  private final BadAccesses bad;

  /**
   * For each transaction, the highest version written by the transactions that ended before it
   * began.
   */
  private final long[] endedBefore;

  SnapshotCheck(
      TransactionColumns transactions,
      VersionOrder order,
      int[] readStarts,
      int[] readSlots,
      int[] writeStarts,
      int[] writeSlots,
      BadAccesses bad) {
    this.transactions = transactions;
    this.order = order;
    this.readStarts = readStarts;
    this.readSlots = readSlots;
    this.writeStarts = writeStarts;
    this.writeSlots = writeSlots;
    this.bad = bad;
    endedBefore = endedBefore();
  }

  private long[] endedBefore() {
    int[] byBegin = RadixOrder.of(transactions.beginsNs);
    int[] byEnd = RadixOrder.of(transactions.endsNs);
    long[] highest = new long[transactions.size()];
    long version = 0;
    int ended = 0;
    for (int transaction : byBegin) {
      while (ended < byEnd.length && transactions.isBefore(byEnd[ended], transaction)) {
        int writer = byEnd[ended++];
        for (int row = writeStarts[writer]; row < writeStarts[writer + 1]; row++) {
          version = Math.max(version, versionOf(writeSlots[row]));
        }
      }
      highest[transaction] = version;
    }
    return highest;
  }

  private long versionOf(int slot) {
    return slot < 0 ? 0 : order.version(slot);
  }

  /** Adds each transaction without such a moment to the bad accesses. */
  void run() {
    for (int transaction = 0; transaction < transactions.size(); transaction++) {
      check(transaction);
    }
  }

  private void check(int transaction) {
    long lowest = endedBefore[transaction];
    long next = Long.MAX_VALUE;
    int firstMissed = VersionOrder.NONE;
    for (int row = readStarts[transaction]; row < readStarts[transaction + 1]; row++) {
      int slot = readSlots[row];
      if (slot < 0 || order.writers[slot] == transaction) {
        continue;
      }
      lowest = Math.max(lowest, order.version(slot));
      if (order.writers[slot + 1] != VersionOrder.NONE && order.version(slot + 1) < next) {
        next = order.version(slot + 1);
        firstMissed = slot + 1;
      }
    }
    for (int row = writeStarts[transaction]; row < writeStarts[transaction + 1]; row++) {
      int slot = writeSlots[row];
      if (slot >= 0
          && order.version(slot)
              < next) { // The moment of a transaction's reads is before its commit.
        next = order.version(slot);
        firstMissed = slot;
      }
    }
    if (lowest >= next) {
      add(AnomalyKind.NO_SNAPSHOT, transaction, firstMissed);
      return;
    }
    for (int row = writeStarts[transaction]; row < writeStarts[transaction + 1]; row++) {
      int slot = writeSlots[row];
      if (slot >= 0 && order.version(slot - 1) >= next) {
        add(AnomalyKind.OVERLAPPING_WRITES, transaction, slot - 1);
        return;
      }
    }
  }

  private void add(AnomalyKind kind, int transaction, int slot) {
    bad.add(kind, transaction, order.writers[slot], order.keyOf(slot), order.version(slot));
  }
}
