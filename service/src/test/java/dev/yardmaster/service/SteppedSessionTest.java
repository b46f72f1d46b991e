package dev.yardmaster.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.Failures;
import dev.yardmaster.api.logic.RemoteFailure;
import dev.yardmaster.api.logic.ScannedEntries;
import dev.yardmaster.api.logic.UserAbort;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that each step of a transaction gets one reply, and that each session ends once. */
@Timeout(60)
class SteppedSessionTest {

  private static final long WAIT_S = 20;
  private static final Key KEY = Key.of("accounts", 1);
  private static final Scan SCAN = new Scan(KEY, null, 3, false);
  private static final ScannedEntries ENTRIES = new ScannedEntries();
  private static final byte[] VALUE = {1, 2, 3};
  private static final TransactionLimits LIMITS = new TransactionLimits(2, 4, 100, 2);
  private static final TransactionOptions OPTIONS =
      TransactionOptions.defaults().withTimeout(Duration.ofSeconds(5));
  private static final ConflictReport CONFLICT =
      new ConflictReport(KEY, AbortCause.VALIDATION, 1, 2, 3);
  private static final Outcome<Object> COMMITTED =
      new Outcome.Committed<>("the result", 1, 2, 0, null);

  private final AtomicLong nowNs = new AtomicLong(1_000);

  /** The exception or error that the thread factory throws; null if the factory creates threads. */
  private final AtomicReference<Throwable> noThreads = new AtomicReference<>();

  private final AtomicInteger threads = new AtomicInteger();
  private final AtomicInteger mostThreads = new AtomicInteger();
  private final SteppedSessions sessions = sessions(2);
  private final Replies replies = new Replies();

  private SteppedSessions sessions(int most) {
    return new SteppedSessions(
        most,
        LIMITS,
        nowNs::get,
        work -> {
          if (noThreads.get() instanceof Error error) {
            throw error;
          }
          if (noThreads.get() instanceof RuntimeException exception) {
            throw exception;
          }
          Thread thread =
              new Thread(
                  () -> {
                    mostThreads.accumulateAndGet(threads.incrementAndGet(), Math::max);
                    work.run();
                    threads.decrementAndGet();
                  },
                  "step");
          thread.setDaemon(true);
          return thread;
        });
  }

  @AfterEach
  void allThreadsEnd() {
    end(sessions);
  }

  private static void end(SteppedSessions ending) {
    ending.end(ServiceOutcomes.closed(null));
    await(ending::areEnded);
  }

  private static void await(BooleanSupplier condition) {
    long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(WAIT_S);
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() - deadlineNs < 0, "the condition never held");
      LockSupport.parkNanos(100_000);
    }
  }

  /** Receives the replies to one transaction. */
  private static class Replies implements OpenTransaction.Listener {
    private final BlockingQueue<Object> received = new LinkedBlockingQueue<>();

    @Override
    public void values(byte[][] values) {
      received.add(values);
    }

    @Override
    public void scanned(ScannedEntries entries) {
      received.add(entries);
    }

    @Override
    public void refused(YardmasterException error) {
      received.add(error);
    }

    @Override
    public void restarted(int restarts, ConflictReport lastConflict) {
      received.add(restarts + " " + lastConflict);
    }

    @Override
    public void ended(Outcome<Object> outcome) {
      received.add(outcome);
    }

    Object next() {
      try {
        Object next = received.poll(WAIT_S, TimeUnit.SECONDS);
        assertNotNull(next, "no reply arrived");
        return next;
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }

    ErrorCode nextError() {
      return assertInstanceOf(YardmasterException.class, next()).code();
    }

    ErrorCode nextEnd() {
      return ((Outcome<?>) assertInstanceOf(Outcome.class, next())).error().code();
    }

    AbortCause nextAbort() {
      return assertInstanceOf(Outcome.Aborted.class, next()).cause();
    }

    void assertNoMore() {
      assertNull(received.peek());
    }
  }

  /**
   * A session whose behavior the test determines, and which checks that only one thread at a time
   * uses it.
   */
  private static class FakeSession implements InteractiveSession {
    final List<String> calls = new ArrayList<>();
    final AtomicInteger users = new AtomicInteger();
    final AtomicInteger ends = new AtomicInteger();
    int restarts;
    Outcome<Object> outcome;

    private void used(String call) {
      assertEquals(1, users.incrementAndGet(), "two threads use the session");
      calls.add(call);
      users.decrementAndGet();
    }

    @Override
    public boolean begin() {
      used("begin");
      return outcome == null;
    }

    @Override
    public Outcome<Object> outcome() {
      return outcome;
    }

    @Override
    public int restarts() {
      return restarts;
    }

    @Override
    public ConflictReport lastConflict() {
      return restarts == 0 ? null : CONFLICT;
    }

    @Override
    public byte[][] values(List<Key> keys) {
      used("values");
      byte[][] values = new byte[keys.size()][];
      Arrays.fill(values, VALUE);
      return values;
    }

    @Override
    public ScannedEntries scan(Scan scan) {
      used("scan");
      return ENTRIES;
    }

    @Override
    public Outcome<Object> commit(Map<Key, byte[]> writes, Object result) {
      used("commit");
      outcome = COMMITTED;
      return outcome;
    }

    @Override
    public Outcome<Object> fail(Throwable thrown) {
      used("fail " + thrown.getClass().getSimpleName());
      outcome = Failures.outcome(thrown, "", restarts, null);
      return outcome;
    }

    @Override
    public void end() {
      used("end");
      ends.incrementAndGet();
    }

    /** Discards the run. */
    final Outcome<Object> restart() {
      restarts++;
      return null;
    }
  }

  private OpenTransaction open(InteractiveSession session) {
    return sessions.open(OPTIONS, null, session, replies);
  }

  private static OpenTransaction begun(OpenTransaction transaction, Replies to) {
    transaction.read(List.of());
    assertEquals(0, assertInstanceOf(byte[][].class, to.next()).length);
    return transaction;
  }

  @Test
  void aTransactionRunsStepByStep() {
    FakeSession session = new FakeSession();
    OpenTransaction transaction = open(session);
    assertEquals(List.of(), session.calls, "nothing happens before the first step");
    begun(transaction, replies);
    transaction.read(List.of(KEY, KEY));
    byte[][] values = assertInstanceOf(byte[][].class, replies.next());
    assertEquals(2, values.length);
    assertSame(VALUE, values[0]);
    transaction.scan(SCAN);
    assertSame(ENTRIES, replies.next());
    transaction.commit(Map.of(KEY, VALUE), "the result");
    assertSame(COMMITTED, replies.next());
    transaction.read(List.of(KEY));
    assertSame(COMMITTED, replies.next(), "a step after the end gets the outcome again");
    replies.assertNoMore();
    assertEquals(List.of("begin", "values", "scan", "commit", "end"), session.calls);
  }

  @Test
  void theStepAfterARestartBeginsANewRun() {
    FakeSession session =
        new FakeSession() {
          @Override
          public Outcome<Object> commit(Map<Key, byte[]> writes, Object result) {
            return restarts == 0 ? restart() : super.commit(writes, result);
          }
        };
    OpenTransaction transaction = begun(open(session), replies);
    transaction.commit(Map.of(), null);
    assertEquals("1 " + CONFLICT, replies.next());
    transaction.read(List.of(KEY));
    assertInstanceOf(byte[][].class, replies.next());
    transaction.commit(Map.of(), null);
    assertSame(COMMITTED, replies.next());
    assertEquals(List.of("begin", "begin", "values", "commit", "end"), session.calls);
  }

  @Test
  void aConflictWhileReadingRestartsTheRunOrEndsTheTransaction() {
    FakeSession session =
        new FakeSession() {
          @Override
          public byte[][] values(List<Key> keys) {
            throw Failures.over(keys.get(0));
          }

          @Override
          public ScannedEntries scan(Scan scan) {
            throw Failures.over(scan.from());
          }

          @Override
          public Outcome<Object> fail(Throwable thrown) {
            outcome = restarts < 2 ? restart() : ServiceOutcomes.givenUp();
            return outcome;
          }
        };
    OpenTransaction transaction = open(session);
    transaction.read(List.of(KEY));
    assertEquals("1 " + CONFLICT, replies.next());
    transaction.scan(SCAN);
    assertEquals("2 " + CONFLICT, replies.next());
    transaction.read(List.of(KEY));
    assertEquals(ErrorCode.INTERRUPTED, replies.nextEnd());
    assertEquals(List.of("begin", "begin", "begin", "end"), session.calls);
  }

  @Test
  void aReadDuringWhichTheTransactionEndsGetsTheOutcome() {
    FakeSession session =
        new FakeSession() {
          @Override
          public byte[][] values(List<Key> keys) {
            outcome = ServiceOutcomes.timedOut(OPTIONS, 0, null);
            throw Failures.over(keys.get(0));
          }
        };
    open(session).read(List.of(KEY));
    assertEquals(AbortCause.TIMEOUT, replies.nextAbort());
    assertEquals(List.of("begin", "end"), session.calls);
  }

  @Test
  void aTransactionThatHasItsOutcomeAtTheBeginningEnds() {
    FakeSession session = new FakeSession();
    session.outcome = COMMITTED;
    open(session).commit(Map.of(KEY, VALUE), null);
    assertSame(COMMITTED, replies.next());
    assertEquals(List.of("begin", "end"), session.calls);
  }

  @Test
  void aRunThatCannotBeginIsBegunAgain() {
    FakeSession session =
        new FakeSession() {
          @Override
          public boolean begin() {
            return super.begin() && ++restarts > 3;
          }
        };
    begun(open(session), replies);
    assertEquals(List.of("begin", "begin", "begin", "begin"), session.calls);
  }

  @Test
  void aRefusedStepDoesNotEndTheTransaction() {
    FakeSession session =
        new FakeSession() {
          @Override
          public byte[][] values(List<Key> keys) {
            throw Failures.tooMany("reads", 2, 3);
          }
        };
    OpenTransaction transaction = open(session);
    transaction.read(List.of(KEY));
    assertEquals(ErrorCode.TOO_MANY_KEYS, replies.nextError());
    transaction.read(Collections.singletonList(null));
    assertEquals(ErrorCode.BAD_KEY, replies.nextError());
    transaction.commit(Map.of(), null);
    assertSame(COMMITTED, replies.next());
  }

  @Test
  void writesThatAreNotValidFailTheRun() {
    Map<Key, byte[]> tooLong = Map.of(KEY, new byte[5]);
    Map<Key, byte[]> tooMany =
        Map.of(Key.of("a", 1), VALUE, Key.of("a", 2), VALUE, Key.of("a", 3), VALUE);
    for (Map<Key, byte[]> writes : List.of(tooLong, tooMany)) {
      FakeSession session = new FakeSession();
      open(session).commit(writes, null);
      assertEquals(
          writes == tooLong ? ErrorCode.VALUE_TOO_LARGE : ErrorCode.TOO_MANY_KEYS,
          replies.nextEnd());
      assertEquals(
          List.of("begin", "fail " + RemoteFailure.class.getSimpleName(), "end"), session.calls);
    }
  }

  @Test
  void theLogicsAbortEndsTheRun() {
    FakeSession session = new FakeSession();
    open(session).abort("no money");
    assertEquals(ErrorCode.ABORTED, replies.nextEnd());
    assertEquals(List.of("begin", "fail " + UserAbort.class.getSimpleName(), "end"), session.calls);
  }

  @Test
  void anAbandonedTransactionEndsWithoutACommit() {
    FakeSession session = new FakeSession();
    begun(open(session), replies).abandon();
    assertEquals(ErrorCode.INTERRUPTED, replies.nextEnd());
    assertEquals(List.of("begin", "end"), session.calls);

    FakeSession unused = new FakeSession();
    open(unused).abandon();
    assertEquals(ErrorCode.INTERRUPTED, replies.nextEnd());
    assertEquals(List.of("end"), unused.calls);
    replies.assertNoMore();
  }

  @Test
  void anAbandonedRunIsNotBegunAgain() {
    FakeSession session =
        new FakeSession() {
          @Override
          public Outcome<Object> commit(Map<Key, byte[]> writes, Object result) {
            return restart();
          }
        };
    OpenTransaction transaction = open(session);
    transaction.commit(Map.of(), null);
    assertEquals("1 " + CONFLICT, replies.next());
    transaction.abandon();
    assertEquals(ErrorCode.INTERRUPTED, replies.nextEnd());
    assertEquals(List.of("begin", "end"), session.calls);
  }

  @Test
  void aBugInTheSessionEndsTheTransaction() {
    FakeSession session =
        new FakeSession() {
          @Override
          public byte[][] values(List<Key> keys) {
            throw new IllegalStateException("a bug");
          }
        };
    open(session).read(List.of(KEY));
    assertEquals(ErrorCode.LOGIC_FAILED, replies.nextEnd());
    assertEquals(List.of("begin", "end"), session.calls);
  }

  @Test
  void anIdleTransactionEndsAtItsDeadline() {
    FakeSession session = new FakeSession();
    OpenTransaction transaction = begun(open(session), replies);
    nowNs.addAndGet(OPTIONS.timeout().toNanos() - 1);
    transaction.read(List.of(KEY));
    assertInstanceOf(byte[][].class, replies.next());
    replies.assertNoMore();
    nowNs.incrementAndGet();
    assertEquals(AbortCause.TIMEOUT, replies.nextAbort());
    transaction.commit(Map.of(), null);
    assertEquals(AbortCause.TIMEOUT, replies.nextAbort());
    assertEquals(List.of("begin", "values", "end"), session.calls);
    replies.assertNoMore();
  }

  @Test
  void theOutcomeDoesNotOvertakeAReply() {
    SteppedSession[] transaction = new SteppedSession[1];
    Replies slow =
        new Replies() {
          @Override
          public void values(byte[][] values) {
            sessions.end(ServiceOutcomes.closed(null));
            assertFalse(transaction[0].isIdle(), "the reply is being delivered");
            super.values(values);
          }
        };
    transaction[0] = (SteppedSession) sessions.open(OPTIONS, null, new FakeSession(), slow);
    transaction[0].read(List.of(KEY));
    assertInstanceOf(byte[][].class, slow.next());
    assertEquals(ErrorCode.CLOSED, slow.nextEnd());
    slow.assertNoMore();
  }

  @Test
  void aTransactionWaitsForAdmission() {
    Replies second = new Replies();
    Replies third = new Replies();
    SteppedSessions one = sessions(1);
    FakeSession waitingSession = new FakeSession();
    OpenTransaction first = begun(one.open(OPTIONS, null, new FakeSession(), replies), replies);
    assertFalse(first.withdraw());
    OpenTransaction waiting = one.open(OPTIONS, null, waitingSession, second);
    assertFalse(waiting.withdraw(), "no step was requested");
    waiting.read(List.of(KEY));
    OpenTransaction refused = one.open(OPTIONS, null, new FakeSession(), third);
    refused.read(List.of(KEY));
    assertEquals(ErrorCode.OVERLOADED, third.nextEnd());
    second.assertNoMore();
    first.abandon();
    assertInstanceOf(byte[][].class, second.next());
    assertFalse(waiting.withdraw());

    OpenTransaction withdrawn = one.open(OPTIONS, null, new FakeSession(), third);
    withdrawn.read(List.of(KEY));
    assertTrue(withdrawn.withdraw());
    assertEquals(ErrorCode.INTERRUPTED, third.nextEnd());
    assertFalse(withdrawn.withdraw());

    one.open(OPTIONS, null, new FakeSession(), third).read(List.of(KEY));
    nowNs.addAndGet(OPTIONS.timeout().toNanos());
    assertEquals(ErrorCode.OVERLOADED, third.nextEnd());
    assertEquals(AbortCause.TIMEOUT, second.nextAbort());
    third.assertNoMore();
    assertEquals(List.of("begin", "values", "end"), waitingSession.calls);
    end(one);
  }

  private static Error noThread() {
    return new OutOfMemoryError("unable to create native thread");
  }

  static List<Throwable> causes() {
    return List.of(noThread(), new IllegalThreadStateException("a bug of the factory"));
  }

  @ParameterizedTest
  @MethodSource("causes")
  void aTransactionForWhichNoThreadCanBeCreatedIsRefused(Throwable cause) {
    FakeSession refused = new FakeSession();
    noThreads.set(cause);
    open(refused).read(List.of(KEY));
    assertEquals(ErrorCode.OVERLOADED, replies.nextEnd());
    assertEquals(List.of("end"), refused.calls);
    assertEquals(1, sessions.refused());

    noThreads.set(null);
    OpenTransaction transaction = begun(open(new FakeSession()), replies);
    transaction.commit(Map.of(), null);
    assertSame(COMMITTED, replies.next());
  }

  @Test
  void aTransactionForWhoseNextStepNoThreadCanBeCreatedEnds() {
    CountDownLatch goesOn = new CountDownLatch(1);
    FakeSession ended = new FakeSession();
    OpenTransaction transaction = begun(open(ended), replies);
    noThreads.set(noThread());
    Replies ofBusy = new Replies();
    openBusy(goesOn, ofBusy);
    // If the busy step gets a reply at once, it was refused, because the only thread was still
    // delivering the reply to an earlier step.
    while (ofBusy.received.poll() != null) {
      openBusy(goesOn, ofBusy);
    }
    transaction.read(List.of(KEY));
    assertEquals(ErrorCode.OVERLOADED, replies.nextEnd());
    assertEquals(List.of("begin", "end"), ended.calls);
    transaction.read(List.of(KEY));
    assertEquals(ErrorCode.OVERLOADED, replies.nextEnd(), "a later step gets the outcome again");
    goesOn.countDown();
    assertInstanceOf(byte[][].class, ofBusy.next());
  }

  /**
   * Requests the first step of a transaction; the step occupies its thread until the latch is
   * counted down.
   */
  private void openBusy(CountDownLatch goesOn, Replies to) {
    FakeSession busy =
        new FakeSession() {
          @Override
          public byte[][] values(List<Key> keys) {
            awaitLatch(goesOn);
            return super.values(keys);
          }
        };
    sessions.open(OPTIONS, null, busy, to).read(List.of(KEY));
  }

  private static void awaitLatch(CountDownLatch latch) {
    try {
      assertTrue(latch.await(WAIT_S, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void theEndOfTheServiceEndsAllTransactions() throws InterruptedException {
    SteppedSessions one = sessions(2);
    CountDownLatch reads = new CountDownLatch(1);
    CountDownLatch goesOn = new CountDownLatch(1);
    FakeSession idle = new FakeSession();
    FakeSession busy =
        new FakeSession() {
          @Override
          public byte[][] values(List<Key> keys) {
            reads.countDown();
            try {
              goesOn.await();
            } catch (InterruptedException e) {
              throw new AssertionError(e);
            }
            return super.values(keys);
          }
        };
    FakeSession waiting = new FakeSession();
    Replies toIdle = new Replies();
    Replies toWaiting = new Replies();
    begun(one.open(OPTIONS, null, idle, toIdle), toIdle);
    one.open(OPTIONS, null, busy, replies).read(List.of(KEY));
    OpenTransaction late = one.open(OPTIONS, null, new FakeSession(), toWaiting);
    one.open(OPTIONS, null, waiting, toWaiting).read(List.of(KEY));
    reads.await();
    one.end(ServiceOutcomes.closed(null));
    assertEquals(ErrorCode.CLOSED, toIdle.nextEnd());
    assertEquals(ErrorCode.CLOSED, toWaiting.nextEnd());
    assertFalse(one.areEnded(), "a step is in progress");
    late.read(List.of(KEY));
    assertEquals(ErrorCode.CLOSED, toWaiting.nextEnd());
    goesOn.countDown();
    assertInstanceOf(byte[][].class, replies.next());
    assertEquals(ErrorCode.CLOSED, replies.nextEnd());
    await(one::areEnded);
    assertEquals(List.of("begin", "end"), idle.calls);
    assertEquals(List.of("begin", "values", "end"), busy.calls);
    assertEquals(List.of("end"), waiting.calls);
  }

  /** A transaction in the test with random steps. */
  private record Ran(FakeSession session, Replies replies) {}

  /**
   * Runs transactions with random steps concurrently; meanwhile deadlines pass, and at the end the
   * service closes. Each step must get one reply, and each session must end once.
   */
  @Test
  void everyStepGetsOneReplyWhateverEndsTheTransaction() throws InterruptedException {
    for (int seed = 0; seed < 20; seed++) {
      SteppedSessions many = sessions(3);
      List<Ran> all = Collections.synchronizedList(new ArrayList<>());
      List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
      List<Thread> clients = new ArrayList<>();
      for (int c = 0; c < 8; c++) {
        Random random = new Random(seed * 100L + c);
        clients.add(
            new Thread(
                () -> {
                  try {
                    for (int i = 0; i < 40; i++) {
                      all.add(runRandom(many, random));
                    }
                  } catch (Throwable thrown) {
                    failures.add(thrown);
                  }
                }));
      }
      clients.forEach(Thread::start);
      int endAfter = new Random(seed).nextInt(300);
      await(() -> all.size() >= endAfter || !failures.isEmpty());
      end(many);
      for (Thread client : clients) {
        client.join();
      }
      assertEquals(List.of(), failures, "seed " + seed);
      for (Ran ran : all) {
        String what = "seed " + seed + " " + ran.session.calls;
        assertEquals(1, ran.session.ends.get(), what);
        assertEquals("end", ran.session.calls.get(ran.session.calls.size() - 1), what);
        // The last reply must be the outcome. The outcome may also arrive when no step is in
        // progress.
        assertTrue(ran.replies.received.size() <= 1, what);
        ran.replies.received.forEach(reply -> assertInstanceOf(Outcome.class, reply, what));
      }
    }
    assertTrue(mostThreads.get() <= 4, "threads: " + mostThreads);
  }

  private Ran runRandom(SteppedSessions many, Random random) {
    boolean conflicts = random.nextBoolean();
    FakeSession session =
        new FakeSession() {
          @Override
          public Outcome<Object> commit(Map<Key, byte[]> writes, Object result) {
            return conflicts && restarts < 2 ? restart() : super.commit(writes, result);
          }
        };
    Replies to = new Replies();
    OpenTransaction transaction = many.open(OPTIONS, null, session, to);
    do {
      if (random.nextInt(5) == 0) {
        nowNs.addAndGet(OPTIONS.timeout().toNanos() / 8);
      }
      switch (random.nextInt(6)) {
        case 0 -> transaction.read(List.of());
        case 1, 2 -> transaction.read(List.of(KEY));
        case 3 -> transaction.scan(SCAN);
        case 4 -> transaction.commit(Map.of(KEY, VALUE), null);
        default -> transaction.abandon();
      }
      if (random.nextInt(8) == 0) {
        var unused = transaction.withdraw();
      }
    } while (!(to.next() instanceof Outcome));
    return new Ran(session, to);
  }
}
