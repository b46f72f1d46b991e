package dev.yardmaster.server.connection;

import static org.junit.jupiter.api.Assertions.fail;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits until a condition holds. */
final class Await {

  private static final long DEADLINE_NS = TimeUnit.SECONDS.toNanos(20);

  private Await() {}

  static void until(BooleanSupplier holds, Supplier<String> what) {
    long beganNs = System.nanoTime();
    while (!holds.getAsBoolean()) {
      if (System.nanoTime() - beganNs > DEADLINE_NS) {
        fail("the condition did not hold in time: " + what.get());
      }
      LockSupport.parkNanos(200_000);
    }
  }
}
