package dev.yardmaster.engine.transaction;

import dev.yardmaster.engine.protocol.Pace;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * The pace of a worker if the logic of the transactions runs at a remote client. Every access and
 * every request to commit is delayed. During the delay, other workers can use the core. So there
 * can be more open transactions than cores.
 */
public final class InteractivePace implements Pace {

  private final Pace pace;
  private final long delayNs;
  private final LongSupplier clockNs;

  /**
   * Creates a pace.
   *
   * @param clockNs the clock, in ns
   * @param delayNs the delay of each access and each commit, in ns
   */
  public InteractivePace(LongSupplier clockNs, long delayNs) {
    this.clockNs = clockNs;
    this.delayNs = delayNs;
    pace = new ThreadPace(clockNs);
  }

  @Override
  public void access() {
    delay();
  }

  @Override
  public void requestCommit() {
    delay();
  }

  private void delay() {
    long until = clockNs.getAsLong() + delayNs;
    long left = delayNs;
    while (left > 0) {
      LockSupport.parkNanos(left);
      left = until - clockNs.getAsLong();
    }
  }

  @Override
  public void step() {}

  @Override
  public void await(int round) {
    pace.await(round);
  }

  @Override
  public void restart(int restarts, boolean hasAge) {
    pace.restart(restarts, hasAge);
  }

  @Override
  public long nowNs() {
    return clockNs.getAsLong();
  }
}
