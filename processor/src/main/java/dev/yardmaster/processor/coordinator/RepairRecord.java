package dev.yardmaster.processor.coordinator;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.logging.Loggers;
import dev.yardmaster.validator.ValidatedTransaction.Rerun;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import org.slf4j.Logger;

/**
 * Counts the repairs of one procedure. If the repairs fail too often, the procedure is suspended:
 * its runs are not repaired for some time. Repairs fail if the procedure throws exceptions, is
 * slow, or declares keys whose newest values are not known. During a suspension, runs with stale
 * reads are discarded and restarted, so that the final validation loses no time with failing
 * repairs. The thread of the final validation owns this object; any thread may read the counts.
 *
 * <p>Each failure adds points to the procedure's penalty, a stall (an extremely slow repair) adds
 * the maximum, and each success subtracts one point. At {@link #MAX_PENALTY} the procedure is
 * suspended. The first suspension lasts {@link #FIRST_SUSPENSION_NS}. A suspension that soon
 * follows another suspension lasts twice as long as the previous one.
 */
public final class RepairRecord {

  private static final Logger LOG = Loggers.of(RepairRecord.class);

  static final int MAX_PENALTY = 64;
  static final long FIRST_SUSPENSION_NS = 1_000_000_000L;

  private static final int MAX_DOUBLINGS = 6;
  private static final int PENALTY_OF_UNKNOWN_KEY = 1;
  private static final int PENALTY_OF_FAULT = 16;

  /**
   * If a repair takes at least this multiple of the slow time, it counts as a stall. With the
   * default settings, this is one second. A pause of the process, for example for garbage
   * collection, would not take so long.
   */
  private static final long STALL = 2_000;

  private final String procedure;

  @Shared(
      writers = "the final validation",
      readers = "any thread, for metrics",
      access = "opaque, single writer")
  private final AtomicLongArray ended = new AtomicLongArray(Rerun.values().length);

  @Shared(
      writers = "the final validation",
      readers = "any thread, for metrics",
      access = "opaque, single writer")
  private final AtomicInteger suspensions = new AtomicInteger();

  private int penalty;
  private int doublings;

  /**
   * Whether the procedure was ever suspended. Processors read this field, because they do not mark
   * the runs of a suspended procedure as repairable.
   */
  @Shared(
      writers = "the final validation",
      readers = "processors",
      access =
          "volatile; written after suspendedUntilNs, so a reader that sees true also "
              + "sees the time")
  private volatile boolean suspended;

  @Shared(
      writers = "the final validation",
      readers = "processors",
      access = "volatile; written before suspended")
  private volatile long suspendedUntilNs;

  public RepairRecord(String procedure) {
    this.procedure = procedure;
  }

  /** Returns whether the procedure is suspended from repair. Any thread may call this method. */
  public boolean isSuspended(long nowNs) {
    return suspended && nowNs - suspendedUntilNs < 0;
  }

  /**
   * Records a repair.
   *
   * @param slowness the time of the repair, as a multiple of the slow time; 0 if the repair was not
   *     slow
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
      // A repair that is overdue but not slow had too little time: other repairs in the batch had
      // used the budget.
      case OVERDUE, SUSPENDED -> 0;
    };
  }

  private void suspend(long nowNs, Rerun last) {
    boolean soon = suspensions.getPlain() > 0 && nowNs - suspendedUntilNs < suspensionNs();
    doublings = soon ? Math.min(MAX_DOUBLINGS, doublings + 1) : 0;
    suspendedUntilNs = nowNs + suspensionNs();
    // The flag is written after the time, so a thread that sees the flag as true also sees the
    // time.
    suspended = true;
    penalty = 0;
    suspensions.setOpaque(suspensions.getPlain() + 1);
    LOG.warn(
        "procedure {} is suspended from repair for {} s: {}",
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

  /** Returns the number of repairs with this result. Any thread may call this method. */
  public long ended(Rerun rerun) {
    return ended.getOpaque(rerun.ordinal());
  }

  /** Returns the number of suspensions of the procedure. Any thread may call this method. */
  public int suspensions() {
    return suspensions.getOpaque();
  }
}
