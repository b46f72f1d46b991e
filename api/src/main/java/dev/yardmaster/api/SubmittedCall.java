package dev.yardmaster.api;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Waits for the outcome of a transaction that the calling thread submits. */
final class SubmittedCall {

  private SubmittedCall() {}

  static <R extends @Nullable Object> Outcome<R> await(
      TransactionService service, Supplier<CompletionStage<Outcome<R>>> submission) {
    if (service.isOwnThread()) {
      return new Outcome.Rejected<>(
          new YardmasterException(
              ErrorCode.WRONG_THREAD,
              "a thread of the service must not wait for the service",
              "thread",
              Thread.currentThread().getName()));
    }
    if (Thread.currentThread().isInterrupted()) {
      return new Outcome.Rejected<>(
          new YardmasterException(
              ErrorCode.INTERRUPTED,
              "the thread was interrupted before the transaction was submitted"));
    }
    try {
      return submission.get().toCompletableFuture().get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Outcome.Unknown<>(
          new YardmasterException(
              ErrorCode.OUTCOME_UNKNOWN,
              "the thread was interrupted while it waited, and the transaction continues; query"
                  + " the status of its id, if it has one",
              e));
    } catch (ExecutionException e) {
      throw new IllegalStateException("an outcome's stage never completes exceptionally", e);
    }
  }
}
