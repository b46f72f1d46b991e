package dev.yardmaster.spring.advice;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.Transaction;
import java.util.Collection;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A bean that forwards each call to the transaction of the calling thread. Outside of a method with
 * {@link dev.yardmaster.spring.KeyValueTransactional}, every call fails. Any thread may call the
 * methods.
 */
public final class CurrentTransaction implements Transaction {

  private static final ThreadLocal<@Nullable Transaction> CURRENT = new ThreadLocal<>();

  /** Returns whether the calling thread is in a transaction. */
  static boolean isActive() {
    return CURRENT.get() != null;
  }

  /**
   * Runs work on the calling thread; during the work, the given transaction is the thread's
   * transaction.
   */
  static <R extends @Nullable Object> R during(Transaction transaction, Supplier<R> work) {
    CURRENT.set(transaction);
    try {
      return work.get();
    } finally {
      CURRENT.remove();
    }
  }

  private static Transaction current() {
    Transaction current = CURRENT.get();
    if (current == null) {
      throw new IllegalStateException(
          "the thread is not in a transaction; call the bean Transaction only from a method with"
              + " @KeyValueTransactional that is called through its bean: thread="
              + Thread.currentThread().getName());
    }
    return current;
  }

  @Override
  public byte @Nullable [] get(Key key) {
    return current().get(key);
  }

  @Override
  public long getLong(Key key) {
    return current().getLong(key);
  }

  @Override
  public boolean contains(Key key) {
    return current().contains(key);
  }

  @Override
  public Map<Key, byte[]> scan(Scan scan) {
    return current().scan(scan);
  }

  @Override
  public Map<Key, byte @Nullable []> getAll(Collection<Key> keys) {
    return current().getAll(keys);
  }

  @Override
  public void put(Key key, byte[] value) {
    current().put(key, value);
  }

  @Override
  public void putLong(Key key, long value) {
    current().putLong(key, value);
  }

  @Override
  public void delete(Key key) {
    current().delete(key);
  }

  @Override
  public RuntimeException abort(String reason) {
    return current().abort(reason);
  }
}
