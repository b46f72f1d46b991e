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
