package dev.yardmaster.reactor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.SnapshotOptions;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.Values;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.adapter.JdkFlowAdapter;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

@Timeout(60)
class ReactiveTransactionsTest {

  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final int ENTRIES = 5_000;

  /** Adds 1 to a counter. Returns the old value, or null if the old value was 0. */
  private static final class Count implements Procedure<Long, @Nullable Long> {

    @Override
    public String name() {
      return "count";
    }

    @Override
    public void declare(Long id, KeyDeclaration keys) {
      keys.update(Key.of("counters", id));
    }

    @Override
    public @Nullable Long execute(Long id, Transaction transaction) {
      if (id < 0) {
        throw transaction.abort("no counter " + id);
      }
      Key key = Key.of("counters", id);
      long old = transaction.getLong(key);
      transaction.putLong(key, old + 1);
      return old == 0 ? null : old;
    }
  }

  private final Count count = new Count();
  private final Pipeline service = Pipeline.start(PipelineConfig.builder().build());
  private final ReactiveTransactions transactions = ReactiveTransactions.of(service);

  ReactiveTransactionsTest() {
    service.register(count);
  }

  @AfterEach
  void close() {
    service.close();
  }

  @Test
  void eachSubscriptionIsATransaction() {
    Mono<Long> counted = transactions.call(count, 7L);
    assertNull(counted.block(LIMIT), "a null result is empty");
    assertEquals(1, counted.block(LIMIT));
    assertEquals(2, counted.block(LIMIT));
  }

  @Test
  void manyCallsAtATime() {
    long sum =
        Flux.range(0, 200)
            .flatMap(i -> transactions.call(count, (long) (i % 2)).defaultIfEmpty(0L), 50)
            .reduce(0L, Long::sum)
            .block(LIMIT);
    assertEquals(2 * (99 * 100 / 2), sum);
  }

  @Test
  void anAbortIsAnErrorOrAnOutcome() {
    YardmasterException error =
        assertThrows(YardmasterException.class, () -> transactions.call(count, -1L).block(LIMIT));
    assertEquals(ErrorCode.ABORTED, error.code());
    Outcome<?> outcome =
        transactions.outcome(count, -1L, TransactionOptions.defaults()).block(LIMIT);
    assertEquals(AbortCause.USER, ((Outcome.Aborted<?>) outcome).cause());
  }

  @Test
  void oneShotsAndLogic() {
    Key key = Key.of("counters", 1);
    transactions.call(OneShot.builder().putLong(key, 41).build()).block(LIMIT);
    assertEquals(
        42,
        transactions
            .execute(
                transaction -> {
                  transaction.putLong(key, transaction.getLong(key) + 1);
                  return transaction.getLong(key);
                })
            .block(LIMIT));
  }

  @Test
  void aScanFetchesWhatIsRequestedAndClosesItsSnapshot() {
    fill();
    Key from = Key.of("entries", 0);
    List<Long> all =
        transactions
            .scan(from, null)
            .map(entry -> entry.getKey().number())
            .collectList()
            .block(LIMIT);
    assertEquals(ENTRIES, all.size());
    assertEquals(List.of(0L, 1L), all.subList(0, 2));
    Map.Entry<Key, byte[]> last =
        transactions.scan(from, null, true, SnapshotOptions.strict()).blockFirst(LIMIT);
    assertEquals(Key.of("entries", ENTRIES - 1), last.getKey());
    assertEquals(ENTRIES - 1, Values.toLong(last.getKey(), last.getValue()));
    // More snapshots than the pipeline allows to be open at a time.
    for (int i = 0; i < 2_000; i++) {
      assertEquals(3, transactions.scan(from, null).take(3).count().block(LIMIT));
    }
  }

  private void fill() {
    for (int first = 0; first < ENTRIES; first += 100) {
      OneShot.Builder writes = OneShot.builder();
      for (int i = first; i < first + 100; i++) {
        writes.putLong(Key.of("entries", i), i);
      }
      service.call(writes.build());
    }
  }

  @Test
  void anOverloadedServiceIsAskedAgain() {
    AtomicInteger subscriptions = new AtomicInteger();
    Mono<Integer> overloadedTwice =
        Mono.fromCallable(
            () -> {
              if (subscriptions.incrementAndGet() <= 2) {
                throw new YardmasterException(ErrorCode.OVERLOADED, "full");
              }
              return 5;
            });
    assertEquals(
        5, overloadedTwice.retryWhen(ReactiveTransactions.whileOverloaded(3)).block(LIMIT));
    subscriptions.set(0);
    assertThrows(
        YardmasterException.class,
        () -> overloadedTwice.retryWhen(ReactiveTransactions.whileOverloaded(1)).block(LIMIT));
    AtomicInteger aborted = new AtomicInteger();
    assertThrows(
        YardmasterException.class,
        () ->
            Mono.defer(
                    () -> {
                      aborted.incrementAndGet();
                      return transactions.call(count, -1L);
                    })
                .retryWhen(ReactiveTransactions.whileOverloaded(3))
                .block(LIMIT));
    assertEquals(1, aborted.get(), "an aborted transaction is not submitted again");
  }

  @Test
  void aFlowSubscriberGetsTheResult() throws Exception {
    CompletableFuture<Long> received = new CompletableFuture<>();
    transactions.call(count, 1L).block(LIMIT);
    JdkFlowAdapter.publisherToFlowPublisher(transactions.call(count, 1L))
        .subscribe(
            new Flow.Subscriber<Long>() {
              @Override
              public void onSubscribe(Flow.Subscription subscription) {
                subscription.request(1);
              }

              @Override
              public void onNext(Long value) {
                received.complete(value);
              }

              @Override
              public void onError(Throwable thrown) {
                received.completeExceptionally(thrown);
              }

              @Override
              public void onComplete() {}
            });
    assertEquals(1, received.get(30, TimeUnit.SECONDS));
  }

  @Test
  void aCancelledSubscriberDoesNotInterruptLogic() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch cancelled = new CountDownLatch(1);
    CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
    Disposable subscription =
        transactions
            .execute(
                transaction -> {
                  begun.countDown();
                  try {
                    assertTrue(cancelled.await(30, TimeUnit.SECONDS));
                    interrupted.complete(false);
                  } catch (InterruptedException e) {
                    interrupted.complete(true);
                  }
                  transaction.putLong(Key.of("counters", 9), 1);
                  return 1;
                })
            .subscribe();
    assertTrue(begun.await(30, TimeUnit.SECONDS));
    subscription.dispose();
    cancelled.countDown();
    assertFalse(interrupted.orTimeout(30, TimeUnit.SECONDS).join());
  }

  @Test
  void aCancelledSubscriberDoesNotCancelTheTransaction() {
    transactions.call(count, 3L).subscribe().dispose();
    // Both calls update the same key, so the second call finds the update of the first.
    assertEquals(1, transactions.call(count, 3L).block(LIMIT));
  }
}
