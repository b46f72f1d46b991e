package dev.yardmaster.benchmarks;

import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.NanoClock;

/**
 * A clock that advances when it is read. A client reads the clock for every transaction. An
 * interval therefore ends after the same number of transactions, whether the machine is busy or
 * idle.
 */
public final class WorkClock implements NanoClock {

  private static final long NS_PER_READING = 10_000;

  private final AtomicLong nowNs = new AtomicLong();

  @Override
  public long nanoTime() {
    return nowNs.addAndGet(NS_PER_READING);
  }
}
