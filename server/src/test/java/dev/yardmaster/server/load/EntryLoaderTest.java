package dev.yardmaster.server.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionIds;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.api.YardmasterException;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Tests a loader on a service with prescribed answers. */
class EntryLoaderTest {

  private static final Outcome<OneShot.Result> COMMITTED =
      new Outcome.Committed<>(null, 1, 1, 0, null);

  private final Queue<Outcome<OneShot.Result>> answers = new ArrayDeque<>();
  private final List<TransactionId> ids = new ArrayList<>();
  private final List<CompletableFuture<Outcome<OneShot.Result>>> held = new ArrayList<>();
  private final AtomicLong nowNs = new AtomicLong();
  private boolean holds;

  private final EntryLoader loader =
      new EntryLoader(
          service(),
          new TransactionIds(() -> 1_000, new SplittableRandom(3)::nextLong),
          nowNs::get,
          progress -> {});

  /** Answers each submission with the next given outcome, or with a commit. */
  private TransactionService service() {
    return (TransactionService)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {TransactionService.class},
            (proxy, method, arguments) -> {
              assertEquals("submit", method.getName());
              ids.add(((TransactionOptions) arguments[1]).id());
              CompletableFuture<Outcome<OneShot.Result>> end = new CompletableFuture<>();
              if (holds) {
                held.add(end);
              } else {
                end.complete(answers.isEmpty() ? COMMITTED : answers.remove());
              }
              return end;
            });
  }

  private static YardmasterException error(ErrorCode code) {
    return new YardmasterException(code, "planted");
  }

  private void load(int entries) {
    for (int i = 0; i < entries; i++) {
      loader.entry(Key.of("t", i), new byte[8], i + 1);
    }
    loader.complete();
    assertEquals(entries, loader.loaded());
  }

  /** A repetition under another id could commit after a newer transaction with the same key. */
  @Test
  void anUnknownOutcomeIsAskedForUnderTheSameId() {
    answers.add(new Outcome.Unknown<>(error(ErrorCode.OUTCOME_UNKNOWN)));
    load(1);
    assertEquals(2, ids.size());
    assertEquals(ids.get(0), ids.get(1));
  }

  /** The service may have kept the outcome under the first id. */
  @Test
  void aTransactionWithoutEffectIsRepeatedUnderAnotherId() {
    answers.add(new Outcome.Aborted<>(AbortCause.TIMEOUT, "planted", 0, null));
    answers.add(new Outcome.Rejected<>(error(ErrorCode.OVERLOADED)));
    load(1);
    assertEquals(3, ids.size());
    assertNotEquals(ids.get(0), ids.get(1));
    assertNotEquals(ids.get(1), ids.get(2));
  }

  @Test
  void aTransactionThatIsTooLargeIsDivided() {
    answers.add(new Outcome.Rejected<>(error(ErrorCode.TRANSACTION_TOO_LARGE)));
    answers.add(new Outcome.Rejected<>(error(ErrorCode.TOO_MANY_KEYS)));
    load(4);
    assertEquals(5, ids.size(), "all, the first half, its two halves, the second half");
  }

  @Test
  void anEntryThatIsTooLargeEndsTheLoad() {
    answers.add(new Outcome.Rejected<>(error(ErrorCode.TRANSACTION_TOO_LARGE)));
    YardmasterException thrown = assertThrows(YardmasterException.class, () -> load(1));
    assertSame(ErrorCode.TRANSACTION_TOO_LARGE, thrown.code());
  }

  @Test
  void aServiceThatRefusesForAMinuteEndsTheLoad() {
    loader.entry(Key.of("t", 1), new byte[8], 1);
    Outcome<OneShot.Result> refused = new Outcome.Rejected<>(error(ErrorCode.OVERLOADED));
    answers.add(refused);
    answers.add(refused);
    EntryLoader impatient =
        new EntryLoader(
            service(),
            new TransactionIds(() -> 1_000, new SplittableRandom(4)::nextLong),
            () -> nowNs.getAndAdd(61_000_000_000L),
            progress -> {});
    impatient.entry(Key.of("t", 2), new byte[8], 2);
    assertSame(
        ErrorCode.OVERLOADED, assertThrows(YardmasterException.class, impatient::complete).code());
  }

  @Test
  void twoTransactionsInFlightNeverWriteTheSameKey() throws Exception {
    holds = true;
    for (int i = 0; i < 257; i++) {
      loader.entry(Key.of("t", i), new byte[8], i + 1);
    }
    assertEquals(1, held.size(), "256 entries are in flight");
    Thread again = new Thread(() -> loader.entry(Key.of("t", 7), new byte[8], 300));
    again.start();
    while (again.getState() != Thread.State.WAITING) {
      LockSupport.parkNanos(1_000_000);
    }
    assertFalse(held.get(0).isDone());
    held.get(0).complete(COMMITTED);
    again.join();
    assertEquals(256, loader.loaded());
  }
}
