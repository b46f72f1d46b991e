package dev.yardmaster.server.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.Snapshot;
import dev.yardmaster.api.SnapshotCursor;
import dev.yardmaster.api.SnapshotOptions;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.TransactionIds;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.api.TransactionStatus;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.client.BlockingTransaction;
import dev.yardmaster.client.ClientConfig;
import dev.yardmaster.client.ClientMeters;
import dev.yardmaster.client.RetryPolicy;
import dev.yardmaster.client.YardmasterClient;
import dev.yardmaster.client.testing.FakeTransactionService;
import dev.yardmaster.client.testing.ManualTime;
import dev.yardmaster.observation.ObservedTransactionService;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.reactor.ReactiveTransactions;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.adapter.JdkFlowAdapter;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Compiles and runs the code of the client's guide, and checks that the guide shows this code. */
@Timeout(60)
class ClientGuideTest {

  private static final Path PAGE = Path.of("..", "docs", "guide-client.md");
  private static final Path THIS_FILE =
      Path.of("src/test/java/dev/yardmaster/server/connection/ClientGuideTest.java");

  private static final Procedure<Long, Long> DEPOSIT =
      new Procedure<>() {
        @Override
        public String name() {
          return "deposit";
        }

        @Override
        public void declare(Long cents, KeyDeclaration keys) {
          keys.update(Key.of("checking", 17));
        }

        @Override
        public Long execute(Long cents, Transaction transaction) {
          long balance = transaction.getLong(Key.of("checking", 17)) + cents;
          transaction.putLong(Key.of("checking", 17), balance);
          return balance;
        }
      };

  record Transfer(long from, long to, long cents) {}

  private static final Procedure<Transfer, Long> TRANSFER =
      new Procedure<>() {
        @Override
        public String name() {
          return "transfer";
        }

        @Override
        public void declare(Transfer transfer, KeyDeclaration keys) {
          keys.update(Key.of("checking", transfer.from()));
          keys.update(Key.of("checking", transfer.to()));
        }

        @Override
        public Long execute(Transfer transfer, Transaction transaction) {
          Key from = Key.of("checking", transfer.from());
          Key to = Key.of("checking", transfer.to());
          transaction.putLong(from, transaction.getLong(from) - transfer.cents());
          transaction.putLong(to, transaction.getLong(to) + transfer.cents());
          return transaction.getLong(from);
        }
      };

  private LoopbackServer server;
  private String address;
  private YardmasterClient client;

  @BeforeEach
  void start() {
    server = new LoopbackServer(Pipeline.start(PipelineConfig.defaults()));
    server.pipeline().register(DEPOSIT);
    server.pipeline().register(TRANSFER);
    address = server.address();
    client = YardmasterClient.connect(ClientConfig.of(address));
    client.call(OneShot.builder().putLong(Key.of("checking", 1), 1200).build());
  }

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  private long longAt(String table, long id) {
    return client
        .call(OneShot.builder().read(Key.of(table, id)).build())
        .getLong(Key.of(table, id));
  }

  private static <T> T join(CompletionStage<T> stage) {
    return stage.toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
  }

  @Test
  void connect() {
    // snippet: connect
    try (YardmasterClient client = YardmasterClient.connect(ClientConfig.of(address))) {
      long left =
          client.execute(
              transaction -> {
                long balance = transaction.getLong(Key.of("checking", 17));
                transaction.putLong(Key.of("checking", 17), balance - 5);
                return balance - 5;
              });
      System.out.println("left: " + left);
    }
    // end
    assertEquals(-5, longAt("checking", 17));
  }

  @Test
  void metrics() {
    // snippet: metrics
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    new ClientMeters(client).bindTo(registry);
    double connections = registry.get("yardmaster.client.connections").gauge().value();
    // end
    assertEquals(1, connections);
  }

  @Test
  void traces() {
    SimpleMeterRegistry meters = new SimpleMeterRegistry();
    ObservationRegistry observationRegistry = ObservationRegistry.create();
    observationRegistry
        .observationConfig()
        .observationHandler(new DefaultMeterObservationHandler(meters));
    client.register(TRANSFER);
    // snippet: traces
    TransactionService observed = ObservedTransactionService.observe(client, observationRegistry);
    observed.call(TRANSFER, new Transfer(1, 2, 500));
    // end
    assertEquals(
        1, meters.get("yardmaster.transaction").tag("procedure", "transfer").timer().count());
  }

  @Test
  void reactive() {
    client.register(TRANSFER);
    client.call(OneShot.builder().putLong(Key.of("checking", 1), 1000).build());
    // snippet: reactive
    ReactiveTransactions transactions = ReactiveTransactions.of(client);
    Mono<Long> moved =
        transactions
            .call(TRANSFER, new Transfer(1, 2, 500))
            .retryWhen(ReactiveTransactions.whileOverloaded(5));
    Flux<Key> accounts =
        transactions
            .scan(Key.of("checking", 0), Key.of("checking", 100))
            .map(entry -> entry.getKey());
    Flow.Publisher<Long> asFlow = JdkFlowAdapter.publisherToFlowPublisher(moved);
    // end
    assertNotNull(moved.block(Duration.ofSeconds(30)));
    assertNotNull(
        Flux.from(JdkFlowAdapter.flowPublisherToFlux(asFlow)).blockLast(Duration.ofSeconds(30)));
    assertEquals(
        List.of(Key.of("checking", 1), Key.of("checking", 2)),
        accounts.collectList().block(Duration.ofSeconds(30)));
    assertEquals(0, longAt("checking", 1));
  }

  @Test
  void oneShot() {
    // snippet: oneShot
    OneShot transfer =
        OneShot.builder()
            .requireAtLeast(Key.of("checking", 1), 500)
            .add(Key.of("checking", 1), -500)
            .add(Key.of("checking", 2), 500)
            .read(Key.of("checking", 1))
            .build();
    long before = client.call(transfer).getLong(Key.of("checking", 1));
    CompletionStage<Outcome<OneShot.Result>> stage = client.submit(transfer);
    stage.thenAccept(outcome -> System.out.println("again: " + outcome));
    // end
    assertEquals(1200, before);
    join(stage).valueOrThrow();
    assertEquals(1000, longAt("checking", 2));
  }

  @Test
  void procedure() {
    // snippet: procedure
    client.register(DEPOSIT);
    long balance = client.call(DEPOSIT, 50L);
    client.submit("deposit", 50L).thenAccept(outcome -> System.out.println(outcome.valueOrThrow()));
    // end
    assertEquals(50, balance);
    assertEquals(150L, client.call(DEPOSIT, 50L));
  }

  @Test
  void record() {
    // A list of the components, as another language sends it.
    assertEquals(1100L, join(client.submit("transfer", List.of(1L, 2, 100L))).valueOrThrow());
    // snippet: record
    client.register(TRANSFER);
    long left = client.call(TRANSFER, new Transfer(1, 2, 500));
    // end
    assertEquals(600, left);
    assertEquals(600, longAt("checking", 2));
  }

  @Test
  void async() {
    // snippet: async
    CompletionStage<Outcome<Long>> stage =
        client.submit(
            transaction ->
                transaction
                    .getAll(List.of(Key.of("checking", 1), Key.of("savings", 1)))
                    .thenCompose(both -> transaction.getLong(Key.of("checking", 1)))
                    .thenApply(
                        balance -> {
                          transaction.putLong(Key.of("savings", 1), balance);
                          transaction.delete(Key.of("checking", 1));
                          return balance;
                        }));
    // end
    assertEquals(1200, join(stage).valueOrThrow());
    assertEquals(1200, longAt("savings", 1));
    assertEquals(0, longAt("checking", 1));
  }

  @Test
  void scan() {
    client.call(
        OneShot.builder().putLong(Key.of("jobs", 1), 1).putLong(Key.of("jobs", 2), 2).build());
    // snippet: scan
    CompletionStage<Outcome<Integer>> stage =
        client.submit(
            transaction ->
                transaction
                    .scan(Scan.forward(Key.of("jobs", 0), null, 100))
                    .thenApply(
                        jobs -> {
                          jobs.keySet().forEach(transaction::delete);
                          return jobs.size();
                        }));
    // end
    assertEquals(2, join(stage).valueOrThrow());
    assertEquals(0, longAt("jobs", 2));
  }

  @Test
  void readOnly() {
    client.call(
        OneShot.builder().putLong(Key.of("jobs", 1), 1).putLong(Key.of("jobs", 2), 2).build());
    // snippet: readOnly
    int count = 0;
    try (Snapshot snapshot = client.readOnly()) {
      SnapshotCursor jobs = snapshot.cursor(Key.of("jobs", 0), null);
      while (jobs.next()) {
        count++;
      }
    }
    // end
    assertEquals(2, count);
  }

  @Test
  void anyServer() {
    client.call(OneShot.builder().putLong(Key.of("checking", 17), 1).build());
    // snippet: anyServer
    SnapshotOptions anywhere = SnapshotOptions.staleBy(Duration.ofSeconds(1)).atAnyServer();
    try (Snapshot snapshot = client.readOnly(anywhere)) {
      System.out.println("a second ago: " + snapshot.getLong(Key.of("checking", 17)));
    }
    // end
    try (Snapshot snapshot = client.readOnly(SnapshotOptions.strict().atAnyServer())) {
      assertEquals(1, snapshot.getLong(Key.of("checking", 17)));
    }
  }

  @Test
  void handle() {
    // snippet: handle
    try (BlockingTransaction transaction = client.begin(TransactionOptions.defaults()).blocking()) {
      long balance = transaction.getLong(Key.of("checking", 17));
      transaction.putLong(Key.of("checking", 17), balance + 1);
      Outcome<Object> outcome = transaction.commit();
      if (outcome instanceof Outcome.Aborted<Object> aborted) {
        System.out.println("begin again: " + aborted.lastConflict());
      }
    }
    // end
    assertEquals(1, longAt("checking", 17));
  }

  private String told(OneShot transfer) {
    // snippet: errors
    Outcome<OneShot.Result> outcome = client.call(transfer, TransactionOptions.defaults());
    if (outcome instanceof Outcome.Committed<OneShot.Result> committed) {
      return "done at " + committed.commitVersion();
    }
    YardmasterException error = outcome.error();
    return switch (error.code().category()) {
      case INVALID, FAILED -> "mend it: " + error.getMessage();
      case ABORTED -> "not now: " + error.text();
      case REFUSED -> "try later" + error.retryAfter().map(after -> ", after " + after).orElse("");
      case DENIED -> "ask for a role or a token: " + error.code();
      case UNKNOWN -> "ask by its id whether it took place";
      case DATA -> "call the server's operator";
    };
    // end
  }

  @Test
  void errors() {
    assertEquals("done at 2", told(OneShot.builder().putLong(Key.of("checking", 3), 1).build()));
    assertEquals(
        "not now: checking/3: required at least 5, found 1",
        told(OneShot.builder().requireAtLeast(Key.of("checking", 3), 5).build()));
    assertTrue(
        told(OneShot.builder().put(Key.of("a", 1), new byte[2 << 20]).build())
            .startsWith("mend it: MESSAGE_TOO_LARGE"));
    client.close();
    assertEquals("try later", told(OneShot.builder().read(Key.of("a", 1)).build()));
  }

  @Test
  void retries() {
    // snippet: retries
    RetryPolicy retries =
        RetryPolicy.defaults()
            .withMaxAttempts(20)
            .withDelaysMs(5, 500)
            .withListener(
                attempt ->
                    System.out.println(
                        attempt.logic()
                            + " failed, attempt "
                            + attempt.attempt()
                            + ": "
                            + attempt.error().code()
                            + ", next in "
                            + attempt.delayMs()
                            + " ms"));
    ClientConfig config = ClientConfig.builder().address(address).retries(retries).build();
    // end
    YardmasterClient.connect(config).close();
  }

  @Test
  void ids() {
    OneShot transfer = OneShot.builder().add(Key.of("checking", 1), 1).build();
    // snippet: ids
    TransactionIds ids = TransactionIds.ofThisMachine();
    TransactionOptions once = TransactionOptions.defaults().withId(ids.next());
    Outcome<OneShot.Result> outcome = client.call(transfer, once);
    if (outcome instanceof Outcome.Unknown) {
      TransactionStatus status =
          client.status(once.id()).toCompletableFuture().join().valueOrThrow();
      System.out.println(status.isCommitted() ? "took place" : "never will");
    }
    // end
    assertInstanceOf(Outcome.Committed.class, outcome);
    client.call(transfer, once).valueOrThrow();
    assertEquals(1201, longAt("checking", 1));
  }

  @Test
  void config() throws SSLException {
    String token = "token";
    File certificates = null; // the machine's
    // snippet: config
    ClientConfig config =
        ClientConfig.builder()
            .address("db1.example.org:7400")
            .address("db2.example.org:7400")
            .connections(4)
            .threads(2)
            .maxOutstanding(50_000)
            .token(token)
            .tls(SslContextBuilder.forClient().trustManager(certificates).build())
            .exactlyOnce(true)
            .build();
    // end
    assertTrue(config.toString().contains("tls=true"), config.toString());
  }

  @Test
  void fake() {
    // snippet: fake
    ManualTime time = new ManualTime();
    FakeTransactionService service = new FakeTransactionService(time);
    service.failNext(ErrorCode.OVERLOADED);
    service.conflictNext(Key.of("checking", 1));
    service.delayNext(Duration.ofSeconds(3));

    OneShot deposit = OneShot.builder().add(Key.of("checking", 1), 5).build();
    System.out.println(service.call(deposit, TransactionOptions.defaults())); // rejected
    System.out.println(service.call(deposit, TransactionOptions.defaults())); // one restart
    CompletionStage<Outcome<OneShot.Result>> late = service.submit(deposit);
    time.advance(Duration.ofSeconds(3)); // now it takes place
    System.out.println(service.submitted().size() + " were submitted");
    // end
    join(late).valueOrThrow();
    OneShot read = OneShot.builder().read(Key.of("checking", 1)).build();
    assertEquals(10, service.call(read).getLong(Key.of("checking", 1)));
  }

  @Test
  void thePageShowsThisCode() throws IOException {
    Map<String, String> snippets = new HashMap<>();
    Matcher here =
        Pattern.compile("// snippet: (\\w+)\n(.*?)// end", Pattern.DOTALL)
            .matcher(Files.readString(THIS_FILE));
    while (here.find()) {
      snippets.put(here.group(1), words(here.group(2)));
    }
    Matcher block =
        Pattern.compile("(?:<!-- snippet: (\\w+) -->\n)?```java\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(PAGE));
    int shown = 0;
    while (block.find()) {
      assertNotNull(block.group(1), "a Java block has no snippet name: " + block.group(2));
      assertEquals(snippets.get(block.group(1)), words(block.group(2)), block.group(1));
      shown++;
    }
    assertFalse(shown < snippets.size(), "the guide does not show every snippet");
  }

  /**
   * Returns the code without white space, because the indentation differs between the test and the
   * guide.
   */
  private static String words(String code) {
    return code.replaceAll("\\s+", "");
  }
}
