package dev.yardmaster.benchmarks.workload;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.workloads.ProcedureInvocation;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Submits calls in order, with a bounded number of calls in flight, and passes on their results in
 * the same order. Workloads use a window to load data and to read the data back. Each of these
 * calls must commit. An instance is for use by one thread.
 */
public final class CallWindow {

  private static final long OUTCOME_DEADLINE_S = 120;
  private static final long REFUSED_PAUSE_MS = 1;

  private final TransactionService service;
  private final int maxOutstanding;

  /** Creates a window of calls to a service; at most the given number of calls is in flight. */
  public CallWindow(TransactionService service, int maxOutstanding) {
    this.service = service;
    this.maxOutstanding = maxOutstanding;
  }

  /**
   * Runs the calls and passes each result to a consumer, in the order of the calls.
   *
   * @throws WorkloadFailure if a call does not commit
   */
  public <R> void run(
      Iterable<? extends ProcedureInvocation<?, ? extends R>> calls, Consumer<? super R> results)
      throws InterruptedException {
    Queue<Outstanding<? extends R>> outstanding = new ArrayDeque<>();
    for (ProcedureInvocation<?, ? extends R> call : calls) {
      if (outstanding.size() == maxOutstanding) {
        results.accept(outstanding.remove().await());
      }
      outstanding.add(submit(call));
    }
    while (!outstanding.isEmpty()) {
      results.accept(outstanding.remove().await());
    }
  }

  private <R> Outstanding<R> submit(ProcedureInvocation<?, R> call) {
    return new Outstanding<>(
        service, call, call.submit(service, TransactionOptions.defaults()).toCompletableFuture());
  }

  private record Outstanding<R>(
      TransactionService service,
      ProcedureInvocation<?, R> call,
      CompletableFuture<Outcome<R>> outcome) {

    R await() throws InterruptedException {
      Outcome<R> ended = await(outcome);
      long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(OUTCOME_DEADLINE_S);
      while (isRefused(ended) && System.nanoTime() - endNs < 0) {
        TimeUnit.MILLISECONDS.sleep(REFUSED_PAUSE_MS);
        ended = await(call.submit(service, TransactionOptions.defaults()).toCompletableFuture());
      }
      if (ended instanceof Outcome.Committed<R> committed) {
        return committed.value();
      }
      throw new WorkloadFailure(
          call.procedure().name() + " did not commit: " + ended.error().getMessage());
    }

    private Outcome<R> await(CompletableFuture<Outcome<R>> stage) throws InterruptedException {
      try {
        return stage.get(OUTCOME_DEADLINE_S, TimeUnit.SECONDS);
      } catch (ExecutionException e) {
        throw new WorkloadFailure(call.procedure().name() + " ended with " + e.getCause(), e);
      } catch (TimeoutException e) {
        throw new WorkloadFailure(
            call.procedure().name() + " had no outcome after " + OUTCOME_DEADLINE_S + " s", e);
      }
    }

    private static boolean isRefused(Outcome<?> outcome) {
      return outcome instanceof Outcome.Rejected<?> rejected
          && (rejected.error().code() == ErrorCode.OVERLOADED
              || rejected.error().code() == ErrorCode.MEMORY_FULL);
    }
  }
}
