package dev.yardmaster.jdbc.schedule;

import dev.yardmaster.jdbc.sql.RowUse;
import java.util.Arrays;
import java.util.List;

/**
 * A transaction that is to run: the rows that it will use, and where it stands. Belongs to the
 * schedule once it arrived there.
 */
public class Ticket {

  /** Where a ticket stands. */
  enum State {
    /** Not in the schedule, or no longer. */
    OUT,
    /** To be considered for the next batch. */
    WAITING,
    /** Held over until a row is free. */
    PARKED,
    /** Its place in the order is fixed. */
    ENTERED,
    /** It may start. */
    READY,
    /** It was started. */
    RUNNING
  }

  static final RowUseAt[] NO_USES = {};
  private static final long[] NONE = {};

  final long[] reads;
  final long[] writes;
  State state = State.OUT;
  RowUseAt[] uses = NO_USES;
  RowQueue parkedAt;

  /** How many of its uses are not granted yet. */
  int missing;

  /** How often it was held over. */
  int heldOver;

  /** How often another was started although this one was ready. */
  int passedOver;

  /**
   * A transaction by its rows' fingerprints, in any order; a row may occur more than once.
   *
   * @param reads the rows that it reads
   * @param writes the rows that it writes, whether or not it reads them
   */
  public Ticket(long[] reads, long[] writes) {
    this.writes = distinct(writes, NONE);
    this.reads = distinct(reads, this.writes);
  }

  /** A transaction by the rows that it uses. */
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

  /** Whether it is known to write nothing. */
  boolean onlyReads() {
    return writes.length == 0;
  }
}
