package dev.yardmaster.engine.transaction;

import dev.yardmaster.engine.protocol.Pace;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * The pace of a worker on a real thread. Accesses and steps add no delay. A waiting worker first
 * spins, because most waits are short. Then the worker yields, because there may be more workers
 * than cores. Finally the worker sleeps for short times.
 */
public class ThreadPace implements Pace {

  private static final int SPINS = 64;
  private static final int YIELDS = 256;
  private static final long PARK_NS = 20_000;
  private static final int RESTARTS_BEFORE_YIELD = 8;

  private final LongSupplier clockNs;

  /** Creates a pace with a clock in nanoseconds. */
  public ThreadPace(LongSupplier clockNs) {
    this.clockNs = clockNs;
  }

  @Override
  public void access() {}

  @Override
  public void step() {}

  @Override
  @SuppressWarnings("ThreadPriorityCheck") // The wait is correct without yielding.
  public void await(int round) {
    if (round < SPINS) {
      Thread.onSpinWait();
    } else if (round < SPINS + YIELDS) {
      Thread.yield();
    } else {
      LockSupport.parkNanos(PARK_NS);
    }
  }

  @Override
  @SuppressWarnings("ThreadPriorityCheck") // The wait is correct without yielding.
  public void restart(int restarts, boolean hasAge) {
    int spins = Pace.pauseSpins(restarts, hasAge);
    for (int i = 0; i < spins; i++) {
      Thread.onSpinWait();
    }
    if (restarts > RESTARTS_BEFORE_YIELD) {
      // The thread of the conflicting transaction may be waiting for a core.
      Thread.yield();
    }
  }

  @Override
  public long nowNs() {
    return clockNs.getAsLong();
  }
}
