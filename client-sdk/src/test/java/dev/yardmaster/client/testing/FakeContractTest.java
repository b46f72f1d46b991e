package dev.yardmaster.client.testing;

import dev.yardmaster.api.TransactionService;
import dev.yardmaster.api.TransactionServiceContract;
import dev.yardmaster.client.time.ClientTime;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Tests that the fake service fulfils the contract of services. The fake service uses the machine's
 * clock here, because the contract's tests require a running clock.
 */
class FakeContractTest extends TransactionServiceContract {

  private static final ClientTime MACHINE =
      new ClientTime() {
        @Override
        public long nowNs() {
          return System.nanoTime();
        }

        @Override
        public long epochMs() {
          return System.currentTimeMillis();
        }

        @Override
        public void later(Runnable task, long delay, TimeUnit unit) {
          CompletableFuture.delayedExecutor(delay, unit).execute(task);
        }
      };

  @Override
  protected TransactionService start() {
    return new FakeTransactionService(
        MACHINE, MACHINE::epochMs, new FakeLimits(MAX_VALUE_BYTES, MAX_KEYS, MAX_ROUNDS));
  }
}
