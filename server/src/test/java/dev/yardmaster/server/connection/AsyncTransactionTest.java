package dev.yardmaster.server.connection;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.TransactionIds;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.client.AsyncLogic;
import dev.yardmaster.client.AsyncTransaction;
import dev.yardmaster.client.BlockingTransaction;
import dev.yardmaster.client.TransactionHandle;
import dev.yardmaster.client.YardmasterClient;
import dev.yardmaster.history.HistoryLog;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.proof.checker.SerializabilityChecker;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests asynchronous interactive transactions, both with the logic as a function and with a handle.
 */
@Timeout(60)
class AsyncTransactionTest {

  private static final Key A = Key.of("a", 1);
  private static final Key B = Key.of("b", 1);
  private static final TransactionIds IDS = TransactionIds.ofThisMachine();
  private static final TransactionOptions OPTIONS = TransactionOptions.defaults();

  private final HistoryLog history = HistoryLog.inMemory();
  private LoopbackServer server;
  private YardmasterClient client;

  @BeforeEach
  void start() {
    server =
        new LoopbackServer(
            Pipeline.start(
                PipelineConfig.builder().maxValueBytes(1000).maxKeysPerTransaction(20).build(),
                history));
    client = YardmasterClient.connect(server.client().connections(2).build());
  }

  @AfterEach
  void stop() throws IOException {
    client.close();
    server.close();
    history.close();
    assertEquals(List.of(), SerializabilityChecker.check(history.bytes()).anomalies());
  }

  private static <T> T await(CompletionStage<T> stage) {
    return stage.toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
  }

  private static ErrorCode errorOf(CompletionStage<?> stage) {
    CompletionException thrown = assertThrows(CompletionException.class, () -> await(stage));
    return assertInstanceOf(YardmasterException.class, thrown.getCause()).code();
  }

  private static ErrorCode rejectionOf(Outcome<?> outcome) {
    return assertInstanceOf(Outcome.Rejected.class, outcome, () -> "outcome: " + outcome)
        .error()
        .code();
  }

  private static CompletionStage<Long> add(AsyncTransaction transaction, Key key, long amount) {
    return transaction
        .getLong(key)
        .thenApply(
            before -> {
              transaction.putLong(key, before + amount);
              return before + amount;
            });
  }

  private long longAt(Key key) {
    Long value = client.execute(transaction -> transaction.getLong(key));
    return value;
  }

  private void write(Key key, long value) {
    client.execute(
        transaction -> {
          transaction.putLong(key, value);
          return null;
        });
  }

  @Test
  void logicThatDoesNotWaitReadsAndWrites() {
    assertEquals(5L, await(client.submit(t -> add(t, A, 5))).valueOrThrow());
    assertEquals(7L, await(client.submit(t -> add(t, A, 2))).valueOrThrow());
    assertEquals(7, longAt(A));
    assertNull(await(client.submit(t -> t.get(B))).valueOrThrow());
    assertEquals(false, await(client.submit(t -> t.contains(B))).valueOrThrow());
  }

  @Test
  void readsSeeOwnWritesOfBeforeTheyWereAskedFor() {
    AsyncLogic<Boolean> logic =
        t -> {
          CompletionStage<Long> before = t.getLong(A);
          t.putLong(A, 9);
          CompletionStage<Long> after = t.getLong(A);
          t.delete(B);
          CompletionStage<Boolean> gone = t.contains(B);
          CompletionStage<byte[]> raw = t.get(A);
          return before
              .thenCombine(after, (first, second) -> first == 4 && second == 9)
              .thenCombine(gone, (right, present) -> right && !present)
              .thenCombine(raw, (right, bytes) -> right && bytes[7] == 9);
        };
    write(A, 4);
    write(B, 4);
    assertEquals(true, await(client.submit(logic)).valueOrThrow());
    assertEquals(9, longAt(A));
    assertEquals(0, longAt(B));
  }

  @Test
  void scansSeeOwnWritesOfBeforeTheyWereAskedFor() {
    for (int id = 1; id <= 6; id++) {
      write(Key.of("scanned", id), id);
    }
    Scan scan = Scan.forward(Key.of("scanned", 1), null, 3);
    Scan last = Scan.backward(Key.of("scanned", 1), null, 2);
    AsyncLogic<String> logic =
        t -> {
          CompletionStage<Map<Key, byte[]>> before = t.scan(scan);
          CompletionStage<Long> meanwhile = t.getLong(Key.of("scanned", 6));
          t.delete(Key.of("scanned", 2));
          t.putLong(Key.of("scanned", 3), 33);
          t.putLong(Key.of("scanned", 9), 9);
          CompletionStage<Map<Key, byte[]>> after = t.scan(scan);
          CompletionStage<Map<Key, byte[]>> end = t.scan(last);
          t.delete(Key.of("scanned", 9));
          return before
              .thenCombine(meanwhile, (found, six) -> ids(found) + " " + six)
              .thenCombine(after, (text, found) -> text + ids(found) + longOf(found, 3))
              .thenCombine(end, (text, found) -> text + ids(found));
        };
    assertEquals("[1, 2, 3] 6[1, 3, 4]33[9, 6]", await(client.submit(logic)).valueOrThrow());
    try (BlockingTransaction transaction = client.begin(OPTIONS).blocking()) {
      assertEquals("[1, 3, 4]", ids(transaction.scan(scan)));
      assertEquals("[6, 5]", ids(transaction.scanBackward(Key.of("scanned", 1), null, 2)));
      transaction.delete(Key.of("scanned", 1));
      assertEquals("[3, 4, 5]", ids(transaction.scan(scan)));
      assertTrue(transaction.commit() instanceof Outcome.Committed);
      assertThrows(YardmasterException.class, () -> transaction.scan(scan));
    }
    AsyncLogic<Integer> tooMany =
        t -> {
          CompletionStage<Integer> all = CompletableFuture.completedFuture(0);
          for (int i = 0; i <= Scan.MAX_PER_TRANSACTION; i++) {
            Scan next = Scan.forward(Key.of("scanned", i), null, 1);
            all = all.thenCombine(t.scan(next), (count, found) -> count + found.size());
          }
          return all;
        };
    assertEquals(ErrorCode.TOO_MANY_KEYS, rejectionOf(await(client.submit(tooMany))));
  }

  private static String ids(Map<Key, byte[]> found) {
    return found.keySet().stream().map(Key::number).toList().toString();
  }

  private static long longOf(Map<Key, byte[]> found, long id) {
    return found.get(Key.of("scanned", id))[7];
  }

  @Test
  void aPhantomRunsLogicAgainThatDoesNotWait() {
    AtomicInteger runs = new AtomicInteger();
    AsyncLogic<Integer> logic =
        t ->
            t.scan(Scan.forward(Key.of("scanned", 1), null, 10))
                .thenCompose(
                    found ->
                        runs.incrementAndGet() == 1
                            ? client
                                .submit(OneShot.builder().putLong(Key.of("scanned", 5), 5).build())
                                .thenApply(outcome -> found.size())
                            : CompletableFuture.completedFuture(found.size()))
                .thenApply(
                    size -> {
                      t.putLong(A, size);
                      return size;
                    });
    assertEquals(1, await(client.submit(logic)).valueOrThrow());
    assertEquals(2, runs.get());
    assertEquals(1, longAt(A));
  }

  @Test
  void whatIsAskedForMeanwhileIsAskedForTogether() {
    AsyncLogic<Map<Key, byte[]>> logic =
        t -> {
          List<CompletableFuture<Long>> reads = new ArrayList<>();
          for (int i = 0; i < 18; i++) {
            reads.add(t.getLong(Key.of("many", i)).toCompletableFuture());
          }
          return CompletableFuture.allOf(reads.toArray(CompletableFuture<?>[]::new))
              .thenCompose(all -> t.getAll(List.of(B, Key.of("many", 3), A)));
        };
    write(A, 1);
    Map<Key, byte[]> values = await(client.submit(logic)).valueOrThrow();
    assertEquals(List.of(B, Key.of("many", 3), A), List.copyOf(values.keySet()));
    assertNull(values.get(B));
    assertArrayEquals(new byte[] {0, 0, 0, 0, 0, 0, 0, 1}, values.get(A));
  }

  @Test
  void badRequestsFailTheirStages() {
    write(A, 1);
    client.execute(
        t -> {
          t.put(B, new byte[3]);
          return null;
        });
    assertEquals(ErrorCode.BAD_KEY, rejectionOf(await(client.submit(t -> t.get(null)))));
    assertEquals(ErrorCode.NOT_A_NUMBER, rejectionOf(await(client.submit(t -> t.getLong(B)))));
    List<Key> tooMany = new ArrayList<>();
    for (int i = 0; i < 21; i++) {
      tooMany.add(Key.of("many", i));
    }
    assertEquals(
        ErrorCode.TOO_MANY_KEYS, rejectionOf(await(client.submit(t -> t.getAll(tooMany)))));
    AsyncLogic<Object> large =
        t -> {
          t.put(A, new byte[1001]);
          return CompletableFuture.completedFuture(null);
        };
    assertEquals(ErrorCode.VALUE_TOO_LARGE, rejectionOf(await(client.submit(large))));
    assertEquals(ErrorCode.LOGIC_FAILED, rejectionOf(await(client.submit(t -> null))));
  }

  @Test
  void aConflictRunsTheLogicAgain() {
    AtomicInteger runs = new AtomicInteger();
    AsyncLogic<Long> logic =
        t ->
            t.getLong(A)
                .thenCompose(
                    before -> {
                      if (runs.incrementAndGet() > 1) {
                        return CompletableFuture.completedFuture(before);
                      }
                      return client.submit(other -> add(other, A, 10)).thenApply(ignored -> before);
                    })
                .thenApply(
                    before -> {
                      t.putLong(B, before);
                      return before;
                    });
    Outcome<Long> outcome = await(client.submit(logic));
    assertEquals(10L, outcome.valueOrThrow());
    assertEquals(2, runs.get());
    Outcome.Committed<Long> committed = (Outcome.Committed<Long>) outcome;
    assertEquals(1, committed.restarts());
    assertEquals(A, committed.lastConflict().key());
    assertEquals(10, longAt(B));
  }

  @Test
  void concurrentIncrementsAreNeverLost() {
    int count = 300;
    Random random = new Random(7);
    List<CompletableFuture<Outcome<Long>>> outcomes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Key key = random.nextInt(4) == 0 ? A : Key.of("cold", random.nextInt(50));
      outcomes.add(
          client.submit(t -> add(t, key, 1).thenCompose(n -> add(t, B, 1))).toCompletableFuture());
    }
    outcomes.forEach(outcome -> await(outcome).valueOrThrow());
    assertEquals(count, longAt(B));
  }

  @Test
  void anAbortAndAnExceptionLeaveNothingBehind() {
    AsyncLogic<Object> abort =
        t -> {
          t.putLong(A, 1);
          return CompletableFuture.failedFuture(t.abort("too little"));
        };
    Outcome.Aborted<?> aborted =
        assertInstanceOf(Outcome.Aborted.class, await(client.submit(abort)));
    assertEquals(AbortCause.USER, aborted.cause());
    assertEquals("too little", aborted.reason());
    IllegalStateException bug = new IllegalStateException("bug");
    AsyncLogic<Object> failing =
        t ->
            t.getLong(A)
                .thenApply(
                    before -> {
                      throw bug;
                    });
    Outcome<Object> failed = await(client.submit(failing));
    assertEquals(ErrorCode.LOGIC_FAILED, rejectionOf(failed));
    assertEquals(bug, failed.error().getCause());
    assertEquals(0, longAt(A));
  }

  @Test
  void logicThatNeverEndsTimesOutAndItsServerForgetsIt() {
    AsyncLogic<Long> logic =
        t -> {
          var unused = t.getLong(A);
          return new CompletableFuture<>();
        };
    Outcome<Long> outcome =
        await(client.submit(logic, OPTIONS.withTimeout(Duration.ofMillis(100))));
    assertEquals(AbortCause.TIMEOUT, assertInstanceOf(Outcome.Aborted.class, outcome).cause());
    awaitNoRequests();
  }

  /**
   * Waits until no request is open. The client abandons a transaction by a further request, which
   * may arrive later.
   */
  private void awaitNoRequests() {
    Await.until(
        () -> server.pipeline().load().inFlight() == 0 && server.connections().openRequests() == 0,
        () -> server.connections().openRequests() + " requests are open");
  }

  @Test
  void logicThatNeverEndsEndsWithTheClient() {
    YardmasterClient other =
        YardmasterClient.connect(server.client().closeTimeout(Duration.ofMillis(50)).build());
    CompletionStage<Outcome<Object>> stage = other.submit(t -> new CompletableFuture<>());
    other.close();
    assertEquals(ErrorCode.CLOSED, rejectionOf(await(stage)));
    assertEquals(ErrorCode.CLOSED, rejectionOf(await(other.submit(t -> t.get(A)))));
    assertEquals(
        ErrorCode.CLOSED,
        assertThrows(YardmasterException.class, () -> other.begin(OPTIONS)).code());
  }

  @Test
  void aLeakedTransactionIsOver() {
    AtomicReference<AsyncTransaction> leaked = new AtomicReference<>();
    await(
        client.submit(
            t -> {
              leaked.set(t);
              return CompletableFuture.completedFuture(null);
            }));
    assertEquals(ErrorCode.TRANSACTION_OVER, errorOf(leaked.get().get(A)));
    assertEquals(
        ErrorCode.TRANSACTION_OVER,
        assertThrows(YardmasterException.class, () -> leaked.get().putLong(A, 1)).code());
  }

  @Test
  void anIdTakesPlaceOnce() {
    TransactionOptions once = OPTIONS.withId(IDS.next());
    AtomicInteger runs = new AtomicInteger();
    AsyncLogic<Long> logic =
        t -> {
          runs.incrementAndGet();
          return add(t, A, 1);
        };
    assertEquals(1L, await(client.submit(logic, once)).valueOrThrow());
    assertEquals(1L, await(client.submit(logic, once)).valueOrThrow());
    assertEquals(1, runs.get());
    assertTrue(await(client.status(once.id())).valueOrThrow().isCommitted());
  }

  @Test
  void aHandleCommitsWhatItsCallerWrote() {
    try (TransactionHandle handle = client.begin(OPTIONS)) {
      assertEquals(1L, await(add(handle, A, 1)));
      handle.put(B, new byte[] {2});
      assertArrayEquals(new byte[] {2}, await(handle.get(B)));
      assertEquals(0, longAt(A));
      Outcome<Object> outcome = await(handle.commit("done"));
      assertEquals("done", outcome.valueOrThrow());
      assertEquals(outcome, await(handle.commit()));
      assertEquals(ErrorCode.TRANSACTION_OVER, errorOf(handle.get(A)));
    }
    assertEquals(1, longAt(A));
  }

  @Test
  void aConflictIsTheHandlesOutcome() {
    try (BlockingTransaction transaction = client.begin(OPTIONS).blocking()) {
      assertEquals(0, transaction.getLong(A));
      write(A, 5);
      transaction.putLong(B, 1);
      Outcome.Aborted<?> aborted = assertInstanceOf(Outcome.Aborted.class, transaction.commit());
      assertEquals(A, aborted.lastConflict().key());
      assertEquals(0, aborted.restarts());
    }
    assertEquals(0, longAt(B));
  }

  @Test
  void aRollbackLeavesNothingAndTheServerForgets() {
    for (int i = 0; i < 300; i++) {
      // This number exceeds the limit on open transactions of one connection.
      TransactionHandle handle = client.begin(OPTIONS);
      assertEquals(0L, await(handle.getLong(A)));
      handle.putLong(A, 1);
      handle.rollback();
      assertEquals(ErrorCode.TRANSACTION_OVER, rejectionOf(await(handle.commit())));
    }
    awaitNoRequests();
    assertEquals(0, longAt(A));
  }

  @Test
  void aHandleMayDecideAgainstItsWrites() {
    TransactionHandle handle = client.begin(OPTIONS);
    handle.putLong(A, 1);
    var unused = handle.abort("no");
    assertEquals(
        AbortCause.USER, assertInstanceOf(Outcome.Aborted.class, await(handle.commit())).cause());
    assertEquals(0, longAt(A));
  }

  @Test
  void aHandleEndsAfterItsTime() {
    TransactionHandle handle = client.begin(OPTIONS.withTimeout(Duration.ofMillis(60)));
    assertEquals(0L, await(handle.getLong(A)));
    await(handleEnds(handle));
    assertEquals(
        AbortCause.TIMEOUT,
        assertInstanceOf(Outcome.Aborted.class, await(handle.commit())).cause());
  }

  private static CompletionStage<?> handleEnds(TransactionHandle handle) {
    return CompletableFuture.runAsync(
        () -> {
          while (true) {
            try {
              handle.putLong(B, 1);
            } catch (YardmasterException over) {
              return;
            }
            Thread.onSpinWait();
          }
        });
  }

  @Test
  void aHandleWithAnIdIsKept() {
    TransactionOptions once = OPTIONS.withId(IDS.next());
    TransactionHandle first = client.begin(once);
    assertEquals(3L, await(add(first, A, 3)));
    assertEquals(3L, await(first.commit(3L)).valueOrThrow());
    TransactionHandle again = client.begin(once);
    again.putLong(A, 100);
    assertEquals(3L, await(again.commit(100L)).valueOrThrow());
    assertEquals(3, longAt(A));
    TransactionHandle read = client.begin(once);
    assertEquals(ErrorCode.TRANSACTION_OVER, errorOf(read.get(A)));
    assertEquals(3L, await(read.commit()).valueOrThrow());
  }

  @Test
  void aBlockingReadOnAThreadOfTheClientIsRefused() {
    TransactionHandle handle = client.begin(OPTIONS);
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    AsyncLogic<Boolean> logic =
        t ->
            t.getLong(A)
                .thenApply(
                    ignored -> {
                      boolean own = client.isOwnThread();
                      try {
                        handle.blocking().getLong(B);
                      } catch (YardmasterException refused) {
                        thrown.set(refused);
                      }
                      return own;
                    });
    boolean own = await(client.submit(logic)).valueOrThrow();
    if (own) {
      assertEquals(
          ErrorCode.WRONG_THREAD, assertInstanceOf(YardmasterException.class, thrown.get()).code());
    } else {
      assertNull(thrown.get());
    }
    handle.rollback();
    assertFalse(client.isOwnThread());
  }
}
