package dev.yardmaster.client;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * An interactive transaction in its caller's hands, for frameworks that cannot give its logic as a
 * lambda. There is one attempt: what would have run a lambda again, ends it, with a conflict as
 * {@link Outcome.Aborted} that has its report. Reads that fail tell why, and {@link #commit} tells
 * the outcome. It ends by itself when its timeout has passed.
 *
 * <p>Threads as {@link AsyncTransaction}; {@link #blocking} is the same for one thread that waits.
 */
public final class TransactionHandle implements AsyncTransaction, AutoCloseable {

  private final YardmasterClient client;
  private final CompletableFuture<Object> result = new CompletableFuture<>();
  private AsyncRun<Object> run;
  private volatile AsyncTransaction transaction;

  private TransactionHandle(YardmasterClient client) {
    this.client = client;
  }

  static TransactionHandle begin(
      YardmasterClient client, ClientState state, TransactionOptions options) {
    TransactionHandle handle = new TransactionHandle(client);
    handle.run =
        new AsyncRun<>(
            state,
            transaction -> {
              handle.transaction = transaction;
              return handle.result;
            },
            options,
            state.onlyAttempt(options),
            true);
    handle.run.begin();
    return handle;
  }

  /** The run; throws if the transaction could not begin. */
  private AsyncTransaction begun() {
    AsyncTransaction begun = transaction;
    if (begun == null) {
      throw run.stage().toCompletableFuture().join().error();
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
  public CompletionStage<byte[]> get(Key key) {
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
  public CompletionStage<Map<Key, byte[]>> getAll(Collection<Key> keys) {
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

  /** Decides against the writes: {@link #commit} then validates the decision, and tells it. */
  @Override
  public RuntimeException abort(String reason) {
    return begun().abort(reason);
  }

  /**
   * Ends the transaction, with its writes if nothing is in their way; the stage always completes,
   * and never exceptionally. Committing again gives the same outcome.
   */
  public CompletionStage<Outcome<Object>> commit() {
    return commit(null);
  }

  /**
   * Ends the transaction with a result, which is kept if it has an id; then only what {@link
   * dev.yardmaster.api.ValueCodec#basic} takes can be.
   */
  public CompletionStage<Outcome<Object>> commit(Object value) {
    result.complete(value);
    return run.stage();
  }

  /**
   * Ends the transaction without its writes, and lets the server forget it. Nothing happens if it
   * has ended, or is committing.
   */
  public void rollback() {
    run.endWith(
        new YardmasterException(ErrorCode.TRANSACTION_OVER, "the transaction was rolled back"));
  }

  /** Rolls back what was not committed. */
  @Override
  public void close() {
    rollback();
  }

  /** The same for a thread that waits for each read. */
  public BlockingTransaction blocking() {
    return new BlockingTransaction(this, client);
  }
}
