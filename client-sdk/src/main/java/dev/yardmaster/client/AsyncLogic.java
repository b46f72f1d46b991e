package dev.yardmaster.client;

import java.util.concurrent.CompletionStage;

/**
 * A transaction's logic that does not block. The logic runs again from its start after each
 * conflict, so it must have no effects outside the transaction. Its first run is on the submitting
 * thread; later runs are on threads of the client, which it must not block.
 *
 * @param <R> the type of its result
 */
@FunctionalInterface
public interface AsyncLogic<R> {

  /**
   * Runs the logic. An exception, or an exceptional completion of the stage, ends the transaction
   * without its writes.
   */
  CompletionStage<R> run(AsyncTransaction transaction);
}
