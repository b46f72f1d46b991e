package dev.yardmaster.proof.wirefuzz;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionIds;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.client.ClientConfig;
import dev.yardmaster.client.RetryPolicy;
import dev.yardmaster.client.YardmasterClient;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Connects clients to a server whose greetings, answers and disconnections are arbitrary. Every
 * transaction must have an outcome before the time limit, and no buffer may leak.
 */
public final class ClientFuzz {

  private static final int CONNECTIONS = 4;
  private static final int OUTSTANDING = 16;
  private static final int INTERACTIVE = 2;
  private static final Duration TIMEOUT = Duration.ofMillis(200);

  /**
   * The time within which a transaction must have an outcome, in seconds. This time includes the
   * additional time that a client waits for an answer, and the delays of a slow machine.
   */
  private static final long DEADLINE_S = 30;

  private final long seed;

  /**
   * Creates a run with the faults of a seed. The transactions that a fault affects depend on the
   * machine's speed.
   */
  public ClientFuzz(long seed) {
    this.seed = seed;
  }

  /**
   * Runs until the server has sent the given number of inputs.
   *
   * @return the number of transactions that had an outcome
   * @throws FuzzFailure if a transaction had no outcome
   */
  public long run(int inputs) throws IOException, InterruptedException {
    long ended = 0;
    ExecutorService callers = Executors.newFixedThreadPool(INTERACTIVE);
    try (LeakWatch leaks = new LeakWatch();
        LyingServer server = new LyingServer(new SplittableRandom(seed))) {
      while (server.inputs() < inputs) {
        ended += oneClient(server, callers, server.inputs() + Math.max(1, inputs / 10));
        leaks.check();
      }
      leaks.checkAll();
    } finally {
      callers.shutdownNow();
    }
    return ended;
  }

  private static long oneClient(LyingServer server, ExecutorService callers, int until)
      throws InterruptedException {
    long ended = 0;
    TransactionIds ids = TransactionIds.ofThisMachine();
    try (YardmasterClient client = connect(server)) {
      while (server.inputs() < until) {
        List<CompletableFuture<?>> stages = new ArrayList<>();
        for (int i = 0; i < OUTSTANDING; i++) {
          TransactionOptions options = TransactionOptions.defaults().withTimeout(TIMEOUT);
          stages.add(
              i % 4 == 0
                  ? client.status(ids.next()).toCompletableFuture()
                  : client
                      .submit(
                          OneShot.builder().read(Key.of("a", i)).add(Key.of("a", i), 1).build(),
                          i % 2 == 0 ? options.withId(ids.next()) : options)
                      .toCompletableFuture());
        }
        List<Future<?>> calls = new ArrayList<>();
        for (int i = 0; i < INTERACTIVE; i++) {
          calls.add(callers.submit(() -> interactive(client)));
        }
        for (CompletableFuture<?> stage : stages) {
          await(stage);
        }
        for (Future<?> call : calls) {
          await(call);
        }
        ended += stages.size() + calls.size();
      }
    }
    return ended;
  }

  /**
   * Connects a client. The timeout is short because some servers send no greeting. On a busy
   * machine the timeout may also expire before a correct greeting arrives. Therefore the client
   * tries to connect again until the deadline.
   */
  private static YardmasterClient connect(LyingServer server) {
    ClientConfig config =
        ClientConfig.builder()
            .address("127.0.0.1:" + server.port())
            .connections(CONNECTIONS)
            .connectTimeout(Duration.ofMillis(500))
            .pingInterval(Duration.ofMillis(100))
            .closeTimeout(Duration.ofSeconds(1))
            .retries(RetryPolicy.defaults().withMaxAttempts(3).withDelaysMs(1, 5))
            .build();
    long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_S);
    server.greetHonestly(true);
    try {
      while (true) {
        try {
          return YardmasterClient.connect(config);
        } catch (YardmasterException unreachable) {
          if (unreachable.code() != ErrorCode.UNAVAILABLE || System.nanoTime() >= deadlineNs) {
            throw unreachable;
          }
        }
      }
    } finally {
      server.greetHonestly(false);
    }
  }

  private static Outcome<Long> interactive(YardmasterClient client) {
    return client.execute(
        transaction -> {
          long found = transaction.getLong(Key.of("a", 1));
          int more = transaction.scan(Key.of("a", 1), null, 3).size();
          transaction.putLong(Key.of("a", 1), found + more);
          return found;
        },
        TransactionOptions.defaults().withTimeout(TIMEOUT));
  }

  private static void await(Future<?> future) throws InterruptedException {
    try {
      var unused = future.get(DEADLINE_S, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new FuzzFailure(
          "a transaction threw an exception instead of returning an outcome", e.getCause());
    } catch (TimeoutException e) {
      throw new FuzzFailure("a transaction has no outcome after " + DEADLINE_S + " s", e);
    }
  }
}
