package dev.yardmaster.spring.advice;

import dev.yardmaster.jdbc.retry.TransactionRetry;

/**
 * Receives the retry loop of each method with {@code @RetryOnConflict}, at the method's first call.
 */
@FunctionalInterface
public interface RetryObserver {

  /**
   * Called when a loop was created. {@code method} contains the names of the class, the method and
   * the types of its parameters.
   */
  void created(String method, TransactionRetry retry);
}
