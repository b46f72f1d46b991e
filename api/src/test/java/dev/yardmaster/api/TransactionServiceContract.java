package dev.yardmaster.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The contract of every {@link TransactionService}; the tests also show how to use a service. */
@Timeout(60)
public abstract class TransactionServiceContract extends RecordContract {

  public static final int MAX_VALUE_BYTES = 1000;
  public static final int MAX_KEYS = 20;
  public static final int MAX_ROUNDS = 4;

  private static final Key CHECKING = Key.of("checking", 17);
  private static final Key SAVINGS = Key.of("savings", 17);

  TransactionService service;

  /** Starts a service with {@link #MAX_VALUE_BYTES}, {@link #MAX_KEYS} and {@link #MAX_ROUNDS}. */
  protected abstract TransactionService start();

  @Override
  protected final TransactionService service() {
    return service;
  }

  @BeforeEach
  void startService() {
    service = start();
  }

  /** Closes the service after each test. An override may make further checks. */
  @AfterEach
  protected void closeService() {
    service.close();
  }

  public static long checking(Transaction transaction) {
    return transaction.getLong(CHECKING);
  }

  /** A procedure that adds an amount to a key and returns the new value. */
  public static final Procedure<Long, Long> ADD =
      new Procedure<>() {
        @Override
        public String name() {
          return "add";
        }

        @Override
        public void declare(Long amount, KeyDeclaration keys) {
          keys.update(CHECKING);
        }

        @Override
        public Long execute(Long amount, Transaction transaction) {
          long sum = transaction.getLong(CHECKING) + amount;
          transaction.putLong(CHECKING, sum);
          return sum;
        }
      };

  /** A procedure that runs any function on declared keys, for tests of failures. */
  private record Scripted(
      String name,
      java.util.function.Consumer<KeyDeclaration> declaration,
      java.util.function.Function<Transaction, Object> logic)
      implements Procedure<Integer, Object> {

    @Override
    public void declare(Integer argument, KeyDeclaration keys) {
      declaration.accept(keys);
    }

    @Override
    public Object execute(Integer argument, Transaction transaction) {
      return logic.apply(transaction);
    }
  }

  private static <R> Outcome<R> await(java.util.concurrent.CompletionStage<Outcome<R>> stage) {
    return stage.toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
  }

  private Outcome<Object> run(Scripted procedure) {
    service.register(procedure);
    return await(service.submit(procedure, 0));
  }

  private static ErrorCode codeOf(Outcome<?> outcome) {
    return assertInstanceOf(Outcome.Rejected.class, outcome, () -> "outcome: " + outcome)
        .error()
        .code();
  }

  private long longAt(Key key) {
    Long value = service.execute(transaction -> transaction.getLong(key));
    return value;
  }

  private boolean isPresent(Key key) {
    Boolean present = service.execute(transaction -> transaction.contains(key));
    return present;
  }

  private void assertStillServes() {
    long before = longAt(SAVINGS);
    service.execute(
        transaction -> {
          transaction.putLong(SAVINGS, before + 1);
          return null;
        });
    assertEquals(before + 1, longAt(SAVINGS));
  }

  @Test
  void aLambdaReadsAndWrites() {
    long left =
        service.execute(
            transaction -> {
              long balance = transaction.getLong(CHECKING);
              transaction.putLong(CHECKING, balance - 5);
              return balance - 5;
            });
    assertEquals(-5, left);
    assertEquals(-5, longAt(CHECKING));
  }

  @Test
  void aProcedureRunsByObjectAndByName() {
    service.register(ADD);
    Outcome<Long> first = await(service.submit(ADD, 5L));
    assertEquals(5L, first.valueOrThrow());
    assertEquals((Object) 12L, await(service.submit("add", 7L)).valueOrThrow());
  }

  @Test
  void aCallWaitsForTheResult() {
    service.register(ADD);
    assertEquals(5L, service.call(ADD, 5L));
    assertEquals(12L, service.call(ADD, 7L, TransactionOptions.defaults()).valueOrThrow());
    assertEquals(12, service.call(OneShot.builder().read(CHECKING).build()).getLong(CHECKING));
    OneShot unmet = OneShot.builder().requireAbsent(CHECKING).build();
    Outcome<OneShot.Result> outcome = service.call(unmet, TransactionOptions.defaults());
    assertEquals(AbortCause.USER, assertInstanceOf(Outcome.Aborted.class, outcome).cause());
    YardmasterException thrown = assertThrows(YardmasterException.class, () -> service.call(unmet));
    assertEquals(ErrorCode.ABORTED, thrown.code());
  }

  @Test
  void aCallOnAThreadOfTheServiceIsRefusedBeforeItBegins() {
    service.register(ADD);
    assertFalse(service.isOwnThread());
    long begun = 0;
    for (int i = 0; i < 50; i++) {
      AtomicReference<Boolean> own = new AtomicReference<>();
      Outcome<Long> inner =
          service
              .submit(ADD, 1L)
              .thenApply(
                  outcome -> {
                    own.set(service.isOwnThread());
                    return service.call(ADD, 1L, TransactionOptions.defaults());
                  })
              .toCompletableFuture()
              .orTimeout(30, TimeUnit.SECONDS)
              .join();
      if (own.get()) {
        assertEquals(ErrorCode.WRONG_THREAD, codeOf(inner));
      } else {
        inner.valueOrThrow();
        begun++;
      }
    }
    assertEquals(50 + begun, longAt(CHECKING));
  }

  @Test
  void anInterruptedThreadBeginsNoCall() throws InterruptedException {
    service.register(ADD);
    AtomicReference<Outcome<Long>> outcome = new AtomicReference<>();
    AtomicReference<Boolean> interrupted = new AtomicReference<>();
    Thread caller =
        new Thread(
            () -> {
              Thread.currentThread().interrupt();
              outcome.set(service.call(ADD, 5L, TransactionOptions.defaults()));
              interrupted.set(Thread.currentThread().isInterrupted());
            });
    caller.start();
    caller.join();
    assertEquals(ErrorCode.INTERRUPTED, codeOf(outcome.get()));
    assertTrue(interrupted.get());
    assertEquals(0, longAt(CHECKING));
  }

  @Test
  void aTransactionSeesItsOwnWritesAndNobodyElseDoesBeforeItsCommit() {
    service.execute(
        transaction -> {
          transaction.put(CHECKING, new byte[] {1, 2});
          assertArrayEquals(new byte[] {1, 2}, transaction.get(CHECKING));
          CompletableFuture<byte[]> other =
              CompletableFuture.supplyAsync(() -> service.execute(t -> t.get(CHECKING)));
          assertNull(other.join());
          transaction.delete(CHECKING);
          assertFalse(transaction.contains(CHECKING));
          transaction.put(CHECKING, new byte[] {3});
          return null;
        });
    byte[] stored = service.execute(transaction -> transaction.get(CHECKING));
    assertArrayEquals(new byte[] {3}, stored);
  }

  @Test
  void keysOfAllKindsAreKeptApart() {
    List<Key> keys =
        List.of(
            Key.of("t", 1),
            Key.of("t", "1"),
            Key.of("t", new byte[] {'1'}),
            Key.of("u", 1),
            Key.of("t", "a longer text, of more than eight bytes"),
            Key.of("t", new byte[1024]));
    service.execute(
        transaction -> {
          for (int i = 0; i < keys.size(); i++) {
            transaction.putLong(keys.get(i), i);
          }
          return null;
        });
    for (int i = 0; i < keys.size(); i++) {
      Key key = keys.get(i);
      assertEquals(i, longAt(key), key.toString());
    }
  }

  @Test
  void anAbsentKeyReadsAsNullAndAsZero() {
    service.execute(
        transaction -> {
          assertNull(transaction.get(CHECKING));
          assertEquals(0, transaction.getLong(CHECKING));
          assertFalse(transaction.contains(CHECKING));
          return null;
        });
  }

  @Test
  void severalKeysAreReadAtOnce() {
    service.execute(
        transaction -> {
          transaction.putLong(CHECKING, 1);
          return null;
        });
    service.execute(
        transaction -> {
          transaction.putLong(SAVINGS, 2);
          Key absent = Key.of("checking", 18);
          Map<Key, byte[]> read = transaction.getAll(List.of(SAVINGS, absent, CHECKING, SAVINGS));
          assertEquals(List.of(SAVINGS, absent, CHECKING), List.copyOf(read.keySet()));
          assertEquals(2, read.get(SAVINGS)[7]);
          assertNull(read.get(absent));
          assertEquals(1, read.get(CHECKING)[7]);
          read.get(CHECKING)[7] = 9;
          assertEquals(1, transaction.getLong(CHECKING));
          assertEquals(Map.of(), transaction.getAll(List.of()));
          return null;
        });
    List<Key> tooMany = new ArrayList<>();
    for (int i = 0; i <= MAX_KEYS; i++) {
      tooMany.add(Key.of("many", i));
    }
    assertEquals(
        ErrorCode.TOO_MANY_KEYS,
        codeOf(service.execute(t -> t.getAll(tooMany), TransactionOptions.defaults())));
    assertStillServes();
  }

  @Test
  void valuesAreCopiedInAndOut() {
    byte[] mine = {1};
    service.execute(
        transaction -> {
          transaction.put(CHECKING, mine);
          mine[0] = 9;
          transaction.get(CHECKING)[0] = 8;
          return null;
        });
    byte[] read = service.execute(transaction -> transaction.get(CHECKING));
    assertEquals(1, read[0]);
    read[0] = 7;
    byte[] again = service.execute(transaction -> transaction.get(CHECKING));
    assertEquals(1, again[0]);
  }

  @Test
  void aDeletedKeyCanBeWrittenAgain() {
    for (long i = 1; i <= 20; i++) {
      long number = i;
      service.execute(
          transaction -> {
            assertFalse(transaction.contains(CHECKING));
            transaction.putLong(CHECKING, number);
            return null;
          });
      service.execute(
          transaction -> {
            assertEquals(number, transaction.getLong(CHECKING));
            transaction.delete(CHECKING);
            return null;
          });
    }
  }

  @Test
  void aProcedureDeclaresKeysInRounds() {
    // The procedure follows a chain of keys. The value of each key is the id of the next key.
    Procedure<Integer, Long> follow =
        new Procedure<>() {
          @Override
          public String name() {
            return "follow";
          }

          @Override
          public void declare(Integer hops, KeyDeclaration keys) {
            keys.read(Key.of("chain", 0));
          }

          @Override
          public void declareNext(Integer hops, Reads soFar, KeyDeclaration keys) {
            long at = 0;
            for (int i = 0; i < hops; i++) {
              if (at != 0 || i == 0) {
                keys.read(Key.of("chain", at));
              }
              try {
                at = soFar.getLong(Key.of("chain", at));
              } catch (YardmasterException notReadYet) {
                return;
              }
            }
            keys.read(Key.of("chain", at));
          }

          @Override
          public Long execute(Integer hops, Transaction transaction) {
            long at = 0;
            for (int i = 0; i < hops; i++) {
              at = transaction.getLong(Key.of("chain", at));
            }
            return at;
          }
        };
    service.register(follow);
    service.execute(
        transaction -> {
          for (int i = 0; i < 10; i++) {
            transaction.putLong(Key.of("chain", i), i + 1);
          }
          return null;
        });
    assertEquals(3L, await(service.submit(follow, 3)).valueOrThrow());
    assertEquals(ErrorCode.TOO_MANY_ROUNDS, codeOf(await(service.submit(follow, MAX_ROUNDS + 1))));
    assertStillServes();
  }

  @Test
  void concurrentIncrementsAreNeverLost() throws InterruptedException {
    service.register(ADD);
    int threads = 4;
    int each = 60;
    List<Thread> workers = new ArrayList<>();
    AtomicInteger committed = new AtomicInteger();
    Queue<Outcome<?>> others = new ConcurrentLinkedQueue<>();
    Consumer<Outcome<?>> count =
        outcome -> {
          if (outcome instanceof Outcome.Committed) {
            committed.incrementAndGet();
          } else {
            others.add(outcome);
          }
        };
    for (int i = 0; i < threads; i++) {
      Thread worker =
          new Thread(
              () -> {
                for (int n = 0; n < each; n++) {
                  count.accept(
                      service.execute(
                          transaction -> {
                            transaction.putLong(CHECKING, transaction.getLong(CHECKING) + 1);
                            return null;
                          },
                          TransactionOptions.defaults()));
                  count.accept(await(service.submit(ADD, 1L)));
                }
              });
      workers.add(worker);
      worker.start();
    }
    for (Thread worker : workers) {
      worker.join();
    }
    assertEquals(committed.get(), longAt(CHECKING));
    assertEquals(List.of(), List.copyOf(others));
    assertEquals(2 * threads * each, committed.get());
  }

  @Test
  void aConflictIsReportedByKeyVersionAndTransaction() {
    AtomicReference<Outcome<Long>> writer = new AtomicReference<>();
    service.register(ADD);
    AtomicInteger runs = new AtomicInteger();
    Outcome<Object> outcome =
        service.execute(
            transaction -> {
              long seen = transaction.getLong(CHECKING);
              if (runs.incrementAndGet() == 1) {
                writer.set(await(service.submit(ADD, 5L)));
              }
              transaction.putLong(SAVINGS, seen);
              return null;
            },
            TransactionOptions.defaults());
    Outcome.Committed<?> committed = assertInstanceOf(Outcome.Committed.class, outcome);
    assertEquals(2, runs.get());
    assertEquals(1, committed.restarts());
    assertNotNull(committed.lastConflict());
    assertEquals(CHECKING, committed.lastConflict().key());
    assertEquals(0, committed.lastConflict().versionRead());
    Outcome.Committed<?> other = assertInstanceOf(Outcome.Committed.class, writer.get());
    assertEquals(other.commitVersion(), committed.lastConflict().versionFound());
    assertTrue(
        committed.lastConflict().otherTransaction() == other.transactionId()
            || committed.lastConflict().cause() == AbortCause.PRE_VALIDATION);
    assertEquals(5L, longAt(SAVINGS));
  }

  @Test
  void attemptsAreBounded() {
    service.register(ADD);
    Outcome<Object> outcome =
        service.execute(
            transaction -> {
              transaction.getLong(CHECKING);
              await(service.submit(ADD, 1L));
              transaction.putLong(SAVINGS, 1);
              return null;
            },
            TransactionOptions.defaults().withMaxAttempts(3));
    Outcome.Aborted<?> aborted = assertInstanceOf(Outcome.Aborted.class, outcome);
    assertEquals(2, aborted.restarts());
    assertEquals(3, longAt(CHECKING));
    assertFalse(isPresent(SAVINGS));
    YardmasterException thrown = assertThrows(YardmasterException.class, aborted::valueOrThrow);
    assertEquals(ErrorCode.ABORTED, thrown.code());
  }

  @Test
  void aUsersAbortLeavesNothingBehind() {
    Outcome<Object> outcome =
        service.execute(
            transaction -> {
              transaction.putLong(CHECKING, 1);
              throw transaction.abort("too little money");
            },
            TransactionOptions.defaults());
    Outcome.Aborted<?> aborted = assertInstanceOf(Outcome.Aborted.class, outcome);
    assertEquals(AbortCause.USER, aborted.cause());
    assertEquals("too little money", aborted.reason());
    assertFalse(isPresent(CHECKING));

    Outcome<Object> ofProcedure =
        run(
            new Scripted(
                "abort",
                keys -> keys.update(CHECKING),
                transaction -> {
                  transaction.putLong(CHECKING, 1);
                  throw transaction.abort("no");
                }));
    assertEquals(AbortCause.USER, assertInstanceOf(Outcome.Aborted.class, ofProcedure).cause());
    assertFalse(isPresent(CHECKING));
  }

  @Test
  void anAbortThatTheLogicCatchesIsAnAbort() {
    Outcome<Object> ofLambda =
        execute(
            transaction -> {
              transaction.putLong(CHECKING, 666);
              try {
                throw transaction.abort("no");
              } catch (RuntimeException swallowed) {
                transaction.putLong(CHECKING, 667);
              }
            });
    assertEquals(AbortCause.USER, assertInstanceOf(Outcome.Aborted.class, ofLambda).cause());
    Outcome<Object> ofProcedure =
        run(
            new Scripted(
                "swallow",
                keys -> keys.update(CHECKING),
                transaction -> {
                  transaction.putLong(CHECKING, 666);
                  try {
                    throw transaction.abort("no");
                  } catch (RuntimeException swallowed) {
                    return "done";
                  }
                }));
    assertEquals(AbortCause.USER, assertInstanceOf(Outcome.Aborted.class, ofProcedure).cause());
    assertFalse(isPresent(CHECKING));
  }

  @Test
  void anAbortDecidedOnStaleValuesIsDecidedAgain() {
    service.register(ADD);
    AtomicInteger runs = new AtomicInteger();
    long result =
        service.execute(
            transaction -> {
              long balance = transaction.getLong(CHECKING);
              if (runs.incrementAndGet() == 1) {
                await(service.submit(ADD, 100L));
              }
              if (balance < 100) {
                throw transaction.abort("too little money");
              }
              return balance;
            });
    assertEquals(100, result);
  }

  @Test
  void logicThatThrowsIsRejectedWithItsCause() {
    IllegalStateException thrown = new IllegalStateException("bug");
    Outcome<Object> ofLambda =
        service.execute(
            transaction -> {
              transaction.putLong(CHECKING, 1);
              throw thrown;
            },
            TransactionOptions.defaults());
    assertEquals(ErrorCode.LOGIC_FAILED, codeOf(ofLambda));
    assertEquals(thrown, ((Outcome.Rejected<?>) ofLambda).error().getCause());

    Scripted failing =
        new Scripted(
            "failing",
            keys -> keys.update(CHECKING),
            transaction -> {
              transaction.putLong(CHECKING, 1);
              throw thrown;
            });
    assertEquals(ErrorCode.LOGIC_FAILED, codeOf(run(failing)));
    Scripted failingDeclaration =
        new Scripted(
            "failing-declaration",
            keys -> {
              throw thrown;
            },
            transaction -> null);
    assertEquals(ErrorCode.LOGIC_FAILED, codeOf(run(failingDeclaration)));
    Scripted overflowing =
        new Scripted("overflowing", keys -> keys.read(CHECKING), this::recurseForEver);
    assertEquals(ErrorCode.LOGIC_FAILED, codeOf(run(overflowing)));
    assertFalse(isPresent(CHECKING));
    assertStillServes();
  }

  @SuppressWarnings("InfiniteRecursion") // The test needs an infinite recursion.
  private Object recurseForEver(Transaction transaction) {
    return recurseForEver(transaction);
  }

  @Test
  void badKeysAreRefused() {
    assertEquals(ErrorCode.BAD_KEY, codeOf(executing(t -> t.get(null))));
    assertEquals(ErrorCode.BAD_KEY, codeOf(executing(t -> t.getLong(Key.of("", 1)))));
    assertEquals(ErrorCode.BAD_KEY, codeOf(executing(t -> t.get(Key.of(null, 1)))));
    assertEquals(ErrorCode.BAD_KEY, codeOf(executing(t -> t.get(Key.of("t", "")))));
    assertEquals(ErrorCode.BAD_KEY, codeOf(executing(t -> t.get(Key.of("t", (String) null)))));
    assertEquals(ErrorCode.BAD_KEY, codeOf(executing(t -> t.get(Key.of("t", new byte[1025])))));
    assertEquals(ErrorCode.BAD_KEY, codeOf(executing(t -> t.get(Key.of("x".repeat(129), 1)))));
    assertEquals(
        ErrorCode.BAD_KEY,
        codeOf(run(new Scripted("null-key", keys -> keys.read(null), transaction -> null))));
    assertStillServes();
  }

  private Outcome<Object> executing(java.util.function.Function<Transaction, Object> logic) {
    return service.execute(
        transaction -> {
          transaction.putLong(CHECKING, 1);
          Object result = logic.apply(transaction);
          throw new AssertionError("the call must throw an error, but it returned " + result);
        },
        TransactionOptions.defaults());
  }

  @Test
  void badValuesAreRefused() {
    byte[] tooLarge = new byte[MAX_VALUE_BYTES + 1];
    Outcome<?> large = execute(t -> t.put(CHECKING, tooLarge));
    assertEquals(ErrorCode.VALUE_TOO_LARGE, codeOf(large));
    assertTrue(
        ((Outcome.Rejected<?>) large).error().getMessage().contains("" + MAX_VALUE_BYTES),
        large.toString());
    assertEquals(ErrorCode.BAD_VALUE, codeOf(execute(t -> t.put(CHECKING, null))));
    execute(t -> t.put(CHECKING, "text".getBytes(StandardCharsets.UTF_8)));
    assertEquals(ErrorCode.NOT_A_NUMBER, codeOf(execute(t -> t.getLong(CHECKING))));
    execute(t -> t.put(SAVINGS, new byte[MAX_VALUE_BYTES]));
    byte[] largest = service.execute(t -> t.get(SAVINGS));
    assertEquals(MAX_VALUE_BYTES, largest.length);
  }

  private Outcome<Object> execute(java.util.function.Consumer<Transaction> logic) {
    return service.execute(
        transaction -> {
          logic.accept(transaction);
          return null;
        },
        TransactionOptions.defaults());
  }

  @Test
  void tooManyKeysAreRefusedAndNothingIsApplied() {
    Outcome<Object> writes =
        execute(
            transaction -> {
              for (int i = 0; i <= MAX_KEYS; i++) {
                transaction.putLong(Key.of("many", i), 1);
              }
            });
    assertEquals(ErrorCode.TOO_MANY_KEYS, codeOf(writes));
    Outcome<Object> reads =
        execute(
            transaction -> {
              for (int i = 0; i <= MAX_KEYS; i++) {
                transaction.getLong(Key.of("many", i));
              }
            });
    assertEquals(ErrorCode.TOO_MANY_KEYS, codeOf(reads));
    Outcome<Object> declared =
        run(
            new Scripted(
                "many",
                keys -> {
                  for (int i = 0; i <= MAX_KEYS; i++) {
                    keys.write(Key.of("many", i));
                  }
                },
                transaction -> null));
    assertEquals(ErrorCode.TOO_MANY_KEYS, codeOf(declared));
    assertFalse(isPresent(Key.of("many", 0)));
  }

  @Test
  void aProcedureTouchesOnlyWhatItDeclared() {
    Scripted reading =
        new Scripted("reading", keys -> keys.write(CHECKING), t -> t.getLong(CHECKING));
    assertEquals(ErrorCode.UNDECLARED_KEY, codeOf(run(reading)));
    Scripted writing =
        new Scripted(
            "writing",
            keys -> keys.read(CHECKING),
            transaction -> {
              transaction.putLong(CHECKING, 1);
              return null;
            });
    assertEquals(ErrorCode.UNDECLARED_KEY, codeOf(run(writing)));
    assertStillServes();
  }

  @Test
  void unknownProceduresAreRefused() {
    assertEquals(ErrorCode.UNKNOWN_PROCEDURE, codeOf(await(service.submit("nobody", 1))));
    assertEquals(ErrorCode.UNKNOWN_PROCEDURE, codeOf(await(service.submit((String) null, 1))));
    assertEquals(ErrorCode.UNKNOWN_PROCEDURE, codeOf(await(service.submit(ADD, 1L))));
  }

  @Test
  void aNameIsRegisteredOnce() {
    service.register(ADD);
    service.register(ADD);
    Scripted impostor = new Scripted("add", keys -> {}, transaction -> null);
    for (Procedure<?, ?> bad :
        List.of(
            impostor,
            new Scripted("", keys -> {}, transaction -> null),
            new Scripted("yardmaster.one-shot", keys -> {}, transaction -> null),
            new Scripted("yardmaster.other", keys -> {}, transaction -> null),
            new Scripted("x".repeat(129), keys -> {}, transaction -> null))) {
      YardmasterException thrown =
          assertThrows(YardmasterException.class, () -> service.register(bad));
      assertEquals(ErrorCode.BAD_PROCEDURE, thrown.code());
    }
  }

  @Test
  void aTransactionIsOverWhenItsLogicHasReturned() {
    AtomicReference<Transaction> leaked = new AtomicReference<>();
    execute(leaked::set);
    YardmasterException thrown =
        assertThrows(YardmasterException.class, () -> leaked.get().getLong(CHECKING));
    assertEquals(ErrorCode.TRANSACTION_OVER, thrown.code());

    run(
        new Scripted(
            "leak",
            keys -> keys.update(CHECKING),
            transaction -> {
              leaked.set(transaction);
              return null;
            }));
    thrown = assertThrows(YardmasterException.class, () -> leaked.get().putLong(CHECKING, 666));
    assertEquals(ErrorCode.TRANSACTION_OVER, thrown.code());
    assertStillServes();
  }

  @Test
  void aDeclarationIsOverWhenItsRoundHasReturned() {
    AtomicReference<KeyDeclaration> kept = new AtomicReference<>();
    Scripted keeper =
        new Scripted(
            "keeper",
            keys -> {
              kept.set(keys);
              keys.read(CHECKING);
            },
            transaction -> {
              kept.get().write(SAVINGS);
              transaction.putLong(SAVINGS, 666);
              return null;
            });
    assertEquals(ErrorCode.TRANSACTION_OVER, codeOf(run(keeper)));
    assertFalse(isPresent(SAVINGS));
  }

  @Test
  void aDeclarationCannotWrite() {
    Procedure<Integer, Object> casting =
        new Procedure<>() {
          @Override
          public String name() {
            return "casting";
          }

          @Override
          public void declare(Integer argument, KeyDeclaration keys) {
            keys.update(CHECKING);
          }

          @Override
          public void declareNext(Integer argument, Reads soFar, KeyDeclaration keys) {
            ((Transaction) soFar).putLong(CHECKING, 666);
          }

          @Override
          public Object execute(Integer argument, Transaction transaction) {
            return null;
          }
        };
    service.register(casting);
    assertEquals(ErrorCode.LOGIC_FAILED, codeOf(await(service.submit(casting, 1))));
    assertFalse(isPresent(CHECKING));
  }

  /** An exception whose own methods throw exceptions, for example {@code getMessage}. */
  private static final class Unspeakable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @Override
    public String getMessage() {
      throw new IllegalStateException("broken");
    }
  }

  @Test
  void anExceptionWhoseMessageThrowsIsRejectedLikeAnother() {
    Outcome<Object> ofLambda =
        execute(
            transaction -> {
              throw new Unspeakable();
            });
    assertEquals(ErrorCode.LOGIC_FAILED, codeOf(ofLambda));
    Scripted unspeakable =
        new Scripted(
            "unspeakable",
            keys -> keys.read(CHECKING),
            transaction -> {
              throw new Unspeakable();
            });
    assertEquals(ErrorCode.LOGIC_FAILED, codeOf(run(unspeakable)));
    assertStillServes();
  }

  @Test
  void anothersErrorIsNotTakenForTheServices() {
    Outcome<Object> outcome =
        execute(
            transaction -> {
              throw new YardmasterException(ErrorCode.OVERLOADED, "of another service");
            });
    assertEquals(ErrorCode.LOGIC_FAILED, codeOf(outcome));
  }

  @Test
  void cancellingAStageDoesNotChangeTheOutcome() {
    service.register(ADD);
    var stage = service.submit(ADD, 5L);
    stage.toCompletableFuture().cancel(true);
    assertEquals(5L, await(stage).valueOrThrow());
    assertEquals(5, longAt(CHECKING));
  }

  @Test
  void aTransactionThatDoesNothingCommits() {
    String done = service.execute(transaction -> "done");
    assertEquals("done", done);
    assertEquals("done", run(new Scripted("empty", keys -> {}, t -> "done")).valueOrThrow());
  }

  @Test
  void aTimeoutEndsATransactionThatItsCallerHolds() {
    CountDownLatch never = new CountDownLatch(1);
    Outcome<Object> outcome =
        service.execute(
            transaction -> {
              transaction.putLong(SAVINGS, transaction.getLong(CHECKING) + 1);
              awaitQuietly(never, Duration.ofMillis(100));
              return null;
            },
            TransactionOptions.defaults().withTimeout(Duration.ofMillis(20)));
    assertEquals(AbortCause.TIMEOUT, assertInstanceOf(Outcome.Aborted.class, outcome).cause());
    assertFalse(isPresent(SAVINGS));
  }

  private static void awaitQuietly(CountDownLatch latch, Duration most) {
    try {
      assertFalse(latch.await(most.toMillis(), TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void anInterruptedCallerDoesNotCommitAndKeepsItsInterrupt() throws InterruptedException {
    assertGivenUp(
        transaction -> {
          Thread.currentThread().interrupt();
          transaction.putLong(SAVINGS, transaction.getLong(CHECKING) + 1);
          return null;
        });
  }

  @Test
  void anInterruptAfterTheLastReadIsSeenBeforeTheCommit() throws InterruptedException {
    assertGivenUp(
        transaction -> {
          transaction.putLong(SAVINGS, transaction.getLong(CHECKING) + 1);
          Thread.currentThread().interrupt();
          return null;
        });
  }

  private void assertGivenUp(TransactionLogic<Object> logic) throws InterruptedException {
    AtomicReference<Outcome<Object>> outcome = new AtomicReference<>();
    AtomicReference<Boolean> interrupted = new AtomicReference<>();
    Thread caller =
        new Thread(
            () -> {
              outcome.set(service.execute(logic, TransactionOptions.defaults()));
              interrupted.set(Thread.currentThread().isInterrupted());
            });
    caller.start();
    caller.join();
    assertEquals(ErrorCode.INTERRUPTED, codeOf(outcome.get()));
    assertTrue(interrupted.get());
    assertFalse(isPresent(SAVINGS));
  }

  @Test
  void aClosedServiceRefuses() {
    service.register(ADD);
    assertEquals(Optional.empty(), service.refusal());
    service.close();
    assertEquals(ErrorCode.CLOSED, service.refusal().orElseThrow().code());
    service.close();
    assertEquals(ErrorCode.CLOSED, codeOf(execute(transaction -> transaction.getLong(CHECKING))));
    assertEquals(ErrorCode.CLOSED, codeOf(await(service.submit(ADD, 1L))));
    YardmasterException thrown =
        assertThrows(YardmasterException.class, () -> service.execute(t -> t.getLong(CHECKING)));
    assertEquals(ErrorCode.CLOSED, thrown.code());
  }

  @Test
  void closingFinishesWhatIsInFlight() {
    service.register(ADD);
    List<CompletableFuture<Outcome<Long>>> submitted = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      submitted.add(service.submit(ADD, 1L).toCompletableFuture());
    }
    service.close();
    for (CompletableFuture<Outcome<Long>> outcome : submitted) {
      assertTrue(outcome.isDone());
      assertInstanceOf(Outcome.Committed.class, outcome.join());
    }
  }
}
