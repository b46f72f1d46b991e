package dev.yardmaster.benchmarks.jdbc;

import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * The time that a client waits before it retries a transaction: none after the first conflict, then
 * a random time below a limit that doubles with every further conflict (exponential back-off with
 * full jitter).
 *
 * @param firstNs limit after the second conflict, in ns
 * @param mostNs the highest limit, in ns
 */
public record Backoff(long firstNs, long mostNs) {

  private static final int MAX_DOUBLINGS = 20;

  /**
   * The back-off of all sides with plain connections. With shorter waits, clients that need one hot
   * row abort each other again and again; longer waits help most transactions a little, but delay
   * the unlucky ones for seconds.
   */
  public static final Backoff STANDARD = new Backoff(2_000_000, 128_000_000);

  /** Waits after a transaction's conflict, counted from 1; returns early if interrupted. */
  public void pause(int conflicts, SplittableRandom random) {
    if (conflicts > 1) {
      long limitNs = Math.min(mostNs, firstNs << Math.min(MAX_DOUBLINGS, conflicts - 2));
      LockSupport.parkNanos(random.nextLong(limitNs + 1));
    }
  }
}
