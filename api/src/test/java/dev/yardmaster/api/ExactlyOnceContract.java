package dev.yardmaster.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

/** The part of {@link TransactionServiceContract} for transactions with an id. */
public abstract class ExactlyOnceContract extends ScanContract {

  private static final int THREADS = 4;
  private static final Key COUNT = Key.of("count", 1);
  private static final Key OTHER = Key.of("count", "other");
  private static final TransactionIds IDS = TransactionIds.ofThisMachine();
  private static final TransactionOptions PATIENT =
      TransactionOptions.defaults().withTimeout(Duration.ofSeconds(40));

  /**
   * A procedure that runs any function on {@link #COUNT} and {@link #OTHER}, and counts its runs.
   */
  private static final class Scripted implements Procedure<Long, Object> {
    private final String name;
    private final BiConsumer<Long, KeyDeclaration> declaration;
    private final BiFunction<Long, Transaction, Object> logic;
    private final AtomicInteger runs = new AtomicInteger();

    Scripted(String name, BiFunction<Long, Transaction, Object> logic) {
      this(
          name,
          (amount, keys) -> {
            keys.update(COUNT);
            keys.update(OTHER);
          },
          logic);
    }

    Scripted(
        String name,
        BiConsumer<Long, KeyDeclaration> declaration,
        BiFunction<Long, Transaction, Object> logic) {
      this.name = name;
      this.declaration = declaration;
      this.logic = logic;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public void declare(Long amount, KeyDeclaration keys) {
      declaration.accept(amount, keys);
    }

    @Override
    public Object execute(Long amount, Transaction transaction) {
      runs.incrementAndGet();
      return logic.apply(amount, transaction);
    }
  }

  /**
   * A procedure that reads a number from {@link #COUNT}, and increments the key with this number.
   */
  private static final Procedure<Long, Object> IN_ROUNDS =
      new Procedure<>() {
        @Override
        public String name() {
          return "in-rounds";
        }

        @Override
        public void declare(Long amount, KeyDeclaration keys) {
          keys.update(COUNT);
        }

        @Override
        public void declareNext(Long amount, Reads soFar, KeyDeclaration keys) {
          keys.update(Key.of("followed", soFar.getLong(COUNT)));
        }

        @Override
        public Object execute(Long amount, Transaction transaction) {
          Key followed = Key.of("followed", transaction.getLong(COUNT));
          transaction.putLong(followed, transaction.getLong(followed) + amount);
          return add(amount, transaction);
        }
      };

  /**
   * Returns whether results come from another process, so that the caller gets only encoded
   * results.
   */
  protected boolean resultsTravel() {
    return false;
  }

  private static Object add(long amount, Transaction transaction) {
    long sum = transaction.getLong(COUNT) + amount;
    transaction.putLong(COUNT, sum);
    return sum;
  }

  private static <R> Outcome<R> ended(CompletionStage<Outcome<R>> stage) {
    return stage.toCompletableFuture().orTimeout(50, TimeUnit.SECONDS).join();
  }

  private Outcome<Object> submit(Procedure<Long, Object> procedure, TransactionId id) {
    service().register(procedure);
    return ended(service().submit(procedure, 1L, PATIENT.withId(id)));
  }

  private <R> Outcome<R> execute(TransactionId id, TransactionLogic<R> logic) {
    return service().execute(logic, PATIENT.withId(id));
  }

  private TransactionStatus status(TransactionId id) {
    return ended(service().status(id)).valueOrThrow();
  }

  private long longAt(Key key) {
    Long value = service().execute(transaction -> transaction.getLong(key));
    return value;
  }

  private static ErrorCode rejectionOf(Outcome<?> outcome) {
    return assertInstanceOf(Outcome.Rejected.class, outcome, () -> "outcome: " + outcome)
        .error()
        .code();
  }

  /**
   * Asserts that two outcomes are equal. Only the first outcome contains the restarts and the
   * conflicts of the transaction, so the method does not compare them.
   */
  private static void assertSame(Outcome<?> first, Outcome<?> again) {
    if (first instanceof Outcome.Committed<?> commit) {
      assertTrue(commit.commitVersion() > 0);
      assertEquals(
          new Outcome.Committed<>(
              commit.value(), commit.transactionId(), commit.commitVersion(), 0, null),
          again);
    } else if (first instanceof Outcome.Aborted<?> abort) {
      assertEquals(new Outcome.Aborted<>(abort.cause(), abort.reason(), 0, null), again);
    } else {
      assertEquals(rejectionOf(first), rejectionOf(again));
      assertEquals(first.error().getMessage(), again.error().getMessage());
    }
  }

  @Test
  void aRepeatedProcedureIsAnsweredWithItsFirstOutcome() {
    Scripted add = new Scripted("add-once", ExactlyOnceContract::add);
    TransactionId id = IDS.next();
    Outcome<Object> first = submit(add, id);
    assertEquals(1L, first.valueOrThrow());
    service().execute(transaction -> add(100, transaction));
    assertSame(first, submit(add, id));
    assertSame(first, submit(add, id));
    assertEquals(1, add.runs.get());
    assertEquals(101, longAt(COUNT));
    assertEquals(102L, submit(add, IDS.next()).valueOrThrow());
  }

  @Test
  void aRepeatedLambdaIsAnsweredWithItsFirstOutcome() {
    TransactionId id = IDS.next();
    AtomicInteger runs = new AtomicInteger();
    TransactionLogic<Object> logic =
        transaction -> {
          runs.incrementAndGet();
          return List.of(add(1, transaction), "text", true);
        };
    Outcome<Object> first = execute(id, logic);
    assertEquals(List.of(1L, "text", true), first.valueOrThrow());
    assertSame(first, execute(id, logic));
    assertEquals(1, runs.get());
    assertEquals(1, longAt(COUNT));
    TransactionId ofNothing = IDS.next();
    Outcome<Object> nothing = execute(ofNothing, transaction -> null);
    assertNull(nothing.valueOrThrow());
    assertSame(nothing, execute(ofNothing, transaction -> 5));
  }

  @Test
  void aRepeatedOneShotIsAnsweredWithItsFirstOutcome() {
    OneShot stated = OneShot.builder().read(COUNT).read(OTHER).add(COUNT, 5).build();
    TransactionOptions options = PATIENT.withId(IDS.next());
    Outcome<OneShot.Result> first = ended(service().submit(stated, options));
    assertEquals(0, first.valueOrThrow().getLong(COUNT));
    OneShot.Result again = ended(service().submit(stated, options)).valueOrThrow();
    assertFalse(again.contains(COUNT));
    assertEquals(0, again.getLong(OTHER));
    assertEquals(5, longAt(COUNT));
    OneShot unmet = OneShot.builder().requireAtLeast(COUNT, 6).putLong(COUNT, 0).build();
    TransactionOptions other = PATIENT.withId(IDS.next());
    Outcome<OneShot.Result> aborted = ended(service().submit(unmet, other));
    service().execute(transaction -> add(100, transaction));
    assertSame(aborted, ended(service().submit(unmet, other)));
    assertInstanceOf(
        OneShot.Result.class,
        ended(service().status(options.id())).valueOrThrow().outcome().valueOrThrow());
  }

  @Test
  void anAbortOfTheLogicIsKept() {
    TransactionId id = IDS.next();
    Scripted abort =
        new Scripted(
            "abort-once",
            (amount, transaction) -> {
              add(amount, transaction);
              throw transaction.abort("not today");
            });
    Outcome<Object> first = submit(abort, id);
    assertEquals(new Outcome.Aborted<>(AbortCause.USER, "not today", 0, null), first);
    assertSame(first, submit(abort, id));
    assertEquals(1, abort.runs.get());
    TransactionId ofLambda = IDS.next();
    Outcome<Object> lambda =
        execute(
            ofLambda,
            transaction -> {
              add(1, transaction);
              throw transaction.abort("nor tomorrow");
            });
    assertSame(lambda, execute(ofLambda, transaction -> add(1, transaction)));
    assertEquals(0, longAt(COUNT));
    assertFalse(status(id).isCommitted());
    assertSame(first, status(id).outcome());
  }

  @Test
  void whatTheLogicThrowsIsKept() {
    TransactionId id = IDS.next();
    Scripted stumble =
        new Scripted(
            "stumble-once",
            (amount, transaction) -> {
              add(amount, transaction);
              throw new IllegalStateException("stumbled");
            });
    Outcome<Object> first = submit(stumble, id);
    assertEquals(ErrorCode.LOGIC_FAILED, rejectionOf(first));
    assertTrue(first.error().getMessage().contains("stumbled"));
    assertSame(first, submit(stumble, id));
    assertEquals(1, stumble.runs.get());

    TransactionId undeclared = IDS.next();
    Scripted stray =
        new Scripted("stray-once", (amount, transaction) -> transaction.get(Key.of("x", 1)));
    first = submit(stray, undeclared);
    assertEquals(ErrorCode.UNDECLARED_KEY, rejectionOf(first));
    assertSame(first, submit(stray, undeclared));
    assertEquals(1, stray.runs.get());

    TransactionId brief = IDS.next();
    Outcome<Object> ofBrief =
        execute(
            brief,
            transaction -> {
              throw new IllegalStateException("stumbled, too");
            });
    assertSame(ofBrief, execute(brief, transaction -> add(1, transaction)));

    TransactionId ofLambda = IDS.next();
    Outcome<Object> lambda =
        execute(
            ofLambda,
            transaction -> {
              throw new IllegalStateException("x".repeat(3_000));
            });
    assertEquals(ErrorCode.LOGIC_FAILED, rejectionOf(lambda));
    assertEquals(
        ErrorCode.LOGIC_FAILED, rejectionOf(execute(ofLambda, transaction -> add(1, transaction))));
    assertEquals(0, longAt(COUNT));
  }

  @Test
  void whatFailsBeforeItReadsIsKept() {
    AtomicInteger declared = new AtomicInteger();
    Scripted broken =
        new Scripted(
            "declares-wrongly",
            (amount, keys) -> {
              keys.update(COUNT);
              declared.incrementAndGet();
              throw new IllegalStateException("cannot say");
            },
            (amount, transaction) -> null);
    TransactionId id = IDS.next();
    Outcome<Object> first = submit(broken, id);
    assertEquals(ErrorCode.LOGIC_FAILED, rejectionOf(first));
    assertSame(first, submit(broken, id));
    assertEquals(0, broken.runs.get());
    assertSame(first, status(id).outcome());
  }

  @Test
  void aProcedureInRoundsIsRepeatable() {
    TransactionId id = IDS.next();
    Outcome<Object> first = submit(IN_ROUNDS, id);
    for (int i = 0; i < 5; i++) {
      assertSame(first, submit(IN_ROUNDS, id));
    }
    assertEquals(1, longAt(COUNT));
    assertEquals(1, longAt(Key.of("followed", 0)));
    assertEquals(0, longAt(Key.of("followed", 1)));
  }

  @Test
  void theOutcomeDoesNotCountAmongTheKeys() {
    TransactionId id = IDS.next();
    Scripted most =
        new Scripted(
            "most-keys",
            (amount, keys) -> {
              for (int i = 0; i < TransactionServiceContract.MAX_KEYS; i++) {
                keys.update(Key.of("many", i));
              }
            },
            (amount, transaction) -> {
              for (int i = 0; i < TransactionServiceContract.MAX_KEYS; i++) {
                transaction.putLong(Key.of("many", i), transaction.getLong(Key.of("many", i)) + 1);
              }
              return null;
            });
    Outcome<Object> first = submit(most, id);
    assertNull(first.valueOrThrow());
    assertSame(first, submit(most, id));
    TransactionId ofLambda = IDS.next();
    assertNull(execute(ofLambda, transaction -> most.logic.apply(1L, transaction)).valueOrThrow());
    assertEquals(2, longAt(Key.of("many", TransactionServiceContract.MAX_KEYS - 1)));
    Scripted tooMany =
        new Scripted(
            "too-many-keys",
            (amount, keys) -> {
              for (int i = 0; i <= TransactionServiceContract.MAX_KEYS; i++) {
                keys.update(Key.of("many", i));
              }
            },
            (amount, transaction) -> null);
    Outcome<Object> refused = submit(tooMany, IDS.next());
    assertEquals(ErrorCode.TOO_MANY_KEYS, rejectionOf(refused));
    assertTrue(
        refused.error().getMessage().contains("reads=" + (TransactionServiceContract.MAX_KEYS + 1)),
        refused.error().getMessage());
  }

  @Test
  void concurrentDuplicatesTakePlaceOnce() throws Exception {
    int ids = 60;
    Scripted add = new Scripted("add-hot", ExactlyOnceContract::add);
    service().register(add);
    service().register(IN_ROUNDS);
    List<List<Future<Outcome<Object>>>> outcomes = new ArrayList<>();
    ExecutorService callers = Executors.newFixedThreadPool(THREADS);
    try {
      for (int i = 0; i < ids; i++) {
        TransactionOptions options = PATIENT.withId(IDS.next());
        int kind = i % 3;
        List<Future<Outcome<Object>>> same = new ArrayList<>();
        for (int copy = 0; copy < 3; copy++) {
          same.add(
              kind == 0
                  ? callers.submit(
                      () -> service().execute(transaction -> add(1, transaction), options))
                  : service()
                      .submit(kind == 1 ? add : IN_ROUNDS, 1L, options)
                      .toCompletableFuture());
        }
        outcomes.add(same);
      }
      List<Object> sums = new ArrayList<>();
      for (List<Future<Outcome<Object>>> same : outcomes) {
        Outcome.Committed<?> first = null;
        for (Future<Outcome<Object>> one : same) {
          Outcome<Object> outcome = one.get(50, TimeUnit.SECONDS);
          Outcome.Committed<?> commit =
              assertInstanceOf(Outcome.Committed.class, outcome, () -> "outcome: " + outcome);
          first = first == null ? commit : first;
          assertEquals(first.value(), commit.value());
          assertEquals(first.transactionId(), commit.transactionId());
          assertEquals(first.commitVersion(), commit.commitVersion());
        }
        sums.add(first.value());
      }
      assertEquals(ids, longAt(COUNT));
      assertEquals(ids, sums.stream().distinct().count());
    } finally {
      callers.shutdownNow();
    }
  }

  @Test
  void aStatusSaysHowATransactionEnded() {
    Scripted add = new Scripted("add-for-status", ExactlyOnceContract::add);
    TransactionId id = IDS.next();
    Outcome<Object> first = submit(add, id);
    for (int i = 0; i < 2; i++) {
      TransactionStatus status = status(id);
      assertEquals(id, status.id());
      assertTrue(status.isCommitted());
      assertSame(first, status.outcome());
    }
    assertSame(first, submit(add, id));
    TransactionId ofLambda = IDS.next();
    Outcome<Object> lambda = execute(ofLambda, transaction -> "done");
    assertSame(lambda, status(ofLambda).outcome());
  }

  @Test
  void anIdWhoseStatusWasAskedForNeverTakesPlace() {
    Scripted add = new Scripted("add-fenced", ExactlyOnceContract::add);
    TransactionId id = IDS.next();
    TransactionStatus status = status(id);
    assertFalse(status.isCommitted());
    assertEquals(ErrorCode.ID_ABORTED, rejectionOf(status.outcome()));
    assertEquals(ErrorCode.Category.ABORTED, ErrorCode.ID_ABORTED.category());
    assertEquals(ErrorCode.ID_ABORTED, rejectionOf(submit(add, id)));
    assertEquals(
        ErrorCode.ID_ABORTED, rejectionOf(execute(id, transaction -> add(1, transaction))));
    assertEquals(ErrorCode.ID_ABORTED, rejectionOf(status(id).outcome()));
    assertEquals(0, add.runs.get());
    assertEquals(0, longAt(COUNT));
  }

  @Test
  void aStatusAndASubmissionAgreeWhoeverIsFirst() throws Exception {
    Scripted add = new Scripted("add-raced", ExactlyOnceContract::add);
    service().register(add);
    ExecutorService callers = Executors.newFixedThreadPool(THREADS);
    try {
      int committed = 0;
      for (int round = 0; round < 80; round++) {
        TransactionOptions options = PATIENT.withId(IDS.next());
        Future<Outcome<Object>> submitted;
        CompletionStage<Outcome<TransactionStatus>> asked;
        if (round % 2 == 0) {
          submitted =
              callers.submit(() -> service().execute(transaction -> add(1, transaction), options));
          asked = service().status(options.id());
        } else {
          submitted = service().submit(add, 1L, options).toCompletableFuture();
          asked = service().status(options.id());
        }
        Outcome<Object> outcome = submitted.get(50, TimeUnit.SECONDS);
        TransactionStatus status = ended(asked).valueOrThrow();
        if (status.isCommitted()) {
          committed++;
          assertEquals(outcome.valueOrThrow(), status.outcome().valueOrThrow());
        } else {
          assertEquals(ErrorCode.ID_ABORTED, rejectionOf(status.outcome()));
          assertEquals(ErrorCode.ID_ABORTED, rejectionOf(outcome));
        }
        assertEquals(status.isCommitted(), status(options.id()).isCommitted());
      }
      assertEquals(committed, longAt(COUNT));
    } finally {
      callers.shutdownNow();
    }
  }

  @Test
  void anIdThatIsTooOldOrAheadOfTimeIsRefused() {
    Scripted add = new Scripted("add-out-of-time", ExactlyOnceContract::add);
    long nowMs = IDS.next().createdMs();
    TransactionId old = new TransactionId(nowMs - Duration.ofDays(8).toMillis(), 0, 1);
    TransactionId ahead = new TransactionId(nowMs + Duration.ofDays(8).toMillis(), 0, 1);
    assertEquals(ErrorCode.EXPIRED_ID, rejectionOf(submit(add, old)));
    assertEquals(
        ErrorCode.EXPIRED_ID, rejectionOf(execute(old, transaction -> add(1, transaction))));
    assertEquals(ErrorCode.EXPIRED_ID, rejectionOf(ended(service().status(old))));
    assertEquals(ErrorCode.BAD_ID, rejectionOf(submit(add, ahead)));
    assertEquals(ErrorCode.BAD_ID, rejectionOf(execute(ahead, transaction -> add(1, transaction))));
    assertEquals(ErrorCode.BAD_ID, rejectionOf(ended(service().status(ahead))));
    assertEquals(0, add.runs.get());
    assertEquals(0, longAt(COUNT));
  }

  @Test
  void aResultThatCannotBeKeptDoesNotCommit() {
    TransactionId id = IDS.next();
    Scripted peculiar =
        new Scripted(
            "peculiar",
            (amount, transaction) -> {
              add(amount, transaction);
              return new Object();
            });
    assertEquals(ErrorCode.RESULT_NOT_KEPT, rejectionOf(submit(peculiar, id)));
    Scripted large =
        new Scripted(
            "large",
            (amount, transaction) -> {
              add(amount, transaction);
              return new byte[TransactionServiceContract.MAX_VALUE_BYTES + 1];
            });
    assertEquals(ErrorCode.RESULT_NOT_KEPT, rejectionOf(submit(large, id)));
    assertEquals(
        ErrorCode.RESULT_NOT_KEPT,
        rejectionOf(
            execute(
                id,
                transaction -> {
                  add(1, transaction);
                  return Thread.currentThread();
                })));
    assertEquals(0, longAt(COUNT));
    Scripted add = new Scripted("add-kept", ExactlyOnceContract::add);
    assertEquals(1L, submit(add, id).valueOrThrow(), "nothing was recorded");
    service().register(peculiar);
    Outcome<Object> withoutId = ended(service().submit(peculiar, 1L));
    if (resultsTravel()) {
      assertEquals(ErrorCode.RESULT_NOT_KEPT, rejectionOf(withoutId));
    } else {
      assertInstanceOf(
          Outcome.Committed.class, withoutId, "a transaction without an id must commit");
    }
  }

  /** A result of the procedure's own type, which the codec encodes as 1 byte. */
  private record Grade(int points) {}

  /**
   * A procedure that returns a grade. The procedure's codec cannot encode grades below 0, and
   * cannot decode 13.
   */
  private static final Procedure<Integer, Grade> GRADE =
      new Procedure<>() {
        @Override
        public String name() {
          return "grade";
        }

        @Override
        public void declare(Integer points, KeyDeclaration keys) {
          keys.update(COUNT);
        }

        @Override
        public Grade execute(Integer points, Transaction transaction) {
          add(1, transaction);
          return new Grade(points);
        }

        @Override
        public ValueCodec<Grade> resultCodec() {
          return new ValueCodec<>() {
            @Override
            public byte[] encode(Grade grade) {
              if (grade.points() < 0) {
                throw new IllegalArgumentException("below 0");
              }
              return new byte[] {(byte) grade.points()};
            }

            @Override
            public Grade decode(byte[] bytes) {
              if (bytes[0] == 13) {
                throw new IllegalStateException("out of luck");
              }
              return new Grade(bytes[0]);
            }
          };
        }
      };

  private Outcome<Grade> grade(int points, TransactionId id) {
    return ended(service().submit(GRADE, points, PATIENT.withId(id)));
  }

  @Test
  void aProcedureMayKeepItsResultsItsOwnWay() {
    service().register(GRADE);
    TransactionId id = IDS.next();
    Outcome<Grade> first = grade(7, id);
    assertEquals(new Grade(7), first.valueOrThrow());
    assertSame(first, grade(7, id));
    assertSame(first, status(id).outcome());
    assertEquals(ErrorCode.RESULT_NOT_KEPT, rejectionOf(grade(-1, IDS.next())));
    assertEquals(1, longAt(COUNT));
    TransactionId unlucky = IDS.next();
    if (resultsTravel()) {
      // The transaction committed, but the client cannot decode the transaction's result.
      assertInstanceOf(Outcome.Unknown.class, grade(13, unlucky));
      assertInstanceOf(Outcome.Unknown.class, grade(13, unlucky));
      assertInstanceOf(Outcome.Unknown.class, ended(service().status(unlucky)));
    } else {
      assertEquals(new Grade(13), grade(13, unlucky).valueOrThrow());
      assertEquals(ErrorCode.DAMAGED, rejectionOf(grade(13, unlucky)));
      assertEquals(ErrorCode.DAMAGED, rejectionOf(ended(service().status(unlucky))));
    }
    assertEquals(2, longAt(COUNT));
  }

  @Test
  void anIdOfAnotherTransactionIsRefused() {
    TransactionId id = IDS.next();
    assertEquals(1L, submit(new Scripted("add-one", ExactlyOnceContract::add), id).valueOrThrow());
    assertEquals(
        ErrorCode.BAD_ID,
        rejectionOf(submit(new Scripted("add-another", ExactlyOnceContract::add), id)));
    assertEquals(ErrorCode.BAD_ID, rejectionOf(execute(id, transaction -> add(1, transaction))));
    assertEquals(1, longAt(COUNT));
  }

  @Test
  void logicCannotTouchOutcomes() {
    Key outcome = IDS.next().outcomeKey();
    for (TransactionLogic<Object> logic :
        List.<TransactionLogic<Object>>of(
            transaction -> transaction.get(outcome),
            transaction -> transaction.getLong(outcome),
            transaction -> transaction.contains(outcome),
            transaction -> {
              transaction.putLong(outcome, 1);
              return null;
            },
            transaction -> {
              transaction.delete(outcome);
              return null;
            })) {
      assertEquals(
          ErrorCode.BAD_KEY, rejectionOf(service().execute(logic, TransactionOptions.defaults())));
      Scripted inLogic = new Scripted("touches", (amount, transaction) -> logic.run(transaction));
      assertEquals(ErrorCode.BAD_KEY, rejectionOf(submitUnnamed(inLogic)));
    }
    for (BiConsumer<Long, KeyDeclaration> declaration :
        List.<BiConsumer<Long, KeyDeclaration>>of(
            (amount, keys) -> keys.read(outcome),
            (amount, keys) -> keys.write(outcome),
            (amount, keys) -> keys.update(outcome))) {
      Scripted declares = new Scripted("declares", declaration, (amount, transaction) -> null);
      assertEquals(ErrorCode.BAD_KEY, rejectionOf(submitUnnamed(declares)));
    }
    assertEquals(
        ErrorCode.UNKNOWN_PROCEDURE,
        rejectionOf(ended(service().submit("yardmaster.status", IDS.next()))));
  }

  private static final AtomicInteger NAMES = new AtomicInteger();

  /**
   * Submits the procedure under a new name, because a name belongs to only one procedure object.
   */
  private Outcome<Object> submitUnnamed(Scripted procedure) {
    return submit(
        new Scripted(
            procedure.name + NAMES.incrementAndGet(), procedure.declaration, procedure.logic),
        null);
  }
}
