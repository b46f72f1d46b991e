package dev.yardmaster.client.time;

import java.util.concurrent.TimeUnit;

/**
 * A client's clock and timer, which tests can replace. Any thread may call any method.
 *
 * @see dev.yardmaster.client.testing.ManualTime
 */
public interface ClientTime {

  /** Returns the time of a monotonic clock in ns, from an arbitrary origin. */
  long nowNs();

  /** Returns the time of the wall clock in ms since 1970, for transaction ids. */
  long epochMs();

  /** Runs a task once, after a delay. */
  void later(Runnable task, long delay, TimeUnit unit);
}
