package dev.yardmaster.api.outcome;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.YardmasterException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The creation time before which the outcomes of transactions may have been dropped. The horizon
 * only rises, and is raised before an outcome is dropped. A thread that has looked for an outcome,
 * found none, and then sees that the id is not below the horizon therefore knows that there was
 * none. A jump of the clock can only cause refusals; it never lets a transaction commit twice. Any thread may call any method.
 */
public final class OutcomeHorizon {

  /**
   * The largest accepted clock difference. Ids from the future are kept longest, and raise the
   * horizon if there are too many of them. With a larger limit one caller could make the service
   * refuse all others.
   */
  static final long MAX_AHEAD_MS = 10_000;

  private final LongSupplier clockMs;
  private final long retentionMs;

  @Shared(
      writers =
          "storage workers and processors of the pipeline; the engine's workers; the thread "
              + "that recovers a data directory",
      readers = "the same, and callers' threads",
      access =
          "volatile, compare-and-set; only raised. An outcome is dropped after the horizon was "
              + "raised, and the horizon is read after the read of the outcome: an outcome that was "
              + "not found was either never there or is below the horizon")
  private final AtomicLong horizonMs = new AtomicLong();

  /**
   * Creates a horizon at 0.
   *
   * @param clockMs the time in ms since the epoch
   * @param retentionMs how long an outcome is kept after its id was made
   */
  public OutcomeHorizon(LongSupplier clockMs, long retentionMs) {
    this.clockMs = clockMs;
    this.retentionMs = retentionMs;
  }

  /** Returns the horizon in ms since the epoch; ids made before it are refused. */
  public long get() {
    return horizonMs.get();
  }

  /** Raises the horizon to a time in ms since the epoch, unless it is at least that high. */
  public void raise(long toMs) {
    long raised = Math.min(toMs, TransactionId.MAX_CREATED_MS);
    if (horizonMs.get() < raised) {
      horizonMs.accumulateAndGet(raised, Math::max);
    }
  }

  /** Raises the horizon by the clock, and returns it. */
  public long advance() {
    raise(clockMs.getAsLong() - retentionMs);
    return get();
  }

  /**
   * Returns why a transaction with this id cannot run, or null if it can. Called after its outcome
   * was looked for and not found. {@link ErrorCode#EXPIRED_ID}, or {@link ErrorCode#BAD_ID} for an
   * id from the future, whose outcome would be kept for too long.
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
