package dev.yardmaster.client.time;

import java.util.concurrent.TimeUnit;

/**
 * The time that a client lives in, so that tests can hold it still. Any thread.
 *
 * @see dev.yardmaster.client.testing.ManualTime
 */
public interface ClientTime {

  /** A clock that only ever goes forward, in ns, from an arbitrary beginning. */
  long nowNs();

  /** What transaction ids go by, in ms since 1970. */
  long epochMs();

  /** Runs something once, later. */
  void later(Runnable task, long delay, TimeUnit unit);
}
