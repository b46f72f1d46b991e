package dev.yardmaster.proof.torture.soak;

import org.agrona.concurrent.EpochClock;

/** The machine's clock, which can be stepped forward or back. Any thread may call the methods. */
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
