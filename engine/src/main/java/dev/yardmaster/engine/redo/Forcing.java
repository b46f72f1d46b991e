package dev.yardmaster.engine.redo;

import dev.yardmaster.storage.log.LogNumbers;
import java.util.function.LongSupplier;

/**
 * Determines whether a {@link RedoLog} forces a group of commits to disk before or after it
 * acknowledges them. An instance is immutable.
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
   * Each group consists of one commit, and is forced before the commit is acknowledged. Only for
   * measurements.
   */
  public static Forcing eachCommit() {
    return new Forcing(false, null, 0);
  }

  /**
   * The log is forced once for all commits of a group, and the commits are acknowledged afterwards.
   */
  public static Forcing groups() {
    return new Forcing(true, null, 0);
  }

  /**
   * A commit is acknowledged when its record was passed to the operating system. The log is forced
   * when the oldest commit that is acknowledged but not forced has the given age.
   *
   * @param lossMs the age in ms, in the range of {@link LogNumbers#LOSS}
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
