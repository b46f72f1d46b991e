package dev.yardmaster.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class SubmittedCallTest {

  /** A service that never answers. */
  private static final class Silent implements TransactionService {

    private final CountDownLatch submitted = new CountDownLatch(1);

    @Override
    public <R> Outcome<R> execute(TransactionLogic<R> logic, TransactionOptions options) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void register(Procedure<?, ?> procedure) {
      throw new UnsupportedOperationException();
    }

    @Override
    public <A, R> CompletionStage<Outcome<R>> submit(
        Procedure<A, R> procedure, A argument, TransactionOptions options) {
      submitted.countDown();
      return new CompletableFuture<>();
    }

    @Override
    public CompletionStage<Outcome<Object>> submit(
        String procedure, Object argument, TransactionOptions options) {
      throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<Outcome<TransactionStatus>> status(TransactionId id) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
  }

  @Test
  void whoIsInterruptedWhileItWaitsCannotKnowTheOutcome() throws InterruptedException {
    Silent service = new Silent();
    OneShot oneShot = OneShot.builder().putLong(Key.of("t", 1), 1).build();
    AtomicReference<Outcome<OneShot.Result>> outcome = new AtomicReference<>();
    AtomicReference<Boolean> interrupted = new AtomicReference<>();
    Thread caller =
        new Thread(
            () -> {
              outcome.set(service.call(oneShot, TransactionOptions.defaults()));
              interrupted.set(Thread.currentThread().isInterrupted());
            });
    caller.start();
    service.submitted.await();
    caller.interrupt();
    caller.join();
    assertEquals(
        ErrorCode.OUTCOME_UNKNOWN,
        assertInstanceOf(Outcome.Unknown.class, outcome.get()).error().code());
    assertTrue(interrupted.get());
  }
}
