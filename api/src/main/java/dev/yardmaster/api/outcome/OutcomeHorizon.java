package dev.yardmaster.api.outcome;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.YardmasterException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The creation time before which the outcomes of transactions may have been forgotten. It only ever
 * rises, and rises before anything is forgotten; whoever has looked for an outcome, found none, and
 * then sees that the id is not before the horizon knows that there was none. So a clock that jumps
 * can cost refusals, and never lets a transaction take place twice. Any thread.
 */
public final class OutcomeHorizon {

  /**
   * As much as clocks may differ. Ids from ahead are kept longest and so push the horizon up when
   * there are too many: with many more of them, one caller could have everybody else refused.
   */
  static final long MAX_AHEAD_MS = 10_000;

  private final LongSupplier clockMs;
  private final long retentionMs;
  private final AtomicLong horizonMs = new AtomicLong();

  /**
   * A horizon at 0.
   *
   * @param clockMs the time in ms since the epoch
   * @param retentionMs for how long after its id was made an outcome is kept
   */
  public OutcomeHorizon(LongSupplier clockMs, long retentionMs) {
    this.clockMs = clockMs;
    this.retentionMs = retentionMs;
  }

  /** Ids made before this time, in ms since the epoch, are refused. */
  public long get() {
    return horizonMs.get();
  }

  /** Raises the horizon to a time in ms since the epoch, unless it is that high already. */
  public void raise(long toMs) {
    long raised = Math.min(toMs, TransactionId.MAX_CREATED_MS);
    if (horizonMs.get() < raised) {
      horizonMs.accumulateAndGet(raised, Math::max);
    }
  }

  /** Raises the horizon to where it stands by the clock, and gives it. */
  public long advance() {
    raise(clockMs.getAsLong() - retentionMs);
    return get();
  }

  /**
   * Why a transaction with this id cannot be run, or null if it can. To be asked when its outcome
   * has been looked for and none was found: {@link ErrorCode#EXPIRED_ID}, or {@link
   * ErrorCode#BAD_ID} for an id from the future, whose outcome would be kept for too long.
   */
  public YardmasterException refusalOf(TransactionId id) {
    long horizon = advance();
    if (id.createdMs() < horizon) {
      return new YardmasterException(
          ErrorCode.EXPIRED_ID,
          "the outcome of an id as old as this may have been forgotten",
          "id",
          id,
          "createdMs",
          id.createdMs(),
          "horizonMs",
          horizon,
          "retentionMs",
          retentionMs);
    }
    long nowMs = clockMs.getAsLong();
    long aheadMs = Math.min(retentionMs, MAX_AHEAD_MS);
    if (id.createdMs() - nowMs > aheadMs) {
      return new YardmasterException(
          ErrorCode.BAD_ID,
          "an id is made at most " + aheadMs + " ms ahead of the service's clock",
          "id",
          id,
          "createdMs",
          id.createdMs(),
          "nowMs",
          nowMs);
    }
    return null;
  }
}
