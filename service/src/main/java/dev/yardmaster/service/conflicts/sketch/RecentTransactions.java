package dev.yardmaster.service.conflicts.sketch;

import dev.yardmaster.annotations.Shared;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Remembers the procedures of recently admitted transactions, so that a conflict report can name
 * the procedure of the other transaction. Each source of transactions (a processor, or a worker of
 * an engine) has a ring buffer. Only the source's thread writes the ring buffer. Any thread may
 * read all ring buffers.
 *
 * <p>An entry is one long with the numbers of a transaction and its procedure, so a reader always
 * sees two numbers that belong together. If a transaction's entry was overwritten, its procedure is
 * reported as unknown.
 */
public final class RecentTransactions {

  private static final long NUMBER = (1L << (Long.SIZE - ProcedureNames.BITS)) - 1;
  private static final int PROCEDURE = (1 << ProcedureNames.BITS) - 1;

  @Shared(
      writers = "each source its own ring, at each admission",
      readers = "all sources, when they find a conflict with a transaction of that ring",
      access =
          "opaque, single writer; transaction and procedure share one word, so a reader "
              + "never sees a part of an entry. A reader that finds another transaction's "
              + "number, or misses a recent write, reports the procedure as unknown")
  private final AtomicLongArray[] rings;

  private final int mask;

  /**
   * Creates empty ring buffers.
   *
   * @param each the minimum number of transactions that are kept for each source
   */
  public RecentTransactions(int sources, int each) {
    int length = Integer.highestOneBit(Math.max(1, 2 * each - 1));
    mask = length - 1;
    rings = new AtomicLongArray[sources];
    for (int i = 0; i < sources; i++) {
      rings[i] = new AtomicLongArray(length);
    }
  }

  /**
   * Adds a transaction. Only the thread of the transaction's source calls this method.
   *
   * @param number the number of the transaction at its source; only its lowest 48 bits are used
   */
  public void admitted(int source, long number, int procedure) {
    rings[source].setOpaque(
        (int) number & mask, ((number & NUMBER) << ProcedureNames.BITS) | procedure);
  }

  /**
   * Returns the number of a transaction's procedure, or {@link ProcedureNames#UNKNOWN} if the
   * transaction's entry was overwritten.
   */
  public int procedureOf(int source, long number) {
    if (source >= rings.length) {
      return ProcedureNames.UNKNOWN;
    }
    long entry = rings[source].getOpaque((int) number & mask);
    return entry >>> ProcedureNames.BITS == (number & NUMBER)
        ? (int) entry & PROCEDURE
        : ProcedureNames.UNKNOWN;
  }
}
