package dev.yardmaster.processor;

import dev.yardmaster.processor.coordinator.WakeUp;
import java.util.function.LongConsumer;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

/**
 * An idle strategy that costs little while a pipeline has no work. The thread spins, yields and
 * parks for up to 100 us at a time, so that it notices work without a signal. After {@value
 * #LIGHT_ROUNDS} rounds without work, about 0.1 s, it parks for 10 ms at a time, and only a {@link
 * WakeUp#signal} wakes it earlier. A thread signals when it has worked, because its messages go to
 * other threads; in rare cases such a signal is missed, which delays a message by one sleep. The
 * agents' own timers, for example for deadlines, may be 10 ms late. Each thread has its own
 * strategy.
 */
final class LongSleepIdleStrategy implements IdleStrategy {

  static final int LIGHT_ROUNDS = 1_000;
  static final long SLEEP_NS = 10_000_000;

  private final IdleStrategy light;
  private final WakeUp wakeUp;
  private final LongConsumer parkNs;
  private int rounds;
  private int request;

  LongSleepIdleStrategy(WakeUp wakeUp, LongConsumer parkNs) {
    this(new BackoffIdleStrategy(100, 20, 1_000, 100_000), wakeUp, parkNs);
  }

  /**
   * Creates a strategy.
   *
   * @param light the strategy for the first rounds
   * @param parkNs parks the calling thread for at most this time, in ns
   */
  LongSleepIdleStrategy(IdleStrategy light, WakeUp wakeUp, LongConsumer parkNs) {
    this.light = light;
    this.wakeUp = wakeUp;
    this.parkNs = parkNs;
  }

  @Override
  public void idle(int workCount) {
    if (workCount > 0) {
      reset();
      wakeUp.signal(); // The work may have produced messages for threads that sleep.
    } else {
      idle();
    }
  }

  @Override
  public void idle() {
    if (rounds == LIGHT_ROUNDS) {
      if (!wakeUp.isSignalledSince(request)) {
        parkNs.accept(SLEEP_NS);
        return;
      }
      reset();
    }
    light.idle();
    rounds++;
    if (rounds == LIGHT_ROUNDS) {
      request = wakeUp.request();
    }
  }

  @Override
  public void reset() {
    rounds = 0;
    light.reset();
  }
}
