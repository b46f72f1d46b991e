package dev.yardmaster.client.time;

import java.util.random.RandomGenerator;

/**
 * Decorrelated jitter: each delay is drawn between the shortest delay and three times the previous
 * one, up to the longest, so that clients that failed together do not retry together (Brooker,
 * "Exponential Backoff and Jitter", 2015). Any thread, if the random generator allows it.
 */
public final class RetryDelays {

  private final long shortestMs;
  private final long longestMs;
  private final RandomGenerator random;

  /**
   * Creates delays between two bounds.
   *
   * @param shortestMs 1 or more
   * @param longestMs at least {@code shortestMs}
   */
  public RetryDelays(long shortestMs, long longestMs, RandomGenerator random) {
    this.shortestMs = shortestMs;
    this.longestMs = longestMs;
    this.random = random;
  }

  /**
   * Returns the next delay, in ms.
   *
   * @param lastMs the previous delay; 0 for the first
   */
  public long nextMs(long lastMs) {
    long most = Math.max(shortestMs, 3 * lastMs);
    return Math.min(longestMs, random.nextLong(shortestMs, most + 1));
  }
}
