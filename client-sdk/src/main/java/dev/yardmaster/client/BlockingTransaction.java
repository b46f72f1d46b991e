package dev.yardmaster.client;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.Failures;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * A blocking view of a {@link TransactionHandle}: the calling thread waits for each read. Reads
 * throw {@link ErrorCode#WRONG_THREAD} on a thread of the client, and {@link ErrorCode#INTERRUPTED}
 * if the thread is interrupted. After an interrupt, the thread's interrupt flag stays set, and the
 * transaction continues.
 */
public final class BlockingTransaction implements Transaction, AutoCloseable {

  private final TransactionHandle handle;
  private final YardmasterClient client;

  BlockingTransaction(TransactionHandle handle, YardmasterClient client) {
    this.handle = handle;
    this.client = client;
  }

  @Override
  public byte @Nullable [] get(Key key) {
    return await(handle.get(key));
  }

  @Override
  public long getLong(Key key) {
    return await(handle.getLong(key));
  }

  @Override
  public boolean contains(Key key) {
    return await(handle.contains(key));
  }

  @Override
  public Map<Key, byte @Nullable []> getAll(Collection<Key> keys) {
    return await(handle.getAll(keys));
  }

  @Override
  public Map<Key, byte[]> scan(Scan scan) {
    return await(handle.scan(scan));
  }

  @Override
  public void put(Key key, byte[] value) {
    handle.put(key, value);
  }

  @Override
  public void putLong(Key key, long value) {
    handle.putLong(key, value);
  }

  @Override
  public void delete(Key key) {
    handle.delete(key);
  }

  @Override
  public RuntimeException abort(String reason) {
    return handle.abort(reason);
  }

  /**
   * Commits the transaction, and waits for its outcome.
   *
   * @throws YardmasterException {@link ErrorCode#WRONG_THREAD} before the commit starts; {@link
   *     ErrorCode#INTERRUPTED} if an interrupt ends the wait before the outcome is known. The
   *     transaction then still commits or aborts, and {@link TransactionHandle#commit()} returns
   *     its outcome
   */
  public Outcome<@Nullable Object> commit() {
    return commit(null);
  }

  /**
   * Commits the transaction with a result, like {@link TransactionHandle#commit(Object)}, and waits
   * for its outcome.
   */
  public Outcome<@Nullable Object> commit(@Nullable Object value) {
    checkThread();
    return await(handle.commit(value));
  }

  /** Rolls back the transaction. None of its writes is applied. */
  public void rollback() {
    handle.rollback();
  }

  /** Rolls back the transaction if it has not committed. */
  @Override
  public void close() {
    handle.close();
  }

  private void checkThread() {
    if (client.isOwnThread()) {
      throw Failures.wrongThread("client");
    }
  }

  private <T> T await(CompletionStage<T> stage) {
    checkThread();
    try {
      return stage.toCompletableFuture().get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new YardmasterException(
          ErrorCode.INTERRUPTED, "the thread was interrupted while it waited", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof YardmasterException error) {
        throw error;
      }
      throw new IllegalStateException("reads fail with errors of the service", e);
    }
  }
}
