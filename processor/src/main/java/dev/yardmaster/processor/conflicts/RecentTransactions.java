package dev.yardmaster.processor.conflicts;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Which procedures the transactions that were admitted last belong to, so that the other side of a
 * conflict has a name. Each processor's thread notes its own in a ring; any thread may look up.
 *
 * <p>An entry is one word, the transaction's number and its procedure's, so that it is never seen
 * half written. What has been overwritten is unknown.
 */
public final class RecentTransactions {

  /** Where the processor's index begins in a transaction's id; below it is the number. */
  public static final int PROCESSOR_SHIFT = 55;

  private static final long NUMBER = (1L << (Long.SIZE - ProcedureNames.BITS)) - 1;
  private static final int PROCEDURE = (1 << ProcedureNames.BITS) - 1;

  private final AtomicLongArray[] rings;
  private final int mask;

  /**
   * Empty rings.
   *
   * @param each how many transactions of each processor are kept, at least
   */
  public RecentTransactions(int processors, int each) {
    int length = Integer.highestOneBit(Math.max(1, 2 * each - 1));
    mask = length - 1;
    rings = new AtomicLongArray[processors];
    for (int i = 0; i < processors; i++) {
      rings[i] = new AtomicLongArray(length);
    }
  }

  /** Notes a transaction; its processor's thread. */
  public void admitted(long transactionId, int procedure) {
    AtomicLongArray ring = rings[(int) (transactionId >>> PROCESSOR_SHIFT)];
    ring.setOpaque(
        (int) transactionId & mask, ((transactionId & NUMBER) << ProcedureNames.BITS) | procedure);
  }

  /** The number of a transaction's procedure; {@link ProcedureNames#UNKNOWN} for an old one. */
  public int procedureOf(long transactionId) {
    long processor = transactionId >>> PROCESSOR_SHIFT;
    if (processor >= rings.length) {
      return ProcedureNames.UNKNOWN;
    }
    long entry = rings[(int) processor].getOpaque((int) transactionId & mask);
    return entry >>> ProcedureNames.BITS == (transactionId & NUMBER)
        ? (int) entry & PROCEDURE
        : ProcedureNames.UNKNOWN;
  }
}
