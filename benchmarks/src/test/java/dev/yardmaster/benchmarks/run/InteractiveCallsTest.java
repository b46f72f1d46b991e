package dev.yardmaster.benchmarks.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.benchmarks.SerialService;
import dev.yardmaster.benchmarks.SerialService.Fault;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class InteractiveCallsTest {

  private static final Key COUNTER = Key.of("t", 1);
  private static final long SHORT_NS = 50_000_000;
  private static final PipelineConfig CONFIG =
      PipelineConfig.builder().closeTimeoutNs(SHORT_NS).build();

  private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

  /**
   * The body of a procedure that declares no keys; only interactive logic may omit the declaration.
   */
  private interface Body {
    Long run(Transaction transaction) throws InterruptedException;
  }

  private Procedure<String, Long> procedure(Body body) {
    return new Procedure<>() {
      @Override
      public String name() {
        return "test";
      }

      @Override
      public void declare(String argument, KeyDeclaration keys) {}

      @Override
      public Long execute(String argument, Transaction transaction) {
        threads.add(Thread.currentThread());
        try {
          return body.run(transaction);
        } catch (InterruptedException e) {
          throw new IllegalStateException("interrupted", e);
        }
      }
    };
  }

  private static InteractiveCalls calls(int threads) {
    return new InteractiveCalls(Pipeline.start(CONFIG), threads, SHORT_NS);
  }

  private static CompletableFuture<Outcome<Long>> begin(
      InteractiveCalls calls, Procedure<String, Long> procedure) {
    return calls.submit(procedure, "argument", TransactionOptions.defaults()).toCompletableFuture();
  }

  /** Waits for the outcome and returns it. The timeout ensures that a failing test ends. */
  private static Outcome<Long> await(CompletableFuture<Outcome<Long>> stage) throws Exception {
    return stage.get(20, TimeUnit.SECONDS);
  }

  private static ErrorCode rejection(CompletableFuture<Outcome<Long>> stage) throws Exception {
    return assertInstanceOf(Outcome.Rejected.class, await(stage)).error().code();
  }

  /**
   * Waits until the pool's threads have ended, because a pool already counts as terminated shortly
   * before its last thread ends.
   */
  private void assertThreadsEnd() throws InterruptedException {
    for (Thread thread : threads) {
      thread.join(20_000);
      assertFalse(thread.isAlive(), thread.getName());
    }
  }

  @Test
  void conflictingCallsAllTakePlace() throws Exception {
    Procedure<String, Long> increment =
        procedure(
            transaction -> {
              long next = transaction.getLong(COUNTER) + 1;
              transaction.putLong(COUNTER, next);
              return next;
            });
    try (InteractiveCalls calls = calls(4)) {
      List<CompletableFuture<Outcome<Long>>> outcomes = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        outcomes.add(begin(calls, increment));
      }
      List<Long> results = new ArrayList<>();
      for (CompletableFuture<Outcome<Long>> outcome : outcomes) {
        results.add(await(outcome).valueOrThrow());
      }
      Collections.sort(results);
      assertEquals(List.of(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L), results);
    }
    assertFalse(threads.isEmpty());
    for (Thread thread : threads) {
      assertTrue(thread.getName().startsWith("interactive-caller-"), thread.getName());
      assertTrue(thread.isDaemon());
    }
    assertThreadsEnd();
  }

  @Test
  void everyCallHasAThreadAndAsManyMayWaitForOne() throws Exception {
    CountDownLatch entered = new CountDownLatch(3);
    CountDownLatch released = new CountDownLatch(1);
    Procedure<String, Long> meeting =
        procedure(
            transaction -> {
              entered.countDown();
              released.await();
              return 1L;
            });
    try (InteractiveCalls calls = calls(3)) {
      List<CompletableFuture<Outcome<Long>>> outcomes = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        outcomes.add(begin(calls, meeting));
      }
      assertTrue(entered.await(20, TimeUnit.SECONDS));
      assertEquals(ErrorCode.OVERLOADED, rejection(begin(calls, meeting)));
      released.countDown();
      for (CompletableFuture<Outcome<Long>> outcome : outcomes) {
        assertEquals(1L, await(outcome).valueOrThrow());
      }
      assertEquals(3, threads.size());
    }
  }

  @Test
  void whatTheLogicThrowsIsTheOutcome() throws Exception {
    try (InteractiveCalls calls = calls(1)) {
      Procedure<String, Long> broken =
          procedure(
              transaction -> {
                throw new IllegalStateException("broken on purpose");
              });
      assertEquals(ErrorCode.LOGIC_FAILED, rejection(begin(calls, broken)));
      Procedure<String, Long> aborting =
          procedure(
              transaction -> {
                throw transaction.abort("not today");
              });
      Outcome<Long> aborted = await(begin(calls, aborting));
      assertEquals(AbortCause.USER, assertInstanceOf(Outcome.Aborted.class, aborted).cause());
    }
  }

  @Test
  void whatTheServiceThrowsBreaksTheStage() {
    try (InteractiveCalls calls = new InteractiveCalls(new SerialService(Fault.NONE), 1)) {
      CompletableFuture<Outcome<Long>> stage = begin(calls, procedure(transaction -> 1L));
      ExecutionException broken = assertThrows(ExecutionException.class, () -> await(stage));
      assertInstanceOf(UnsupportedOperationException.class, broken.getCause());
    }
  }

  @Test
  void closingEndsCallsThatHangAndThoseThatWait() throws Exception {
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch never = new CountDownLatch(1);
    Procedure<String, Long> hanging =
        procedure(
            transaction -> {
              long read = transaction.getLong(COUNTER);
              entered.countDown();
              never.await();
              return read;
            });
    InteractiveCalls calls = calls(1);
    CompletableFuture<Outcome<Long>> begun = begin(calls, hanging);
    CompletableFuture<Outcome<Long>> waiting = begin(calls, hanging);
    assertTrue(entered.await(20, TimeUnit.SECONDS));
    calls.close();
    assertEquals(ErrorCode.CLOSED, rejection(begun));
    assertEquals(ErrorCode.CLOSED, rejection(waiting));
    assertEquals(ErrorCode.CLOSED, rejection(begin(calls, hanging)));
    assertThreadsEnd();
    calls.close();
  }

  @Test
  void anInterruptedThreadCanCloseThem() throws Exception {
    InteractiveCalls calls = calls(2);
    assertEquals(1L, await(begin(calls, procedure(transaction -> 1L))).valueOrThrow());
    Thread.currentThread().interrupt();
    calls.close();
    assertTrue(Thread.interrupted());
    assertEquals(ErrorCode.CLOSED, rejection(begin(calls, procedure(t -> 1L))));
  }
}
