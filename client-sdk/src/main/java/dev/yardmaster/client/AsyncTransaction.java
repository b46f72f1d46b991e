package dev.yardmaster.client;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.YardmasterException;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * One run of a transaction whose logic does not block: reads return stages. The run sees its own
 * writes. No other transaction sees these writes before the commit. Each key is requested only
 * once. If the logic requests several keys while an answer of the server is outstanding, the client
 * collects the keys. It requests all collected keys together after the answer.
 *
 * <p>Any thread may call the methods. If the order of writes matters, one thread must make all
 * writes. A read sees the writes that were made before the read was requested. The stage of a read
 * may complete on a thread of the client; dependent stages must not block this thread. After any
 * error, including an invalid key, the stage completes exceptionally with a {@link
 * YardmasterException}.
 */
public interface AsyncTransaction {

  /** Returns the value of a key, or null if the key has no value. The caller owns the array. */
  CompletionStage<byte @Nullable []> get(Key key);

  /**
   * Returns the value of a key as a number; 0 if the key has no value. If the value does not have 8
   * bytes, the error is {@link ErrorCode#NOT_A_NUMBER}.
   */
  CompletionStage<Long> getLong(Key key);

  /** Returns whether a key has a value. */
  CompletionStage<Boolean> contains(Key key);

  /** Returns the values of several keys, in the order of the keys; null if a key has no value. */
  CompletionStage<Map<Key, byte @Nullable []>> getAll(Collection<Key> keys);

  /**
   * Returns the keys of a range that have a value, with their values, in the scan's order. The
   * rules of {@link dev.yardmaster.api.Reads#scan(Scan)} apply. Every scan is sent to the server,
   * even if it repeats an earlier scan.
   */
  CompletionStage<Map<Key, byte[]>> scan(Scan scan);

  /**
   * Sets a key's value. The array is copied.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_KEY}, {@link ErrorCode#BAD_VALUE}, {@link
   *     ErrorCode#VALUE_TOO_LARGE}, {@link ErrorCode#TOO_MANY_KEYS}, or {@link
   *     ErrorCode#TRANSACTION_OVER} after the transaction has ended
   */
  void put(Key key, byte[] value);

  /**
   * Sets a key's value to a number, as 8 bytes, most significant byte first. Throws the exceptions
   * of {@link #put}.
   */
  void putLong(Key key, long value);

  /** Removes a key's value. Throws the exceptions of {@link #put}. */
  void delete(Key key);

  /**
   * Aborts the transaction, like {@link dev.yardmaster.api.Transaction#abort}. None of the writes
   * is applied.
   *
   * @return the exception, which the logic should throw or pass to a stage; the transaction aborts
   *     even if the logic ignores the exception
   */
  RuntimeException abort(String reason);
}
