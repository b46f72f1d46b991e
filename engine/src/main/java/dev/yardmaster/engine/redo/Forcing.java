package dev.yardmaster.engine.redo;

import dev.yardmaster.storage.log.LogNumbers;
import java.util.function.LongSupplier;

/**
 * When a {@link RedoLog} forces its groups to disk, relative to their acknowledgement. An instance
 * is immutable.
 */
public final class Forcing {

  private static final long NS_PER_MS = 1_000_000;

  private final boolean sharesForces;
  private final LongSupplier clockNs;
  private final long lossNs;

  private Forcing(boolean sharesForces, LongSupplier clockNs, long lossNs) {
    this.sharesForces = sharesForces;
    this.clockNs = clockNs;
    this.lossNs = lossNs;
  }

  /**
   * Each commit is a group of its own, and is forced before it is acknowledged. Only for
   * measurements.
   */
  public static Forcing eachCommit() {
    return new Forcing(false, null, 0);
  }

  /** The commits of a group share one force, and are acknowledged after it. */
  public static Forcing groups() {
    return new Forcing(true, null, 0);
  }

  /**
   * A commit is acknowledged when the operating system has its record. The log is forced when the
   * oldest acknowledged but unforced commit has the given age.
   *
   * @param lossMs this age in ms, in the range of {@link LogNumbers#LOSS}
   * @param clockNs the clock that measures the age, in ns; the log's thread reads it
   */
  public static Forcing later(int lossMs, LongSupplier clockNs) {
    LogNumbers.LOSS.check(lossMs);
    return new Forcing(true, clockNs, lossMs * NS_PER_MS);
  }

  boolean sharesForces() {
    return sharesForces;
  }

  /** Returns whether commits are forced before they are acknowledged. */
  boolean isSync() {
    return clockNs == null;
  }

  long nowNs() {
    return clockNs.getAsLong();
  }

  long lossNs() {
    return lossNs;
  }
}
