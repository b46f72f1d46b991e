package dev.yardmaster.server.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionIds;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.client.AsyncLogic;
import dev.yardmaster.client.ClientConfig;
import dev.yardmaster.client.RetryPolicy;
import dev.yardmaster.client.TransactionHandle;
import dev.yardmaster.client.YardmasterClient;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.server.connection.TcpProxy.Direction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests a client whose connections are lost, silent, drained or full. */
@Timeout(60)
class ConnectionFailureTest {

  private static final Key A = Key.of("a", 1);
  private static final OneShot ADD = OneShot.builder().add(A, 1).build();
  private static final OneShot READ = OneShot.builder().read(A).build();
  private static final TransactionIds IDS = TransactionIds.ofThisMachine();
  private static final TransactionOptions OPTIONS =
      TransactionOptions.defaults().withTimeout(Duration.ofSeconds(20));

  private final List<AutoCloseable> opened = new ArrayList<>();
  private final List<RetryPolicy.FailedAttempt> failed = new ArrayList<>();
  private LoopbackServer server;
  private TcpProxy proxy;

  @BeforeEach
  void start() {
    server = startServer();
    proxy = open(new TcpProxy(server.acceptor().address().getPort()));
  }

  private LoopbackServer startServer() {
    return open(new LoopbackServer(Pipeline.start(PipelineConfig.defaults())));
  }

  @AfterEach
  void stop() throws Exception {
    for (int i = opened.size() - 1; i >= 0; i--) {
      opened.get(i).close();
    }
  }

  private <T extends AutoCloseable> T open(T one) {
    opened.add(one);
    return one;
  }

  private YardmasterClient connect(ClientConfig.Builder config) {
    return open(YardmasterClient.connect(config.build()));
  }

  private ClientConfig.Builder throughProxy() {
    return ClientConfig.builder()
        .address(proxy.address())
        .closeTimeout(Duration.ofMillis(200))
        .retries(
            RetryPolicy.defaults()
                .withListener(
                    attempt -> {
                      synchronized (failed) {
                        failed.add(attempt);
                      }
                    }));
  }

  private static void await(String what, BooleanSupplier condition) {
    long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() - deadlineNs < 0, what);
      LockSupport.parkNanos(1_000_000);
    }
  }

  private static <T> T ended(CompletionStage<T> stage) {
    return stage.toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
  }

  private long added() {
    return server.pipeline().submit(READ).toCompletableFuture().join().valueOrThrow().getLong(A);
  }

  /**
   * Submits a transaction while the proxy holds the answers, and waits until the server has
   * answered.
   */
  private <T> CompletionStage<T> inMidCommit(
      java.util.function.Supplier<CompletionStage<T>> begin) {
    long before = proxy.bytes(Direction.ANSWERS);
    proxy.hold(Direction.ANSWERS);
    CompletionStage<T> stage = begin.get();
    await("the server answers", () -> proxy.bytes(Direction.ANSWERS) > before);
    return stage;
  }

  @Test
  void requestsSpreadOverTheConnections() {
    YardmasterClient client = connect(throughProxy().connections(3));
    await("three connections", () -> client.connections() == 3);
    assertEquals(3, server.connections().connections());
    proxy.hold(Direction.REQUESTS);
    List<CompletionStage<Outcome<OneShot.Result>>> stages = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      stages.add(client.submit(ADD, OPTIONS));
    }
    proxy.release(Direction.REQUESTS);
    stages.forEach(stage -> ended(stage).valueOrThrow());
    assertEquals(30, added());
  }

  @Test
  void aLostConnectionIsOpenedAgain() {
    YardmasterClient client = connect(throughProxy());
    for (int round = 1; round <= 3; round++) {
      proxy.cut();
      assertEquals(round - 1L, client.call(READ, OPTIONS).valueOrThrow().getLong(A));
      client.call(ADD, OPTIONS.withId(IDS.next())).valueOrThrow();
    }
    assertTrue(proxy.accepted() >= 4, "connections: " + proxy.accepted());
    assertEquals(3, added());
  }

  @Test
  void anotherServerIsFoundWhenOneIsGone() {
    TcpProxy other = open(new TcpProxy(server.acceptor().address().getPort()));
    YardmasterClient client = connect(throughProxy().address(other.address()));
    await("both connections", () -> client.connections() == 2);
    assertEquals(1, proxy.accepted());
    assertEquals(1, other.accepted());
    proxy.refuse(true);
    proxy.cut();
    await("one connection is lost", () -> client.connections() == 1);
    client.call(ADD, OPTIONS).valueOrThrow();
    proxy.refuse(false);
    await("it is opened again", () -> client.connections() == 2);
    assertEquals(1, other.accepted());
  }

  @Test
  void withoutAnyServerATransactionIsRefusedWhenItsAttemptsEnd() {
    YardmasterClient client =
        connect(throughProxy().retries(RetryPolicy.defaults().withMaxAttempts(3)));
    proxy.refuse(true);
    proxy.cut();
    await("no connection", () -> client.connections() == 0);
    Outcome<OneShot.Result> outcome = client.call(ADD, OPTIONS);
    assertEquals(
        ErrorCode.UNAVAILABLE,
        assertInstanceOf(Outcome.Rejected.class, outcome, () -> "outcome: " + outcome)
            .error()
            .code());
    assertEquals(0, added());
  }

  @Test
  void aSilentConnectionIsGivenUpAfterAPing() {
    YardmasterClient client = connect(throughProxy().pingInterval(Duration.ofMillis(150)));
    await("the client has sent bytes", () -> proxy.bytes(Direction.REQUESTS) > 0);
    long before = proxy.bytes(Direction.REQUESTS);
    await("the client sends a ping", () -> proxy.bytes(Direction.REQUESTS) > before);
    assertEquals(1, proxy.accepted(), "an idle connection must stay open");
    proxy.hold(Direction.ANSWERS);
    CompletionStage<Outcome<OneShot.Result>> stage = client.submit(READ, OPTIONS);
    await("another connection", () -> proxy.accepted() > 1);
    proxy.release(Direction.ANSWERS);
    ended(stage).valueOrThrow();
  }

  @Test
  void aCutInMidCommitWithAnIdTakesPlaceOnce() {
    YardmasterClient client = connect(throughProxy());
    TransactionOptions once = OPTIONS.withId(IDS.next());
    var stage = inMidCommit(() -> client.submit(ADD, once));
    proxy.cut();
    proxy.release(Direction.ANSWERS);
    assertInstanceOf(Outcome.Committed.class, ended(stage));
    assertEquals(1, added());
    synchronized (failed) {
      assertEquals(ErrorCode.UNAVAILABLE, failed.get(0).error().code());
      assertEquals(OneShot.PROCEDURE.name(), failed.get(0).logic());
    }
  }

  @Test
  void aCutInMidCommitWithoutAnIdIsUnknown() {
    YardmasterClient client = connect(throughProxy());
    var stage = inMidCommit(() -> client.submit(ADD, OPTIONS));
    proxy.cut();
    proxy.release(Direction.ANSWERS);
    Outcome<OneShot.Result> outcome = ended(stage);
    assertEquals(
        ErrorCode.OUTCOME_UNKNOWN, assertInstanceOf(Outcome.Unknown.class, outcome).error().code());
    assertEquals(1, added());
  }

  @Test
  void whatOnlyReadsIsReadAgain() {
    YardmasterClient client = connect(throughProxy());
    var stage = inMidCommit(() -> client.submit(READ, OPTIONS));
    proxy.cut();
    proxy.release(Direction.ANSWERS);
    assertInstanceOf(Outcome.Committed.class, ended(stage));
  }

  @Test
  void logicThatWroteNothingRunsAgain() {
    YardmasterClient client = connect(throughProxy());
    AsyncLogic<String> nothing = transaction -> CompletableFuture.completedFuture("nothing");
    var stage = inMidCommit(() -> client.submit(nothing, OPTIONS));
    proxy.cut();
    proxy.release(Direction.ANSWERS);
    assertEquals("nothing", ended(stage).valueOrThrow());
    synchronized (failed) {
      // The failed submissions include the submissions of the lost connection. Other submissions
      // may have failed because no connection was open yet.
      assertFalse(failed.isEmpty());
    }
  }

  @Test
  void anUnknownOutcomeIsResolvedByItsStatus() {
    YardmasterClient client = connect(throughProxy().retries(RetryPolicy.never()));
    TransactionId id = IDS.next();
    var stage = inMidCommit(() -> client.submit(ADD, OPTIONS.withId(id)));
    proxy.cut();
    proxy.release(Direction.ANSWERS);
    assertInstanceOf(Outcome.Unknown.class, ended(stage));
    await("it is connected again", () -> client.connections() == 1);
    assertTrue(ended(client.status(id)).valueOrThrow().isCommitted());
    TransactionId never = IDS.next();
    assertEquals(
        ErrorCode.ID_ABORTED, ended(client.status(never)).valueOrThrow().outcome().error().code());
    assertEquals(1, added());
  }

  @Test
  void exactlyOnceGivesIds() {
    YardmasterClient client = connect(throughProxy().exactlyOnce(true));
    for (int i = 1; i <= 3; i++) {
      AsyncLogic<Long> logic =
          transaction ->
              transaction
                  .getLong(A)
                  .thenApply(
                      before -> {
                        transaction.putLong(A, before + 1);
                        return before + 1;
                      });
      CompletionStage<? extends Outcome<?>> stage =
          i == 1
              ? inMidCommit(() -> client.submit(ADD))
              : i == 2
                  ? inMidCommit(() -> client.submit(logic))
                  : inMidCommit(
                      () ->
                          CompletableFuture.supplyAsync(
                              () ->
                                  client.execute(
                                      transaction -> {
                                        transaction.putLong(A, transaction.getLong(A) + 1);
                                        return null;
                                      },
                                      OPTIONS)));
      proxy.cut();
      proxy.release(Direction.ANSWERS);
      assertInstanceOf(Outcome.Committed.class, ended(stage));
      assertEquals(i, added());
    }
  }

  @Test
  void aHandleThatLosesItsConnectionHasOneAttempt() {
    YardmasterClient client = connect(throughProxy());
    TransactionHandle handle = client.begin(OPTIONS);
    assertEquals(0L, ended(handle.getLong(A)));
    handle.putLong(A, 5);
    proxy.cut();
    await("the server has no open request", () -> server.connections().openRequests() == 0);
    await("it is connected again", () -> proxy.accepted() > 1 && client.connections() == 1);
    Outcome<Object> outcome = ended(handle.commit());
    assertEquals(
        ErrorCode.UNAVAILABLE,
        assertInstanceOf(Outcome.Rejected.class, outcome, () -> "outcome: " + outcome)
            .error()
            .code());
    assertEquals(0, added());
    TransactionHandle unheard = client.begin(OPTIONS);
    assertEquals(0L, ended(unheard.getLong(A)));
    unheard.putLong(A, 5);
    var stage = inMidCommit(unheard::commit);
    proxy.cut();
    proxy.release(Direction.ANSWERS);
    assertInstanceOf(Outcome.Unknown.class, ended(stage));
    assertEquals(5, added());
  }

  @Test
  void aReadThatIsLostRunsTheLambdaAgain() {
    YardmasterClient client = connect(throughProxy());
    AtomicInteger runs = new AtomicInteger();
    Long result =
        client.execute(
            transaction -> {
              transaction.getLong(A);
              if (runs.incrementAndGet() == 1) {
                proxy.cut();
              }
              long before = transaction.getLong(Key.of("b", 1));
              transaction.putLong(A, before + 1);
              return before;
            });
    assertEquals(0L, result);
    assertEquals(2, runs.get());
    assertEquals(1, added());
  }

  @Test
  void aLossInALaterRunIsNoUnknownOutcome() {
    YardmasterClient client = connect(throughProxy());
    AtomicInteger runs = new AtomicInteger();
    Outcome<Object> outcome =
        client.execute(
            transaction -> {
              transaction.getLong(A);
              int run = runs.incrementAndGet();
              if (run == 1) {
                server.pipeline().submit(ADD).toCompletableFuture().join();
              } else if (run == 2) {
                // The proxy cuts the connection only after the server has answered, so that the
                // answer is lost and not the request.
                long before = proxy.bytes(Direction.ANSWERS);
                proxy.hold(Direction.ANSWERS);
                var unused =
                    CompletableFuture.runAsync(
                        () -> {
                          await("an answer", () -> proxy.bytes(Direction.ANSWERS) > before);
                          proxy.cut();
                          proxy.release(Direction.ANSWERS);
                        });
                transaction.getLong(Key.of("b", 1));
              }
              transaction.putLong(Key.of("c", 1), 1);
              return null;
            },
            OPTIONS);
    assertInstanceOf(Outcome.Committed.class, outcome, () -> "outcome: " + outcome);
    assertEquals(3, runs.get());
  }

  @Test
  void aDrainedServersClientsGoToAnother() {
    LoopbackServer second = startServer();
    YardmasterClient client =
        connect(
            ClientConfig.builder()
                .address(server.address())
                .address(second.address())
                .closeTimeout(Duration.ofMillis(200)));
    await("both connections", () -> client.connections() == 2);
    assertEquals(1, server.connections().connections());
    for (int i = 0; i < 2; i++) {
      client.call(ADD, OPTIONS).valueOrThrow();
    }
    assertEquals(1, added(), "the servers take turns");
    server.acceptor().drain();
    await("the client leaves", () -> server.connections().connections() == 0);
    for (int i = 0; i < 20; i++) {
      client.call(ADD, OPTIONS).valueOrThrow();
    }
    assertEquals(1, second.connections().connections());
    assertEquals(1, added());
  }

  @Test
  void anOpenTransactionCommitsAtAServerThatDrains() {
    YardmasterClient client = connect(throughProxy());
    TransactionHandle handle = client.begin(OPTIONS);
    assertEquals(0L, ended(handle.getLong(A)));
    server.acceptor().drain();
    await("the client knows", () -> client.connections() == 0);
    assertEquals(0L, ended(handle.getLong(Key.of("b", 1))));
    handle.putLong(A, 5);
    Outcome<Object> outcome = ended(handle.commit());
    assertInstanceOf(Outcome.Committed.class, outcome, () -> "outcome: " + outcome);
    await("the client leaves", () -> server.connections().connections() == 0);
    assertEquals(5, added());
  }

  @Test
  void whatIsUnderWayWhenAServerDrainsIsAnswered() {
    YardmasterClient client = connect(throughProxy());
    List<CompletionStage<Outcome<OneShot.Result>>> stages = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      stages.add(client.submit(ADD, OPTIONS.withTimeout(Duration.ofSeconds(1))));
    }
    server.acceptor().drain();
    int committed = 0;
    for (CompletionStage<Outcome<OneShot.Result>> stage : stages) {
      Outcome<OneShot.Result> outcome = ended(stage);
      if (outcome instanceof Outcome.Committed) {
        committed++;
      } else {
        // The transaction was refused, or it timed out while the client looked for another server.
        // In both cases the transaction was not executed.
        assertFalse(outcome instanceof Outcome.Unknown, () -> "outcome: " + outcome);
      }
    }
    assertEquals(committed, added());
  }

  @Test
  void closingAnswersWhatIsOutstanding() {
    YardmasterClient client =
        YardmasterClient.connect(throughProxy().closeTimeout(Duration.ofSeconds(20)).build());
    List<CompletableFuture<Outcome<OneShot.Result>>> stages = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      stages.add(client.submit(ADD, OPTIONS).toCompletableFuture());
    }
    client.close();
    for (CompletableFuture<Outcome<OneShot.Result>> stage : stages) {
      assertTrue(stage.isDone());
      stage.join().valueOrThrow();
    }
    assertEquals(500, added());
    await("the server has no connection left", () -> server.connections().connections() == 0);
  }

  @Test
  void closingGivesUpWhatIsNeverAnswered() {
    YardmasterClient client =
        YardmasterClient.connect(throughProxy().closeTimeout(Duration.ofMillis(100)).build());
    var write = inMidCommit(() -> client.submit(ADD, OPTIONS));
    var read = client.submit(READ, OPTIONS);
    client.close();
    assertInstanceOf(Outcome.Unknown.class, ended(write));
    assertInstanceOf(Outcome.Rejected.class, ended(read));
  }

  @Test
  void whatIsMoreThanMayBeOutstandingIsOverloaded() {
    YardmasterClient client = connect(throughProxy().maxOutstanding(3));
    proxy.hold(Direction.ANSWERS);
    List<CompletionStage<Outcome<OneShot.Result>>> stages = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      stages.add(client.submit(ADD, OPTIONS));
    }
    Outcome<OneShot.Result> more = ended(client.submit(ADD, OPTIONS));
    assertEquals(ErrorCode.OVERLOADED, more.error().code());
    assertEquals("3", more.error().details().get("limit"));
    assertEquals(ErrorCode.OVERLOADED, client.execute(transaction -> null, OPTIONS).error().code());
    proxy.release(Direction.ANSWERS);
    stages.forEach(stage -> ended(stage).valueOrThrow());
    client.call(ADD, OPTIONS).valueOrThrow();
  }

  @Test
  void anIdThatAnotherOneShotHasIsAnOutcomeToo() {
    YardmasterClient client = connect(throughProxy());
    TransactionOptions once = OPTIONS.withId(IDS.next());
    client.call(ADD, once).valueOrThrow();
    assertNotNull(
        client.call(READ, once).error(), "a call must not get the values of another call");
    client.call(ADD, OPTIONS).valueOrThrow();
    assertEquals(1, proxy.accepted(), "the client must keep using the same connection");
  }
}
