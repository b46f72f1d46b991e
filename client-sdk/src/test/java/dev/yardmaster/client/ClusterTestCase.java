package dev.yardmaster.client;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionOptions;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;

/** A client and the scripted servers {@code a:1}, {@code b:1} and {@code c:1}. */
abstract class ClusterTestCase {

  static final OneShot ADD = OneShot.builder().add(Key.of("n", 1), 1).build();
  static final OneShot READ = OneShot.builder().read(Key.of("n", 1)).build();
  static final TransactionOptions OPTIONS =
      TransactionOptions.defaults().withTimeout(Duration.ofSeconds(10));

  /** The delay of each retry and of each reconnection, in ms. */
  static final int DELAY_MS = 1000;

  final FakeCluster cluster = new FakeCluster();
  final FakeServer a = cluster.server("a:1");
  final FakeServer b = cluster.server("b:1");
  final FakeServer c = cluster.server("c:1");
  YardmasterClient client;

  static ClientConfig.Builder config(String... addresses) {
    ClientConfig.Builder config =
        ClientConfig.builder()
            .retries(RetryPolicy.defaults().withDelaysMs(DELAY_MS, DELAY_MS))
            .closeTimeout(Duration.ofMillis(1))
            .random(new Random(1));
    for (String address : addresses) {
      config.address(address);
    }
    return config;
  }

  /** Creates the client, and delivers the greetings of the servers that are up. */
  void start(ClientConfig.Builder config) {
    client = YardmasterClient.over(config.build(), cluster);
    cluster.settle();
  }

  void start() {
    start(config("a:1", "b:1", "c:1"));
  }

  @AfterEach
  void close() {
    if (client != null) {
      client.close();
    }
  }

  CompletionStage<Outcome<OneShot.Result>> submit(OneShot what, TransactionOptions options) {
    CompletionStage<Outcome<OneShot.Result>> stage = client.submit(what, options);
    cluster.settle();
    return stage;
  }

  CompletionStage<Outcome<OneShot.Result>> submit(OneShot what) {
    return submit(what, OPTIONS);
  }

  /** Returns the outcome of an ended transaction; null if it has not ended. */
  static <R> Outcome<R> outcome(CompletionStage<Outcome<R>> stage) {
    return stage.toCompletableFuture().getNow(null);
  }

  static void assertCommitted(CompletionStage<? extends Outcome<?>> stage) {
    Outcome<?> outcome = stage.toCompletableFuture().getNow(null);
    assertInstanceOf(Outcome.Committed.class, outcome, () -> "outcome: " + outcome);
  }
}
