package dev.yardmaster.client.time;

import java.util.random.RandomGenerator;

/**
 * Decorrelated jitter: each wait is drawn between the shortest and three times the one before, up
 * to the longest, so that clients that failed together do not come back together. (Brooker,
 * "Exponential Backoff and Jitter", 2015.) Any thread, if its randomness may be asked by any.
 */
public final class RetryDelays {

  private final long shortestMs;
  private final long longestMs;
  private final RandomGenerator random;

  /**
   * Delays between two bounds.
   *
   * @param shortestMs 1 or more
   * @param longestMs not less
   */
  public RetryDelays(long shortestMs, long longestMs, RandomGenerator random) {
    this.shortestMs = shortestMs;
    this.longestMs = longestMs;
    this.random = random;
  }

  /**
   * The next delay, in ms.
   *
   * @param lastMs the one before; 0 for the first
   */
  public long nextMs(long lastMs) {
    long most = Math.max(shortestMs, 3 * lastMs);
    return Math.min(longestMs, random.nextLong(shortestMs, most + 1));
  }
}
