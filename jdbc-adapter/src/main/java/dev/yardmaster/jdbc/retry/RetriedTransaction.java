package dev.yardmaster.jdbc.retry;

import org.jspecify.annotations.Nullable;

/**
 * A whole transaction. An implementation begins, runs and commits a database transaction, and rolls
 * the database transaction back if it throws an exception. The implementation runs once for each
 * attempt, so a rollback must undo all its effects.
 *
 * @param <R> the type of the result
 * @param <E> the type of the checked exceptions that {@link #run} throws
 */
@FunctionalInterface
public interface RetriedTransaction<R extends @Nullable Object, E extends Throwable> {

  /** Runs one attempt, on the thread of the caller of {@link TransactionRetry#execute}. */
  R run() throws E;
}
