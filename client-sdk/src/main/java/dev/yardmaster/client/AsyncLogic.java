package dev.yardmaster.client;

import java.util.concurrent.CompletionStage;

/**
 * A transaction's logic that does not wait. It is run again from its start after each conflict, so
 * it must have no effects outside the transaction. It runs on the submitting thread at first, and
 * later on threads of the client, which it must not hold up.
 *
 * @param <R> the type of its result
 */
@FunctionalInterface
public interface AsyncLogic<R> {

  /**
   * Runs the logic. What it throws, and what its stage completes with exceptionally, ends the
   * transaction without its writes.
   */
  CompletionStage<R> run(AsyncTransaction transaction);
}
