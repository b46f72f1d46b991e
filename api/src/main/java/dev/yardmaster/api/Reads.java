package dev.yardmaster.api;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A transaction's view of the data. Used by one thread at a time: the one that runs the logic.
 *
 * <p>Until the transaction commits, two values that it has read may come from different moments. A
 * conflict found later discards such a run, so logic only has to survive such a pair of values, not
 * to detect it.
 */
public interface Reads {

  /**
   * Returns the value of a key, or null if there is none. The caller owns the array.
   *
   * @throws YardmasterException {@link ErrorCode#UNDECLARED_KEY} in a procedure that did not
   *     declare the key; {@link ErrorCode#TRANSACTION_OVER} after the transaction ended
   */
  byte[] get(Key key);

  /**
   * Returns the value of a key as a number; a key without a value reads as 0.
   *
   * @throws YardmasterException {@link ErrorCode#NOT_A_NUMBER} if the value does not have 8 bytes;
   *     otherwise as {@link #get}
   */
  long getLong(Key key);

  /** Returns whether a key has a value. */
  boolean contains(Key key);

  /**
   * Returns the keys of a range that have a value, with their values, in the scan's order. The
   * transaction commits only if no other transaction has changed, added or removed any of them by then. The
   * caller owns the arrays.
   *
   * <p>Entries that the transaction itself has deleted are missing from the result. In a procedure
   * the scan does not replace them by entries behind the last one found. In an interactive
   * transaction it does, unless the scan's limit plus the transaction's deletions in the range
   * exceed {@link Scan#MAX_LIMIT}.
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
   * @param to the first key behind the range; null for the table's end
   * @param limit most keys to return; 1 to {@link Scan#MAX_LIMIT}
   * @throws YardmasterException as {@link Scan} and {@link #scan(Scan)}
   */
  default Map<Key, byte[]> scan(Key from, Key to, int limit) {
    return scan(Scan.forward(from, to, limit));
  }

  /**
   * Scans downwards from the highest key; otherwise as {@link #scan(Key, Key, int)}.
   *
   * @throws YardmasterException as {@link Scan} and {@link #scan(Scan)}
   */
  default Map<Key, byte[]> scanBackward(Key from, Key to, int limit) {
    return scan(Scan.backward(from, to, limit));
  }

  /**
   * Returns the values of several keys, in the keys' iteration order; null where a key has none. An
   * interactive transaction fetches all keys that it has not read yet at once.
   *
   * @throws YardmasterException as {@link #get}
   */
  default Map<Key, byte[]> getAll(Collection<Key> keys) {
    Map<Key, byte[]> values = new LinkedHashMap<>();
    for (Key key : keys) {
      values.put(key, get(key));
    }
    return values;
  }
}
