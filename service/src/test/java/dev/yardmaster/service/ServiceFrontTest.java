package dev.yardmaster.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Reads;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.DeclaredTransaction;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests the behavior of the front end itself, and the order of the steps in which it closes a back
 * end.
 */
@Timeout(60)
class ServiceFrontTest {

  private static final Key COUNTER = Key.of("counters", 1);
  private static final List<String> STEPS = List.of("drain", "stop", "release");
  private static final TransactionOptions DEFAULTS = TransactionOptions.defaults();

  private final SerialService service =
      new SerialService(new TransactionLimits(10, 100, 150, 2), () -> 1_000, 1_000);
  private final SerialService.SerialBackEnd backEnd = service.backEnd;

  /** A procedure that adds 1 to a value and returns the new value. */
  private static class Increment implements Procedure<Object, Object> {

    @Override
    public String name() {
      return "increment";
    }

    @Override
    public void declare(Object nothing, KeyDeclaration keys) {
      keys.update(COUNTER);
    }

    @Override
    public Object execute(Object nothing, Transaction transaction) {
      long next = transaction.getLong(COUNTER) + 1;
      transaction.putLong(COUNTER, next);
      return next;
    }
  }

  /** A procedure that the service of this test cannot run. */
  private static final class Restricted extends Increment implements RestrictedProcedure {
    @Override
    public String needs() {
      return "an engine with typed tables";
    }
  }

  @Test
  void aProcedureThatNeedsAnotherBackEndIsRefusedAtItsRegistration() {
    YardmasterException error =
        assertThrows(YardmasterException.class, () -> service.register(new Restricted()));
    assertEquals(
        "BAD_PROCEDURE: this service cannot run the procedure, which needs an engine with typed"
            + " tables (procedure=increment)",
        error.getMessage());
  }

  private final Increment increment = new Increment();

  private CompletableFuture<Outcome<Object>> submit() {
    service.register(increment);
    return service.submit(increment, (Object) null).toCompletableFuture();
  }

  @Test
  void aRunThatWasDiscardedIsRunAgain() {
    backEnd.discardsFirstRuns = true;
    List<Long> seen = new ArrayList<>();
    Outcome<Long> outcome =
        service.execute(
            transaction -> {
              long next = transaction.getLong(COUNTER) + 1;
              transaction.putLong(COUNTER, next);
              seen.add(next);
              return next;
            },
            DEFAULTS);
    assertEquals(List.of(1L, 1L), seen, "the first run must not have changed a value");
    assertEquals(1, assertInstanceOf(Outcome.Committed.class, outcome).restarts());
  }

  @Test
  void whatTheLogicThrewIsDecidedByTheBackEndToo() {
    backEnd.discardsFirstRuns = true;
    int[] runs = {0};
    Outcome<Object> outcome =
        service.execute(
            transaction -> {
              runs[0]++;
              throw transaction.abort("no");
            },
            DEFAULTS);
    assertEquals(2, runs[0]);
    assertEquals(ErrorCode.ABORTED, SerialService.codeOf(outcome));
  }

  @Test
  void aCallWithoutRoomIsRefusedAndDoesNothing() {
    backEnd.hasRoom = false;
    assertEquals(ErrorCode.OVERLOADED, SerialService.codeOf(submit().join()));
    backEnd.hasRoom = true;
    assertEquals(1L, submit().join().valueOrThrow());
  }

  @Test
  void aThreadOfTheServiceMayNotWaitForIt() {
    backEnd.own = Thread.currentThread();
    assertEquals(
        ErrorCode.WRONG_THREAD,
        SerialService.codeOf(service.execute(transaction -> "never", DEFAULTS)));
  }

  @Test
  void closingTakesItsStepsInOrderAndOnce() {
    service.close();
    service.close();
    assertEquals(STEPS, backEnd.steps);
    assertTrue(service.failure().isEmpty());
    assertEquals(ErrorCode.CLOSED, SerialService.codeOf(submit().join()));
    assertEquals(
        ErrorCode.CLOSED, SerialService.codeOf(service.execute(transaction -> "late", DEFAULTS)));
  }

  @Test
  void whatWasTakenWhenTheServiceHadEndedIsRefusedByWhoHandedItOver() {
    backEnd.holdsCalls = true;
    // In this test the service terminates after the caller has checked the closing state.
    backEnd.closing().terminate();
    assertEquals(ErrorCode.CLOSED, SerialService.codeOf(submit().join()));
  }

  @Test
  void aFailureClosesInTheBackgroundAndIsToldToWhoWaits() {
    backEnd.holdsCalls = true;
    CompletableFuture<Outcome<Object>> waiting = submit();
    RuntimeException bug = new RuntimeException("a bug");
    assertTrue(backEnd.closing().fail(bug));
    assertFalse(backEnd.closing().fail(new RuntimeException("another")));
    assertSame(bug, waiting.join().error().getCause());
    service.close();
    assertEquals(STEPS, backEnd.steps);
    assertSame(bug, service.failure().orElseThrow());
  }

  @Test
  void aThreadOfTheServiceOnlyBeginsTheEnd() {
    backEnd.own = Thread.currentThread();
    service.close();
    assertTrue(backEnd.closing().isClosing());
    backEnd.own = null;
    service.close();
    assertEquals(STEPS, backEnd.steps);
  }

  @Test
  void anInterruptDoesNotKeepAThreadFromClosingAndStays() {
    Thread.currentThread().interrupt();
    service.close();
    assertTrue(Thread.interrupted());
    assertEquals(STEPS, backEnd.steps);
  }

  @Test
  void aProcedureDeclaresInSoManyRoundsOnly() {
    Procedure<Object, Object> endless =
        new Increment() {
          private long next = 1;

          @Override
          public void declareNext(Object nothing, Reads reads, KeyDeclaration keys) {
            keys.read(Key.of("counters", ++next));
          }
        };
    service.register(endless);
    Outcome<Object> outcome = service.submit(endless, (Object) null).toCompletableFuture().join();
    assertEquals(ErrorCode.TOO_MANY_ROUNDS, SerialService.codeOf(outcome));
  }

  @Test
  void aHandleOfARoundIsOfNoUseAfterIt() {
    Reads[] kept = {null};
    Procedure<Object, Object> keeping =
        new Increment() {
          @Override
          public void declareNext(Object nothing, Reads reads, KeyDeclaration keys) {
            kept[0] = reads;
            assertFalse(
                reads instanceof DeclaredTransaction,
                "a cast must not give the procedure a handle that can write");
          }

          @Override
          public Object execute(Object nothing, Transaction transaction) {
            return kept[0].getLong(COUNTER);
          }
        };
    service.register(keeping);
    Outcome<Object> outcome = service.submit(keeping, (Object) null).toCompletableFuture().join();
    assertEquals(ErrorCode.TRANSACTION_OVER, SerialService.codeOf(outcome));
  }

  @Test
  void whatItWritesTogetherHasALimit() {
    Outcome<Object> outcome =
        service.execute(
            transaction -> {
              transaction.put(COUNTER, new byte[100]);
              transaction.put(Key.of("counters", 2), new byte[100]);
              return null;
            },
            DEFAULTS);
    assertEquals(ErrorCode.TRANSACTION_TOO_LARGE, SerialService.codeOf(outcome));
    assertEquals(1L, submit().join().valueOrThrow(), "nothing was written");
  }
}
