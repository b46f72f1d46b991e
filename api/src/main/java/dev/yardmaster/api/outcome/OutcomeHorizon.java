package dev.yardmaster.api.outcome;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.YardmasterException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The horizon for transaction ids: the outcomes of ids that were created before this time may have
 * been dropped. The horizon only rises, and a thread raises it before it drops an outcome. A thread
 * that needs an outcome first reads the outcome's key, and then reads the horizon. If there is no
 * outcome under the key, and the id is not below the horizon, then no outcome was ever kept under
 * the id. If the clock jumps, the service may refuse valid ids, but a transaction still commits at
 * most once. Any thread may call any method.
 */
public final class OutcomeHorizon {

  /**
   * The largest accepted difference by which an id's creation time may be ahead of the service's
   * clock. The retention time counts from an id's creation time, so an outcome whose id is from the
   * future is kept longest. If the service keeps too many outcomes, it raises the horizon to drop
   * the oldest. Without this limit, a caller could submit many ids from the far future. The service
   * would then raise the horizon, and refuse the ids of all other callers.
   */
  static final long MAX_AHEAD_MS = 10_000;

  private final LongSupplier clockMs;
  private final long retentionMs;

  @Shared(
      writers =
          "storage workers and processors of the pipeline; the engine's workers; the thread "
              + "that recovers a data directory",
      readers = "the same threads, and callers' threads",
      access =
          "volatile, compare-and-set; only raised. An outcome is dropped after the horizon was"
              + " raised, and a thread reads the horizon after it reads the outcome. An outcome"
              + " that the thread did not find therefore never existed, or its id is below the"
              + " horizon")
  private final AtomicLong horizonMs = new AtomicLong();

  /**
   * Creates a horizon at 0.
   *
   * @param clockMs the time in ms since the epoch
   * @param retentionMs the time for which an outcome is kept after the creation of its id, in ms
   */
  public OutcomeHorizon(LongSupplier clockMs, long retentionMs) {
    this.clockMs = clockMs;
    this.retentionMs = retentionMs;
  }

  /**
   * Returns the horizon in ms since the epoch. Ids that were created before the horizon are
   * refused.
   */
  public long get() {
    return horizonMs.get();
  }

  /**
   * Raises the horizon to a time in ms since the epoch, unless the horizon is already at or above
   * this time.
   */
  public void raise(long toMs) {
    long raised = Math.min(toMs, TransactionId.MAX_CREATED_MS);
    if (horizonMs.get() < raised) {
      horizonMs.accumulateAndGet(raised, Math::max);
    }
  }

  /** Raises the horizon to the present time minus the retention, and returns the horizon. */
  public long advance() {
    raise(clockMs.getAsLong() - retentionMs);
    return get();
  }

  /**
   * Returns the error if a transaction with this id cannot run; otherwise null. Call this method
   * only after a read of the outcome key has found no outcome. The error is {@link
   * ErrorCode#EXPIRED_ID}. For an id that is too far in the future, the error is {@link
   * ErrorCode#BAD_ID}: the outcome would be kept too long.
   */
  public YardmasterException refusalOf(TransactionId id) {
    long horizon = advance();
    if (id.createdMs() < horizon) {
      return new YardmasterException(
          ErrorCode.EXPIRED_ID,
          "the id is so old that its outcome may have been dropped",
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
          "an id's creation time is at most " + aheadMs + " ms ahead of the service's clock",
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
