package dev.yardmaster.engine.schedule;

/**
 * A source of transactions. Workers call the source, one worker at a time.
 *
 * @param <T> the type of a transaction
 */
@FunctionalInterface
public interface TransactionSource<T> {

  /**
   * Returns the next transaction in the order of arrival, or null if no transaction is waiting at
   * present.
   */
  T next();
}
