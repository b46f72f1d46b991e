package dev.yardmaster.jdbc.admission;

import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Waits like a session whose transaction is never admitted: until a cancel or a timeout. */
public final class TestWaits {
  private TestWaits() {}

  /**
   * Waits.
   *
   * @param entered counted down when the wait has begun
   */
  public static void forever(CancellableTimeout waitLimit, CountDownLatch entered)
      throws SQLException {
    long startNs = System.nanoTime();
    waitLimit.begin();
    entered.countDown();
    try {
      while (!waitLimit.isCancelled()) {
        long waitedNs = System.nanoTime() - startNs;
        if (waitLimit.timeoutS > 0 && waitedNs > TimeUnit.SECONDS.toNanos(waitLimit.timeoutS)) {
          throw new SQLException("out of time in the queue", "57014");
        }
        if (waitedNs > TimeUnit.SECONDS.toNanos(60)) {
          throw new AssertionError("neither a cancel nor a timeout ended the wait");
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
      }
      throw new SQLException("cancelled in the queue", "57014");
    } finally {
      waitLimit.end();
    }
  }
}
