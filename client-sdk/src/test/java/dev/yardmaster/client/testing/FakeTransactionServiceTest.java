package dev.yardmaster.client.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionIds;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionServiceContract;
import dev.yardmaster.api.YardmasterException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class FakeTransactionServiceTest {

  private static final Key A = Key.of("a", 1);
  private static final OneShot ADD = OneShot.builder().add(A, 1).build();
  private static final TransactionOptions OPTIONS = TransactionOptions.defaults();

  private final ManualTime time = new ManualTime();
  private final FakeTransactionService service = new FakeTransactionService(time);

  private long added() {
    return service.call(OneShot.builder().read(A).build()).getLong(A);
  }

  @Test
  void failuresComeInTheirOrderAndNothingTakesPlace() {
    service.failNext(ErrorCode.OVERLOADED);
    service.failNext(2, new Outcome.Aborted<>(AbortCause.VICTIM, "chosen", 3, null));
    service.failNext(ErrorCode.OUTCOME_UNKNOWN);
    service.failNext(ErrorCode.ABORTED);
    assertEquals(ErrorCode.OVERLOADED, service.call(ADD, OPTIONS).error().code());
    for (int i = 0; i < 2; i++) {
      Outcome<Object> outcome = service.execute(transaction -> null, OPTIONS);
      assertEquals(AbortCause.VICTIM, assertInstanceOf(Outcome.Aborted.class, outcome).cause());
    }
    assertInstanceOf(Outcome.Unknown.class, service.call(ADD, OPTIONS));
    assertInstanceOf(Outcome.Aborted.class, service.call(ADD, OPTIONS));
    assertEquals(0, added());
  }

  @Test
  void aCommitIsNoFailure() {
    Outcome<Object> commit = service.execute(transaction -> null, OPTIONS);
    assertThrows(IllegalArgumentException.class, () -> service.failNext(1, commit));
    assertThrows(
        IllegalArgumentException.class,
        () -> service.failNext(0, new Outcome.Aborted<>(AbortCause.VICTIM, "", 0, null)));
  }

  @Test
  void aLostAnswerCanBeAskedForByItsId() {
    service.loseNext();
    TransactionOptions once = OPTIONS.withId(TransactionIds.ofThisMachine().next());
    assertInstanceOf(Outcome.Unknown.class, service.call(ADD, once));
    assertTrue(service.status(once.id()).toCompletableFuture().join().valueOrThrow().isCommitted());
    assertInstanceOf(Outcome.Committed.class, service.call(ADD, once));
    assertEquals(1, added());
  }

  @Test
  void aConflictRunsTheLogicAgain() {
    service.conflictNext(A);
    AtomicInteger runs = new AtomicInteger();
    Outcome<Object> outcome =
        service.execute(
            transaction -> {
              transaction.putLong(A, runs.incrementAndGet());
              return null;
            },
            OPTIONS);
    Outcome.Committed<?> commit = assertInstanceOf(Outcome.Committed.class, outcome);
    assertEquals(1, commit.restarts());
    assertEquals(A, commit.lastConflict().key());
    assertEquals(2, added());
    service.conflictNext(A);
    Outcome<OneShot.Result> single = service.call(ADD, OPTIONS.withMaxAttempts(1));
    assertEquals(A, assertInstanceOf(Outcome.Aborted.class, single).lastConflict().key());
    assertEquals(2, added());
  }

  @Test
  void aDelayedTransactionTakesPlaceWhenItsTimeHasCome() {
    service.delayNext(Duration.ofSeconds(2));
    CompletableFuture<Outcome<OneShot.Result>> stage = service.submit(ADD).toCompletableFuture();
    time.advance(Duration.ofMillis(1999));
    assertFalse(stage.isDone());
    assertEquals(0, added());
    time.advance(Duration.ofMillis(1));
    assertInstanceOf(Outcome.Committed.class, stage.join());
    assertEquals(1, added());
  }

  @Test
  void cancellingTheStageOfADelayedTransactionDoesNotStopIt() {
    service.delayNext(Duration.ofSeconds(2));
    CompletionStage<Outcome<OneShot.Result>> stage = service.submit(ADD);
    stage.toCompletableFuture().cancel(true);
    ((CompletableFuture<?>) stage).cancel(true);
    time.advance(Duration.ofSeconds(2));
    assertEquals(1, added());
    assertInstanceOf(Outcome.Committed.class, stage.toCompletableFuture().join());
  }

  @Test
  void aDelayBeyondTheTimeoutIsATimeout() {
    TransactionOptions brief = OPTIONS.withTimeout(Duration.ofSeconds(1));
    service.delayNext(Duration.ofSeconds(2));
    service.delayNext(Duration.ofSeconds(2));
    var stage = service.submit(ADD, brief).toCompletableFuture();
    Outcome<Object> lambda = service.execute(transaction -> null, brief);
    assertEquals(AbortCause.TIMEOUT, assertInstanceOf(Outcome.Aborted.class, lambda).cause());
    time.advance(Duration.ofSeconds(1));
    assertEquals(AbortCause.TIMEOUT, assertInstanceOf(Outcome.Aborted.class, stage.join()).cause());
    time.advance(Duration.ofSeconds(5));
    assertEquals(0, added());
  }

  @Test
  void closingLetsWhatIsDelayedTakePlace() {
    service.delayNext(Duration.ofSeconds(2));
    var stage = service.submit(ADD).toCompletableFuture();
    service.close();
    assertInstanceOf(Outcome.Committed.class, stage.join());
    assertEquals(
        ErrorCode.CLOSED, assertThrows(YardmasterException.class, () -> service.call(ADD)).code());
  }

  @Test
  void whatWasSubmittedCanBeLookedAt() {
    service.register(TransactionServiceContract.ADD);
    service.call(TransactionServiceContract.ADD, 5L);
    service.call(ADD, OPTIONS.withWeight(3));
    service.execute(transaction -> null);
    assertEquals(
        List.of(
            new Submitted("add", 5L, OPTIONS),
            new Submitted("yardmaster.one-shot", ADD, OPTIONS.withWeight(3)),
            new Submitted("", null, OPTIONS)),
        service.submitted());
  }

  @Test
  void timeRunsWhatIsDueInItsOrder() {
    List<String> ran = new ArrayList<>();
    time.later(() -> ran.add("b at " + time.nowNs()), 2, TimeUnit.NANOSECONDS);
    time.later(
        () -> {
          ran.add("a at " + time.nowNs());
          time.later(() -> ran.add("c at " + time.nowNs()), 1, TimeUnit.NANOSECONDS);
          time.later(() -> ran.add("late"), 10, TimeUnit.NANOSECONDS);
        },
        1,
        TimeUnit.NANOSECONDS);
    time.advance(Duration.ofNanos(5));
    assertEquals(List.of("a at 1", "b at 2", "c at 2"), ran);
    assertEquals(5, time.nowNs());
    assertEquals(1, time.waiting());
    assertThrows(IllegalArgumentException.class, () -> time.advance(Duration.ofNanos(-1)));
  }
}
