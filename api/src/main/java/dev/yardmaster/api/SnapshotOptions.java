package dev.yardmaster.api;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The maximum age, the timeout, the trace and the place of a snapshot.
 *
 * @param maxStaleness the maximum age of the snapshot's data when the snapshot is opened; 0 to 1
 *     day. A snapshot with age 0 is strict: the snapshot contains every commit that was
 *     acknowledged before the call. Otherwise the snapshot contains every commit that was
 *     acknowledged at least this long before the call, and may lack later commits. The service then
 *     uses its newest fully installed state, and does not wait for commits that are still being
 *     installed. The service waits only if this state is older than {@code maxStaleness}, or if no
 *     snapshot was open for some time
 * @param timeout the time, from the opening, after which the service may end the snapshot; 1 ms to
 *     1 day
 * @param trace the snapshot's position in a distributed trace, or null; a service in the same
 *     process ignores it
 * @param anyServer whether a follower of a cluster may serve the snapshot. Every server respects
 *     {@code maxStaleness}. A service that is not a cluster ignores it
 */
public record SnapshotOptions(
    Duration maxStaleness, Duration timeout, @Nullable TraceContext trace, boolean anyServer) {

  private static final Duration MIN_TIMEOUT = Duration.ofMillis(1);
  private static final Duration MAX = Duration.ofDays(1);
  private static final SnapshotOptions STRICT =
      new SnapshotOptions(Duration.ZERO, Duration.ofMinutes(1), null, false);

  /** Checks the ranges. */
  public SnapshotOptions {
    if (maxStaleness == null || maxStaleness.isNegative() || maxStaleness.compareTo(MAX) > 0) {
      throw new YardmasterException(
          ErrorCode.BAD_CONFIG, "a staleness is 0 to 1 day", "maxStaleness", maxStaleness);
    }
    if (timeout == null || timeout.compareTo(MIN_TIMEOUT) < 0 || timeout.compareTo(MAX) > 0) {
      throw new YardmasterException(
          ErrorCode.BAD_CONFIG, "a timeout is 1 ms to 1 day", "timeout", timeout);
    }
  }

  /**
   * Creates the options of a snapshot without a trace. In a cluster, the leader serves the
   * snapshot.
   */
  public SnapshotOptions(Duration maxStaleness, Duration timeout) {
    this(maxStaleness, timeout, null, false);
  }

  /** Returns the options of a strict snapshot with a timeout of 1 minute. */
  public static SnapshotOptions strict() {
    return STRICT;
  }

  /** Returns the options of a snapshot that may be stale, with a timeout of 1 minute. */
  public static SnapshotOptions staleBy(Duration maxStaleness) {
    return new SnapshotOptions(maxStaleness, STRICT.timeout);
  }

  /** Returns the same options with another timeout. */
  public SnapshotOptions withTimeout(Duration other) {
    return new SnapshotOptions(maxStaleness, other, trace, anyServer);
  }

  /** Returns the same options with another position in a trace. Null removes the position. */
  public SnapshotOptions withTrace(@Nullable TraceContext other) {
    return new SnapshotOptions(maxStaleness, timeout, other, anyServer);
  }

  /**
   * Returns the same options for a snapshot that any server of a cluster may serve. A client then
   * prefers followers. The snapshot causes no load on the leader, or only a share of one round of
   * messages that serves several snapshots.
   */
  public SnapshotOptions atAnyServer() {
    return new SnapshotOptions(maxStaleness, timeout, trace, true);
  }

  /** Returns whether the snapshot contains every commit that was acknowledged before the call. */
  public boolean isStrict() {
    return maxStaleness.isZero();
  }
}
