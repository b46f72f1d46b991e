package dev.yardmaster.proof.torture.soak;

import org.agrona.concurrent.EpochClock;

/**
 * A clock that can be set forward or back relative to the machine's clock. Any thread may call the
 * methods.
 */
final class SteppedClock implements EpochClock {

  private volatile long offsetMs;

  /** Sets the difference to the machine's clock, in ms. */
  void step(long toOffsetMs) {
    offsetMs = toOffsetMs;
  }

  @Override
  public long time() {
    return System.currentTimeMillis() + offsetMs;
  }
}
