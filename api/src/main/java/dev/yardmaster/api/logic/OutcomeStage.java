package dev.yardmaster.api.logic;

import dev.yardmaster.api.Outcome;
import java.util.concurrent.CompletableFuture;

/**
 * A stage that only the service can complete. If a caller cancels the stage, or sets a timeout on
 * it, only a copy of the stage is affected. The transaction's outcome does not change.
 */
public final class OutcomeStage<R> extends CompletableFuture<Outcome<R>> {

  /** Completes the stage. The service calls this method. */
  public void end(Outcome<R> outcome) {
    super.complete(outcome);
  }

  @Override
  public boolean complete(Outcome<R> value) {
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
  public void obtrudeValue(Outcome<R> value) {
    throw new UnsupportedOperationException("an outcome cannot be replaced");
  }

  @Override
  public void obtrudeException(Throwable thrown) {
    throw new UnsupportedOperationException("an outcome cannot be replaced");
  }

  @Override
  public CompletableFuture<Outcome<R>> toCompletableFuture() {
    return copy();
  }

  @Override
  public <U> CompletableFuture<U> newIncompleteFuture() {
    return new CompletableFuture<>();
  }
}
