package dev.yardmaster.client;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.YardmasterException;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * One run of a transaction whose logic does not block: reads return stages. The run sees its own
 * writes; no other transaction does before it commits. Each key is requested once; requests made
 * while an answer is on its way are sent together.
 *
 * <p>Any thread may call the methods, but writes that depend on each other's order belong in one
 * thread. A read sees the writes made before it was requested. Its stage may complete on a thread
 * of the client, which dependent stages must not block. Errors, including those for a bad key,
 * complete the stage exceptionally with a {@link YardmasterException}.
 */
public interface AsyncTransaction {

  /** Returns the value of a key, or null if there is none. The caller owns the array. */
  CompletionStage<byte[]> get(Key key);

  /**
   * Returns the value of a key as a number, 0 if there is none; {@link ErrorCode#NOT_A_NUMBER} if
   * the value does not have 8 bytes.
   */
  CompletionStage<Long> getLong(Key key);

  /** Returns whether a key has a value. */
  CompletionStage<Boolean> contains(Key key);

  /** Returns the values of several keys, in their order; null where a key has none. */
  CompletionStage<Map<Key, byte[]>> getAll(Collection<Key> keys);

  /**
   * Returns the keys of a range that have a value, with their values, in the scan's order; as
   * {@link dev.yardmaster.api.Reads#scan(Scan)}. Every scan is requested separately, even a repeated one.
   */
  CompletionStage<Map<Key, byte[]>> scan(Scan scan);

  /**
   * Sets a key's value. The array is copied.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_KEY}, {@link ErrorCode#BAD_VALUE}, {@link
   *     ErrorCode#VALUE_TOO_LARGE}, {@link ErrorCode#TOO_MANY_KEYS}, or {@link
   *     ErrorCode#TRANSACTION_OVER} once the transaction has ended
   */
  void put(Key key, byte[] value);

  /**
   * Sets a key's value to a number, as 8 bytes, most significant byte first; throws as {@link
   * #put}.
   */
  void putLong(Key key, long value);

  /** Removes a key's value; throws as {@link #put}. */
  void delete(Key key);

  /**
   * Ends the transaction without its writes, as {@link dev.yardmaster.api.Transaction#abort} does.
   *
   * @return the exception to throw, or to complete a stage with; dropping it does not undo the
   *     abort
   */
  RuntimeException abort(String reason);
}
