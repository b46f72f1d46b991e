package dev.yardmaster.jdbc.schedule;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.jdbc.sql.RowUse;
import java.util.Arrays;
import java.util.List;

/**
 * A transaction to be scheduled, with the rows that it will use and its state. After its arrival
 * the ticket belongs to the schedule.
 */
@Shared(
    writers = "the thread that holds the lock of the ticket's schedule",
    readers = "the same",
    access = "guarded by Lanes.lock or Admission.lock; the rows are final")
public class Ticket {

  /** The states of a ticket. */
  enum State {
    /** The ticket is not in the schedule. */
    OUT,
    /** The ticket waits for the next batch. */
    WAITING,
    /** The ticket is held over until a row is free. */
    PARKED,
    /** The ticket has a fixed position in the order, but not all its uses of rows are granted. */
    ENTERED,
    /** All uses of the ticket are granted, so it may start. */
    READY,
    /** The ticket has started and has not ended. */
    RUNNING
  }

  static final RowUseAt[] NO_USES = {};
  private static final long[] NONE = {};

  final long[] reads;
  final long[] writes;
  State state = State.OUT;
  RowUseAt[] uses = NO_USES;
  RowQueue parkedAt;

  /** The number of tickets that had ended when the ticket started. */
  long startedAt;

  /** Whether the ticket runs in the database transaction of a ticket that started earlier. */
  boolean isJoined;

  /** The number of uses that are not granted yet. */
  int missing;

  /** The number of times that the ticket was held over. */
  int heldOver;

  /** The number of times that another ticket was started while this ticket was ready. */
  int passedOver;

  /**
   * Creates a ticket from the fingerprints of its rows, in any order; a row may occur more than
   * once.
   *
   * @param reads the rows that the transaction reads
   * @param writes the rows that the transaction writes; it may also read them
   */
  public Ticket(long[] reads, long[] writes) {
    this.writes = distinct(writes, NONE);
    this.reads = distinct(reads, this.writes);
  }

  /** Creates a ticket from the rows of a transaction. */
  public Ticket(List<RowUse> rows) {
    this(fingerprints(rows, false), fingerprints(rows, true));
  }

  private static long[] fingerprints(List<RowUse> rows, boolean written) {
    long[] fingerprints = new long[rows.size()];
    int count = 0;
    for (int i = 0; i < rows.size(); i++) {
      if (rows.get(i).writes() == written) {
        fingerprints[count++] = rows.get(i).fingerprint();
      }
    }
    return Arrays.copyOf(fingerprints, count);
  }

  private static long[] distinct(long[] of, long[] without) {
    int count = 0;
    long[] distinct = new long[of.length];
    for (long row : of) {
      if (!contains(without, without.length, row) && !contains(distinct, count, row)) {
        distinct[count++] = row;
      }
    }
    return count == of.length ? distinct : Arrays.copyOf(distinct, count);
  }

  private static boolean contains(long[] rows, int count, long sought) {
    for (int i = 0; i < count; i++) {
      if (rows[i] == sought) {
        return true;
      }
    }
    return false;
  }

  /**
   * Lets the ticket enter the queues of its rows when it arrives, before the tickets that are held
   * over. The caller calls this method before the ticket arrives.
   */
  public final void precedeHeldOver() {
    heldOver = Schedule.MAX_HELD_OVER;
  }

  /** Returns the rows that the transaction reads and does not write, each once. */
  protected final long[] reads() {
    return reads;
  }

  /** Returns the rows that the transaction writes, each once. */
  protected final long[] writes() {
    return writes;
  }

  /** Returns whether the transaction only reads its known rows. */
  public final boolean onlyReads() {
    return writes.length == 0;
  }
}
