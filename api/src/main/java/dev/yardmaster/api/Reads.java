package dev.yardmaster.api;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A transaction's view of the data. Only the thread that runs the logic may use it. A {@link
 * Snapshot} has the same methods, without the limits of a transaction.
 *
 * <p>While a transaction runs, two values that it has read may come from different points in time.
 * Such a run never commits. The logic need not detect inconsistent values, but must tolerate them:
 * for example, inconsistent values must not cause an endless loop.
 */
public interface Reads {

  /**
   * Returns the value of a key, or null if the key has no value. The caller owns the array.
   *
   * @throws YardmasterException {@link ErrorCode#UNDECLARED_KEY} in a procedure that did not
   *     declare the key; {@link ErrorCode#TRANSACTION_OVER} after the transaction ended
   */
  byte @Nullable [] get(Key key);

  /**
   * Returns the value of a key as a number; returns 0 for a key without a value.
   *
   * @throws YardmasterException {@link ErrorCode#NOT_A_NUMBER} if the value does not have 8 bytes;
   *     and the errors of {@link #get}
   */
  long getLong(Key key);

  /** Returns whether a key has a value. */
  boolean contains(Key key);

  /**
   * Returns the keys of a range that have a value, with their values, in the scan's order. The
   * transaction commits only if no other transaction has changed, added or removed an entry of the
   * scanned range before the commit. The caller owns the arrays.
   *
   * <p>The result does not contain entries that this transaction has deleted. In a procedure, the
   * result then has fewer entries than the limit. In an interactive transaction, the scan instead
   * continues to further entries, unless the sum of the scan's limit and the transaction's
   * deletions in the range exceeds {@link Scan#MAX_LIMIT}.
   *
   * @throws YardmasterException {@link ErrorCode#UNDECLARED_KEY} in a procedure that did not
   *     declare exactly this scan; {@link ErrorCode#TOO_MANY_KEYS} if the number of the
   *     transaction's scans, or the sum of their limits, exceeds the service's limit; {@link
   *     ErrorCode#TRANSACTION_OVER} after the transaction ended
   */
  Map<Key, byte[]> scan(Scan scan);

  /**
   * Scans upwards from the lowest key.
   *
   * @param from the lowest key of the range
   * @param to the first key after the range; null for the table's end
   * @param limit the maximum number of keys to return; 1 to {@link Scan#MAX_LIMIT}
   * @throws YardmasterException in the same cases as {@link Scan} and {@link #scan(Scan)}
   */
  default Map<Key, byte[]> scan(Key from, @Nullable Key to, int limit) {
    return scan(Scan.forward(from, to, limit));
  }

  /**
   * Scans downwards from the highest key, with the parameters of {@link #scan(Key, Key, int)}.
   *
   * @throws YardmasterException in the same cases as {@link Scan} and {@link #scan(Scan)}
   */
  default Map<Key, byte[]> scanBackward(Key from, @Nullable Key to, int limit) {
    return scan(Scan.backward(from, to, limit));
  }

  /**
   * Returns the values of several keys, in the keys' iteration order; null if a key has no value.
   * An interactive transaction fetches all keys that it has not read yet in one request.
   *
   * @throws YardmasterException in the same cases as {@link #get}
   */
  default Map<Key, byte @Nullable []> getAll(Collection<Key> keys) {
    Map<Key, byte @Nullable []> values = new LinkedHashMap<>();
    for (Key key : keys) {
      values.put(key, get(key));
    }
    return values;
  }
}
