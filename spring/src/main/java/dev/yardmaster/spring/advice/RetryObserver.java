package dev.yardmaster.spring.autoconfigure;

import dev.yardmaster.jdbc.retry.TransactionRetry;

/** Gets the retry loop of each method with {@code @RetryOnConflict}, at the method's first call. */
@FunctionalInterface
interface RetryObserver {

  /** The loop was created; {@code method} names the class, the method and its parameters. */
  void created(String method, TransactionRetry retry);
}
