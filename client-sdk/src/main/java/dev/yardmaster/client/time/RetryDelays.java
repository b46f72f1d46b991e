package dev.yardmaster.client.time;

import java.util.random.RandomGenerator;

/**
 * Delays with decorrelated jitter (Brooker, "Exponential Backoff and Jitter", 2015). Each delay is
 * a random time between the shortest delay and three times the previous delay, up to the longest
 * delay. Clients that fail at the same time therefore do not retry at the same time. Any thread may
 * call the methods if the given random generator is thread-safe.
 */
public final class RetryDelays {

  private final long shortestMs;
  private final long longestMs;
  private final RandomGenerator random;

  /**
   * Creates a source of delays between two bounds.
   *
   * @param shortestMs the shortest delay, in ms; 1 or more
   * @param longestMs the longest delay, in ms; at least {@code shortestMs}
   */
  public RetryDelays(long shortestMs, long longestMs, RandomGenerator random) {
    this.shortestMs = shortestMs;
    this.longestMs = longestMs;
    this.random = random;
  }

  /**
   * Returns the next delay, in ms.
   *
   * @param lastMs the previous delay, in ms; 0 for the first delay
   */
  public long nextMs(long lastMs) {
    long most = Math.max(shortestMs, 3 * lastMs);
    return Math.min(longestMs, random.nextLong(shortestMs, most + 1));
  }
}
