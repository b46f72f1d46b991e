package dev.yardmaster.processor.coordinator;

import dev.yardmaster.validator.ValidatedTransaction.Rerun;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How the repairs of one procedure go. One that throws, is slow, or mostly asks for keys whose
 * newest values are not known is taken off the repair path for a while: its stale runs restart the
 * ordinary way, and the final validation loses no time on it. Owned by that stage's thread; any
 * thread may read the counts.
 *
 * <p>Each fault adds to a penalty, a stall all of it, each success takes one point off it. At
 * {@link #MAX_PENALTY} the procedure is suspended, for {@link #FIRST_SUSPENSION_NS} at first and
 * twice as long each time it happens again soon.
 */
public final class RepairRecord {

  private static final Logger LOG = LoggerFactory.getLogger(RepairRecord.class);

  static final int MAX_PENALTY = 64;
  static final long FIRST_SUSPENSION_NS = 1_000_000_000L;

  private static final int MAX_DOUBLINGS = 6;
  private static final int PENALTY_OF_UNKNOWN_KEY = 1;
  private static final int PENALTY_OF_FAULT = 16;

  /** So many times slow, a second by default, is beyond what a pause of the process explains. */
  private static final long STALL = 2_000;

  private final String procedure;
  private final AtomicLongArray ended = new AtomicLongArray(Rerun.values().length);
  private final AtomicInteger suspensions = new AtomicInteger();
  private int penalty;
  private int doublings;

  /** Read by processors, which do not call a procedure repairable that is suspended. */
  private volatile boolean suspended;

  private volatile long suspendedUntilNs;

  public RepairRecord(String procedure) {
    this.procedure = procedure;
  }

  /** Whether the procedure is off the repair path; any thread. */
  public boolean isSuspended(long nowNs) {
    return suspended && nowNs - suspendedUntilNs < 0;
  }

  /**
   * Takes note of a repair.
   *
   * @param slowness how often the time went into it after which it is slow; 0 if it was not
   */
  void ended(Rerun rerun, long nowNs, long slowness) {
    count(rerun);
    int points =
        slowness >= STALL ? MAX_PENALTY : slowness > 0 ? PENALTY_OF_FAULT : penaltyOf(rerun);
    penalty = Math.max(0, penalty + points);
    if (penalty >= MAX_PENALTY) {
      suspend(nowNs, slowness > 0 ? Rerun.OVERDUE : rerun);
    }
  }

  private static int penaltyOf(Rerun rerun) {
    return switch (rerun) {
      case DONE -> -1;
      case UNKNOWN_KEY -> PENALTY_OF_UNKNOWN_KEY;
      case THREW -> PENALTY_OF_FAULT;
      // Unless it is slow, it was others of its batch that left it too little time.
      case OVERDUE, SUSPENDED -> 0;
    };
  }

  private void suspend(long nowNs, Rerun last) {
    boolean soon = suspensions.getPlain() > 0 && nowNs - suspendedUntilNs < suspensionNs();
    doublings = soon ? Math.min(MAX_DOUBLINGS, doublings + 1) : 0;
    suspendedUntilNs = nowNs + suspensionNs();
    suspended = true; // after the time: who sees the one sees the other
    penalty = 0;
    suspensions.setOpaque(suspensions.getPlain() + 1);
    LOG.warn(
        "procedure {} is off the repair path for {} s: {}",
        procedure,
        suspensionNs() / 1_000_000_000L,
        last);
  }

  private long suspensionNs() {
    return FIRST_SUSPENSION_NS << doublings;
  }

  private void count(Rerun rerun) {
    ended.setOpaque(rerun.ordinal(), ended.getPlain(rerun.ordinal()) + 1);
  }

  /** How many repairs ended so; any thread. */
  public long ended(Rerun rerun) {
    return ended.getOpaque(rerun.ordinal());
  }

  /** How often the procedure was taken off the repair path; any thread. */
  public int suspensions() {
    return suspensions.getOpaque();
  }
}
