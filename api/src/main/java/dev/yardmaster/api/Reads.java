package dev.yardmaster.api;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a transaction has read. Used by one thread at a time: the one that runs the logic.
 *
 * <p>Until the transaction commits, two values read may stem from different moments; a conflict
 * found later discards the run, so logic must only be able to bear such a pair, not to report it.
 */
public interface Reads {

  /**
   * The value of a key, or null where there is none. The array is the caller's own.
   *
   * @throws YardmasterException {@link ErrorCode#UNDECLARED_KEY} in a procedure that did not
   *     declare the key; {@link ErrorCode#TRANSACTION_OVER} after the transaction ended
   */
  byte[] get(Key key);

  /**
   * The value of a key as a number; a key without a value reads as 0.
   *
   * @throws YardmasterException {@link ErrorCode#NOT_A_NUMBER} if the value does not have 8 bytes;
   *     otherwise as {@link #get}
   */
  long getLong(Key key);

  /** Whether a key has a value. */
  boolean contains(Key key);

  /**
   * The keys of a range that have a value, with their values, in the scan's order. The transaction
   * commits only if nobody has changed, added or removed any of them by then. The arrays are the
   * caller's own.
   *
   * <p>In a procedure a scan shows, of what the procedure has deleted itself, no replacement behind
   * the last entry that was found; elsewhere only if the scan's limit and the own deletions in its
   * range come to more than {@link Scan#MAX_LIMIT} together.
   *
   * @throws YardmasterException {@link ErrorCode#UNDECLARED_KEY} in a procedure that did not
   *     declare just this scan; {@link ErrorCode#TOO_MANY_KEYS} for more scans than the service
   *     takes of one transaction, or if their limits together are more than it takes; {@link
   *     ErrorCode#TRANSACTION_OVER} after the transaction ended
   */
  Map<Key, byte[]> scan(Scan scan);

  /**
   * Scans from the lowest key on.
   *
   * @param from the lowest key of the range
   * @param to the first key behind the range; null for the table's end
   * @param limit how many keys it gives at most; 1 to {@link Scan#MAX_LIMIT}
   * @throws YardmasterException as {@link Scan} and {@link #scan(Scan)}
   */
  default Map<Key, byte[]> scan(Key from, Key to, int limit) {
    return scan(Scan.forward(from, to, limit));
  }

  /**
   * Scans from the highest key down; otherwise as {@link #scan(Key, Key, int)}.
   *
   * @throws YardmasterException as {@link Scan} and {@link #scan(Scan)}
   */
  default Map<Key, byte[]> scanBackward(Key from, Key to, int limit) {
    return scan(Scan.backward(from, to, limit));
  }

  /**
   * The values of several keys, in the order in which they are iterated; null where a key has none.
   * An interactive transaction asks for those that it has not seen yet all at once.
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
