package dev.yardmaster.api;

import org.jspecify.annotations.Nullable;

/**
 * A transaction's logic as a lambda. After a conflict the logic runs again from its start, so the
 * logic must not have effects outside the transaction.
 *
 * @param <R> the result's type
 */
@FunctionalInterface
public interface TransactionLogic<R extends @Nullable Object> {

  /** Runs the logic once, on the thread of the caller of {@link TransactionService#execute}. */
  R run(Transaction transaction);
}
