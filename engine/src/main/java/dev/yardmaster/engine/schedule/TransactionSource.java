package dev.yardmaster.engine.schedule;

/**
 * Where transactions come from. Called by whichever worker deals, one at a time.
 *
 * @param <T> a transaction
 */
@FunctionalInterface
public interface TransactionSource<T> {

  /** The next transaction in the order of arrival; null if there is none now. */
  T next();
}
