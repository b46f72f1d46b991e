package dev.yardmaster.api;

/**
 * A transaction's logic as a lambda. The logic runs again from its start after a conflict, so it
 * must not have effects outside the transaction.
 *
 * @param <R> the result's type
 */
@FunctionalInterface
public interface TransactionLogic<R> {

  /** Runs the logic once, on the thread of the caller of {@link TransactionService#execute}. */
  R run(Transaction transaction);
}
