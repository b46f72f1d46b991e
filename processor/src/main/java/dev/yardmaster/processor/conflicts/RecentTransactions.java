package dev.yardmaster.processor.conflicts;

import dev.yardmaster.annotations.Shared;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The procedures of the recently admitted transactions, so that a conflict report can name the
 * procedure of the other transaction. Each processor has a ring, which only its thread writes. Any
 * thread may read all rings.
 *
 * <p>An entry has a transaction's number and the number of its procedure in one word, so a reader
 * always sees both or none. The procedure of an overwritten entry is unknown.
 */
public final class RecentTransactions {

  /**
   * The position of the processor's index in a transaction's id. The lower bits are the
   * transaction's number.
   */
  public static final int PROCESSOR_SHIFT = 55;

  private static final long NUMBER = (1L << (Long.SIZE - ProcedureNames.BITS)) - 1;
  private static final int PROCEDURE = (1 << ProcedureNames.BITS) - 1;

  @Shared(
      writers = "each processor its own ring, at each admission",
      readers = "all processors, when they find a conflict with a transaction of that ring",
      access =
          "opaque, single writer; transaction and procedure share one word, so a reader "
              + "never sees a part of an entry. A reader that finds another transaction's "
              + "number, or misses a recent write, reports the procedure as unknown")
  private final AtomicLongArray[] rings;

  private final int mask;

  /**
   * Creates empty rings.
   *
   * @param each the minimum number of transactions of each processor that are kept
   */
  public RecentTransactions(int processors, int each) {
    int length = Integer.highestOneBit(Math.max(1, 2 * each - 1));
    mask = length - 1;
    rings = new AtomicLongArray[processors];
    for (int i = 0; i < processors; i++) {
      rings[i] = new AtomicLongArray(length);
    }
  }

  /** Adds a transaction. Only the thread of the transaction's processor calls this method. */
  public void admitted(long transactionId, int procedure) {
    AtomicLongArray ring = rings[(int) (transactionId >>> PROCESSOR_SHIFT)];
    ring.setOpaque(
        (int) transactionId & mask, ((transactionId & NUMBER) << ProcedureNames.BITS) | procedure);
  }

  /**
   * Returns the number of a transaction's procedure, or {@link ProcedureNames#UNKNOWN} if the
   * transaction's entry was overwritten.
   */
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
