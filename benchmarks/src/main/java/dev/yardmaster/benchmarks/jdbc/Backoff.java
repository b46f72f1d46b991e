package dev.yardmaster.benchmarks.jdbc;

import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * How long a client waits before it runs a transaction again: not at all after the first conflict,
 * then a random time below a limit that doubles with every further one (exponential back-off with
 * full jitter).
 *
 * @param firstNs limit after the second conflict, in ns
 * @param mostNs the highest limit, in ns
 */
public record Backoff(long firstNs, long mostNs) {

  private static final int MAX_DOUBLINGS = 20;

  /**
   * What all sides with plain connections use. Shorter waits let clients that want one hot row
   * abort each other over and over; longer ones help the many a little, and keep the unlucky for
   * seconds.
   */
  public static final Backoff STANDARD = new Backoff(2_000_000, 128_000_000);

  /**
   * Waits after so many conflicts of a transaction, counted from 1; returns early if interrupted.
   */
  public void pause(int conflicts, SplittableRandom random) {
    if (conflicts > 1) {
      long limitNs = Math.min(mostNs, firstNs << Math.min(MAX_DOUBLINGS, conflicts - 2));
      LockSupport.parkNanos(random.nextLong(limitNs + 1));
    }
  }
}
