package dev.yardmaster.engine.schedule;

/**
 * The transactions that wait for a scheduler. Only one worker at a time calls the source.
 *
 * @param <T> the type of a transaction
 */
@FunctionalInterface
public interface TransactionSource<T> {

  /**
   * Returns the next transaction in the order of arrival; null if no transaction is waiting now.
   */
  T next();
}
