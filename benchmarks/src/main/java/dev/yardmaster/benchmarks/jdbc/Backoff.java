package dev.yardmaster.benchmarks.jdbc;

import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * The time that a client waits before it retries a transaction (exponential back-off with full
 * jitter). After the first conflict the client does not wait. After each further conflict it waits
 * for a random time below a limit, and the limit doubles.
 *
 * @param firstNs limit after the second conflict, in ns
 * @param mostNs the highest limit, in ns
 */
public record Backoff(long firstNs, long mostNs) {

  private static final int MAX_DOUBLINGS = 20;

  /**
   * The back-off on all sides with plain connections. With shorter waits, clients that access the
   * same hot row abort each other repeatedly. With longer waits most transactions are slightly
   * faster, but some transactions are delayed for seconds.
   */
  public static final Backoff STANDARD = new Backoff(2_000_000, 128_000_000);

  /**
   * Waits after a conflict of a transaction. Returns early if the thread is interrupted. The number
   * of the first conflict is 1.
   */
  public void pause(int conflicts, SplittableRandom random) {
    if (conflicts > 1) {
      long limitNs = Math.min(mostNs, firstNs << Math.min(MAX_DOUBLINGS, conflicts - 2));
      LockSupport.parkNanos(random.nextLong(limitNs + 1));
    }
  }
}
