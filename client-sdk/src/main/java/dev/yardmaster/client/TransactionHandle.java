package dev.yardmaster.client;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An interactive transaction that the caller controls step by step, for frameworks that cannot pass
 * the logic as a lambda. The transaction has only one attempt; its caller decides whether to start
 * another transaction. A conflict ends the transaction as {@link Outcome.Aborted} with a report of
 * the conflict, whereas a lambda would run again. If a read fails, its stage completes with the
 * error, and {@link #commit} returns the outcome. The transaction ends when its timeout has passed.
 *
 * <p>The thread rules of {@link AsyncTransaction} apply. {@link #blocking} returns a view of this
 * transaction with blocking reads.
 */
public final class TransactionHandle implements AsyncTransaction, AutoCloseable {

  private final YardmasterClient client;
  private final CompletableFuture<Object> result = new CompletableFuture<>();
  private @Nullable AsyncRun<Object> run;

  @Shared(
      writers = "the thread that begins the transaction",
      readers = "threads of the caller",
      access = "volatile")
  private volatile @Nullable AsyncTransaction transaction;

  private TransactionHandle(YardmasterClient client) {
    this.client = client;
  }

  static TransactionHandle begin(
      YardmasterClient client, ClientState state, TransactionOptions options) {
    TransactionHandle handle = new TransactionHandle(client);
    AsyncRun<Object> run =
        new AsyncRun<>(
            state,
            transaction -> {
              handle.transaction = transaction;
              return handle.result;
            },
            options,
            state.onlyAttempt(options),
            true);
    handle.run = run;
    run.begin();
    return handle;
  }

  private AsyncRun<Object> started() {
    return Objects.requireNonNull(run);
  }

  /** Returns the transaction. Throws an exception if the transaction could not begin. */
  private AsyncTransaction begun() {
    AsyncTransaction begun = transaction;
    if (begun == null) {
      throw started().stage().toCompletableFuture().join().error();
    }
    return begun;
  }

  private <T> CompletionStage<T> read(Function<AsyncTransaction, CompletionStage<T>> read) {
    try {
      return read.apply(begun());
    } catch (YardmasterException error) {
      return CompletableFuture.failedFuture(error);
    }
  }

  @Override
  public CompletionStage<byte @Nullable []> get(Key key) {
    return read(begun -> begun.get(key));
  }

  @Override
  public CompletionStage<Long> getLong(Key key) {
    return read(begun -> begun.getLong(key));
  }

  @Override
  public CompletionStage<Boolean> contains(Key key) {
    return read(begun -> begun.contains(key));
  }

  @Override
  public CompletionStage<Map<Key, byte @Nullable []>> getAll(Collection<Key> keys) {
    return read(begun -> begun.getAll(keys));
  }

  @Override
  public CompletionStage<Map<Key, byte[]>> scan(Scan scan) {
    return read(begun -> begun.scan(scan));
  }

  @Override
  public void put(Key key, byte[] value) {
    begun().put(key, value);
  }

  @Override
  public void putLong(Key key, long value) {
    begun().putLong(key, value);
  }

  @Override
  public void delete(Key key) {
    begun().delete(key);
  }

  /**
   * Aborts the transaction. The caller must still call {@link #commit}, which validates the reads
   * and returns the outcome.
   */
  @Override
  public RuntimeException abort(String reason) {
    return begun().abort(reason);
  }

  /**
   * Ends the transaction: commits its writes, unless there is a conflict. The stage always
   * completes, and never exceptionally. A second call returns the same outcome.
   */
  public CompletionStage<Outcome<@Nullable Object>> commit() {
    return commit(null);
  }

  /**
   * Commits the transaction with a result. If the transaction has an id, the server keeps the
   * result, so {@link dev.yardmaster.api.ValueCodec#basic} must be able to encode it.
   */
  public CompletionStage<Outcome<@Nullable Object>> commit(@Nullable Object value) {
    result.complete(value);
    return started().stage();
  }

  /**
   * Rolls back the transaction: none of its writes is applied, and the server drops the
   * transaction. This method has no effect if the transaction has ended or is committing.
   */
  public void rollback() {
    started()
        .endWith(
            new YardmasterException(ErrorCode.TRANSACTION_OVER, "the transaction was rolled back"));
  }

  /** Rolls back the transaction if it has not committed. */
  @Override
  public void close() {
    rollback();
  }

  /** Returns a view of this transaction with blocking reads. */
  public BlockingTransaction blocking() {
    return new BlockingTransaction(this, client);
  }
}
