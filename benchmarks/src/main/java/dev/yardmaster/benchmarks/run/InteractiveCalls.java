package dev.yardmaster.benchmarks.run;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionLogic;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.api.TransactionStatus;
import dev.yardmaster.api.YardmasterException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs submitted procedures as interactive transactions. Each transaction's logic is a lambda on a
 * thread of a fixed pool, and the thread waits for every read. Stages complete on the thread of
 * their call. A queue of limited length holds calls that wait for a thread. If the queue is full, a
 * call is rejected as OVERLOADED.
 *
 * <p>Any thread may call the methods, except {@link #close}, which threads of the pool must not
 * call.
 */
public final class InteractiveCalls implements TransactionService {

  private static final long CLOSE_TIMEOUT_NS = 5_000_000_000L;

  private final TransactionService service;
  private final ThreadPoolExecutor callers;
  private final long closeTimeoutNs;

  /**
   * Creates a pool of {@code threads} threads that call a service. {@link #close} closes the
   * service, too.
   */
  InteractiveCalls(TransactionService service, int threads) {
    this(service, threads, CLOSE_TIMEOUT_NS);
  }

  InteractiveCalls(TransactionService service, int threads, long closeTimeoutNs) {
    // The queue is needed because a client submits its next call before the thread of its previous
    // call is free again.
    this(service, threads, threads, closeTimeoutNs);
  }

  private InteractiveCalls(
      TransactionService service, int threads, int maxWaiting, long closeTimeoutNs) {
    this.service = service;
    this.closeTimeoutNs = closeTimeoutNs;
    AtomicInteger number = new AtomicInteger();
    callers =
        new ThreadPoolExecutor(
            threads,
            threads,
            0,
            TimeUnit.NANOSECONDS,
            new ArrayBlockingQueue<>(maxWaiting),
            task -> {
              Thread thread = new Thread(task, "interactive-caller-" + number.getAndIncrement());
              thread.setDaemon(true);
              return thread;
            });
  }

  /**
   * Returns a pool of threads that call a service, with a queue of the given length. {@link #close}
   * closes the service, too.
   */
  public static TransactionService with(TransactionService service, int threads, int maxWaiting) {
    return new InteractiveCalls(service, threads, maxWaiting, CLOSE_TIMEOUT_NS);
  }

  @Override
  public <A, R> CompletionStage<Outcome<R>> submit(
      Procedure<A, R> procedure, A argument, TransactionOptions options) {
    Waiting<R> call =
        new Waiting<>(service, transaction -> procedure.execute(argument, transaction), options);
    try {
      callers.execute(call);
    } catch (RejectedExecutionException e) {
      call.reject(
          callers.isShutdown()
              ? new YardmasterException(ErrorCode.CLOSED, "the callers' threads have ended")
              : new YardmasterException(
                  ErrorCode.OVERLOADED,
                  "no caller's thread is free",
                  "threads",
                  callers.getMaximumPoolSize()));
    }
    return call.outcome;
  }

  /** A call that waits for a thread. */
  private record Waiting<R>(
      TransactionService service,
      TransactionLogic<R> logic,
      TransactionOptions options,
      CompletableFuture<Outcome<R>> outcome)
      implements Runnable {

    Waiting(TransactionService service, TransactionLogic<R> logic, TransactionOptions options) {
      this(service, logic, options, new CompletableFuture<>());
    }

    @Override
    public void run() {
      Outcome<R> ended;
      try {
        ended = service.execute(logic, options);
      } catch (Throwable broken) {
        // Without this outcome, the client that submitted the call would wait forever.
        outcome.completeExceptionally(broken);
        return;
      }
      outcome.complete(ended);
    }

    void reject(YardmasterException error) {
      outcome.complete(new Outcome.Rejected<>(error));
    }
  }

  @Override
  public void register(Procedure<?, ?> procedure) {
    service.register(procedure);
  }

  /**
   * Passes a procedure call by name to the service. The service runs the call as a procedure, and
   * not as an interactive transaction.
   */
  @Override
  public CompletionStage<Outcome<Object>> submit(
      String procedure, Object argument, TransactionOptions options) {
    return service.submit(procedure, argument, options);
  }

  @Override
  public CompletionStage<Outcome<TransactionStatus>> status(TransactionId id) {
    return service.status(id);
  }

  @Override
  public <R> Outcome<R> execute(TransactionLogic<R> logic, TransactionOptions options) {
    return service.execute(logic, options);
  }

  /**
   * Closes the service, which ends every call that waits for the service. After that, interrupts
   * threads that are still running, and abandons threads that ignore the interrupt.
   */
  @Override
  public void close() {
    callers.shutdown();
    service.close();
    if (!awaitEnd()) {
      for (Runnable waiting : callers.shutdownNow()) {
        ((Waiting<?>) waiting)
            .reject(new YardmasterException(ErrorCode.CLOSED, "no caller's thread became free"));
      }
      var unused = awaitEnd();
    }
  }

  private boolean awaitEnd() {
    try {
      return callers.awaitTermination(closeTimeoutNs, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
