package dev.yardmaster.engine.schedule;

/**
 * A source of transactions. The workers that deal call it, one at a time.
 *
 * @param <T> a transaction
 */
@FunctionalInterface
public interface TransactionSource<T> {

  /** Returns the next transaction in the order of arrival, or null if there is none at present. */
  T next();
}
