package dev.yardmaster.client;

import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A transaction's logic that does not block. The logic runs again from its start after each
 * conflict, so it must have no effects outside the transaction. The first run is executed on the
 * thread that submits the transaction. Later runs are executed on threads of the client, and must
 * not block these threads.
 *
 * @param <R> the type of the logic's result
 */
@FunctionalInterface
public interface AsyncLogic<R extends @Nullable Object> {

  /**
   * Runs the logic. If the method throws an exception, or the stage completes exceptionally, the
   * transaction ends and none of its writes is applied.
   */
  CompletionStage<R> run(AsyncTransaction transaction);
}
