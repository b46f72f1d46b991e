package dev.yardmaster.jdbc.schedule;

/**
 * Records when the last ticket that used a row ended, for {@link Schedule#join}. Time is measured
 * as the number of tickets that have ended so far. Rows share slots, so a row may seem to be used
 * because of another row. In this case a ticket does not join, which costs only time.
 */
final class RowEnds {
  private static final int SLOT_BITS = 12;

  private long now;

  /** For each slot, the time at which a ticket that wrote one of the slot's rows last ended. */
  private final long[] ofWrites = new long[1 << SLOT_BITS];

  /**
   * For each slot, the time at which a ticket that read or wrote one of the slot's rows last ended.
   */
  private final long[] ofUses = new long[1 << SLOT_BITS];

  long now() {
    return now;
  }

  /**
   * Records the end of a ticket. The rows of a ticket that only reads are not recorded, because
   * such a ticket cannot cause an abort.
   */
  void record(Ticket ticket) {
    now++;
    if (!ticket.onlyReads()) {
      for (long row : ticket.writes) {
        ofWrites[slot(row)] = now;
        ofUses[slot(row)] = now;
      }
      for (long row : ticket.reads) {
        ofUses[slot(row)] = now;
      }
    }
  }

  /**
   * Returns whether a ticket that ended after the time {@code since} conflicts with a use of a row.
   */
  boolean conflicts(long row, boolean writes, long since) {
    return (writes ? ofUses : ofWrites)[slot(row)] > since;
  }

  private static int slot(long row) {
    return (int) ((row * 0x9E3779B97F4A7C15L) >>> (64 - SLOT_BITS));
  }
}
