package dev.yardmaster.client;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.YardmasterException;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * One run of a transaction whose logic does not wait: a read is a stage. It sees its own writes,
 * and nobody else does before it commits. Each key is asked for once; what is asked for while an
 * answer is on its way is asked for together.
 *
 * <p>Any thread, though writes and what depends on their order belong in one. A read sees the
 * writes that were made before it was asked for. Its stage may complete on a thread of the client,
 * which what follows must not hold up; errors, also of a bad key, complete it exceptionally with a
 * {@link YardmasterException}.
 */
public interface AsyncTransaction {

  /** The value of a key, or null where there is none. The array is the caller's own. */
  CompletionStage<byte[]> get(Key key);

  /**
   * The value of a key as a number, 0 where there is none; {@link ErrorCode#NOT_A_NUMBER} if the
   * value does not have 8 bytes.
   */
  CompletionStage<Long> getLong(Key key);

  /** Whether a key has a value. */
  CompletionStage<Boolean> contains(Key key);

  /** The values of several keys, in their order; null where a key has none. */
  CompletionStage<Map<Key, byte[]>> getAll(Collection<Key> keys);

  /**
   * The keys of a range that have a value, with their values, in the scan's order; as {@link
   * dev.yardmaster.api.Reads#scan(Scan)}. Every scan is asked for by itself, also one that was
   * asked for before.
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

  /** Sets a key's value to a number, as 8 bytes, most significant first; throws as {@link #put}. */
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
