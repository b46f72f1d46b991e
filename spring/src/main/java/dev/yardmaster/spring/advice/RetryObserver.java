package dev.yardmaster.spring.advice;

import dev.yardmaster.jdbc.retry.TransactionRetry;

/** Gets the retry loop of each method with {@code @RetryOnConflict}, at the method's first call. */
@FunctionalInterface
public interface RetryObserver {

  /** The loop was created; {@code method} names the class, the method and its parameters. */
  void created(String method, TransactionRetry retry);
}
