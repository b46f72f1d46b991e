package dev.yardmaster.processor;

import dev.yardmaster.api.Outcome;
import java.util.concurrent.CompletableFuture;

/**
 * A stage that only the service completes: a caller who cancels it or lets it time out acts on a
 * copy, and the transaction's outcome stays what it is.
 */
final class OutcomeStage extends CompletableFuture<Outcome<Object>> {

  void end(Outcome<Object> outcome) {
    super.complete(outcome);
  }

  @Override
  public boolean complete(Outcome<Object> value) {
    return false;
  }

  @Override
  public boolean completeExceptionally(Throwable thrown) {
    return false;
  }

  @Override
  public boolean cancel(boolean mayInterrupt) {
    return false;
  }

  @Override
  public void obtrudeValue(Outcome<Object> value) {
    throw new UnsupportedOperationException("an outcome is not replaced");
  }

  @Override
  public void obtrudeException(Throwable thrown) {
    throw new UnsupportedOperationException("an outcome is not replaced");
  }

  @Override
  public CompletableFuture<Outcome<Object>> toCompletableFuture() {
    return copy();
  }

  @Override
  public <U> CompletableFuture<U> newIncompleteFuture() {
    return new CompletableFuture<>();
  }
}
