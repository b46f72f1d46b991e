package dev.yardmaster.server.compatibility;

import static dev.yardmaster.server.compatibility.ConversationServer.ABORT;
import static dev.yardmaster.server.compatibility.ConversationServer.DEPOSIT;
import static dev.yardmaster.server.compatibility.ConversationServer.FAIL;
import static dev.yardmaster.server.compatibility.ConversationServer.FILL;
import static dev.yardmaster.server.compatibility.ConversationServer.LARGE_VALUES;
import static dev.yardmaster.server.compatibility.ConversationServer.NOW_MS;
import static dev.yardmaster.server.compatibility.ConversationServer.large;

import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Priority;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionLogic;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionStatus;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.client.BlockingTransaction;
import dev.yardmaster.client.ClientConfig;
import dev.yardmaster.client.RetryPolicy;
import dev.yardmaster.client.YardmasterClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The calls of the SDK's public API in a kept conversation, and their outcomes as text. The calls
 * follow one another, so each server gives the same answers.
 */
final class SdkCalls {

  private static final int DEADLINE_S = 20;

  private static final Key NUMBER = Key.of("values", -7);
  private static final Key TEXT = Key.of("values", "zwölf");
  private static final Key BYTES = Key.of("values", new byte[] {0, -1, 12});
  private static final byte[] VALUE = {1, 2, 3};

  private static final Procedure<Long, Long> UNKNOWN =
      new Procedure<>() {
        @Override
        public String name() {
          return "unknown";
        }

        @Override
        public void declare(Long argument, KeyDeclaration keys) {
          keys.read(NUMBER);
        }

        @Override
        public Long execute(Long argument, Transaction transaction) {
          return argument;
        }
      };

  private final YardmasterClient client;
  private final List<String> outcomes = new ArrayList<>();

  private SdkCalls(YardmasterClient client) {
    this.client = client;
  }

  static ClientConfig config(int port, String token) {
    return ClientConfig.builder()
        .address("127.0.0.1:" + port)
        .connections(1)
        .token(token)
        .name("conversation")
        .retries(RetryPolicy.never())
        .connectTimeout(Duration.ofSeconds(DEADLINE_S))
        .build();
  }

  /** Makes all calls at a server, closes the client, and returns the outcomes. */
  static List<String> run(int port) {
    try (YardmasterClient client =
        YardmasterClient.connect(config(port, ConversationServer.WRITER_TOKEN))) {
      SdkCalls calls = new SdkCalls(client);
      calls.oneShots();
      calls.procedures();
      calls.longAnswers();
      calls.logic();
      calls.conflicts();
      calls.scans();
      return calls.outcomes;
    }
  }

  private void oneShots() {
    keep(
        client.submit(
            OneShot.builder()
                .read(NUMBER)
                .read(TEXT)
                .requireAbsent(BYTES)
                .put(TEXT, VALUE)
                .put(BYTES, new byte[0])
                .add(NUMBER, 5)
                .build(),
            options(Priority.HIGH).withMaxAttempts(3).withWeight(7)));
    keep(
        client.submit(
            OneShot.builder()
                .read(NUMBER)
                .read(TEXT)
                .read(BYTES)
                .require(TEXT, VALUE)
                .requireAtLeast(NUMBER, 5)
                .add(NUMBER, -2)
                .delete(BYTES)
                .build(),
            options(Priority.BATCH).withId(id(1))));
    keep(client.submit(OneShot.builder().read(NUMBER).read(BYTES).build()));
    keep(client.submit(OneShot.builder().requireAtLeast(NUMBER, 100).read(TEXT).build()));
    keep(client.submit(OneShot.builder().require(BYTES, VALUE).read(TEXT).build()));
    keep(client.submit(OneShot.builder().add(TEXT, 1).build()));
  }

  private void procedures() {
    for (Procedure<Long, Long> procedure : List.of(DEPOSIT, ABORT, FAIL, FILL, UNKNOWN)) {
      client.register(procedure);
    }
    keep(client.submit(DEPOSIT, 50L));
    for (int i = 0; i < 2; i++) {
      keep(client.submit(DEPOSIT, 70L, options(Priority.NORMAL).withId(id(2))));
    }
    keep(client.submit(ABORT, 70L, options(Priority.NORMAL).withId(id(3))));
    keep(client.submit(FAIL, 70L, options(Priority.NORMAL).withId(id(4))));
    keep(client.submit(UNKNOWN, 70L));
    for (int i = 1; i <= 5; i++) {
      keep(client.status(id(i)));
    }
    keep(client.submit(DEPOSIT, 90L, options(Priority.NORMAL).withId(id(5))));
    keep(client.status(new TransactionId(NOW_MS - TimeUnit.DAYS.toMillis(30), 0, 1)));
  }

  private void longAnswers() {
    List<Key> keys = IntStream.range(0, LARGE_VALUES).mapToObj(i -> large(i)).toList();
    for (long i = 0; i < LARGE_VALUES; i++) {
      keep(client.submit(FILL, i));
    }
    OneShot.Builder all = OneShot.builder();
    keys.forEach(all::read);
    keep(client.submit(all.build()));
    keep(client.submit(all.add(NUMBER, 1).build()));
    keep(logic(transaction -> transaction.getAll(keys).size()));
  }

  private void logic() {
    keep(
        client.execute(
            transaction -> {
              long before = transaction.getLong(NUMBER);
              transaction.putLong(NUMBER, before * 2);
              transaction.put(BYTES, VALUE);
              transaction.delete(TEXT);
              return List.of("before", before, transaction.contains(TEXT));
            },
            options(Priority.NORMAL).withId(id(6))));
    keep(client.status(id(6)));
    keep(logic(transaction -> transaction.getLong(NUMBER)));
    keep(
        logic(
            transaction -> {
              throw transaction.abort("found " + transaction.getLong(NUMBER));
            }));
    keep(
        logic(
            transaction -> {
              throw new IllegalStateException("found " + transaction.getLong(NUMBER));
            }));
    try (BlockingTransaction transaction = client.begin(options(Priority.HIGH)).blocking()) {
      outcomes.add("read " + transaction.getLong(NUMBER));
      transaction.rollback();
    }
  }

  private void conflicts() {
    keepConflict(2, 1);
    keepConflict(1, 1);
    keepConflict(2, 2);
  }

  /**
   * During the first runs, another transaction overwrites the value that this transaction has read.
   */
  private void keepConflict(int attempts, int conflicts) {
    int[] runs = {0};
    keep(
        client.execute(
            transaction -> {
              long before = transaction.getLong(NUMBER);
              if (++runs[0] <= conflicts) {
                client.call(OneShot.builder().add(NUMBER, 1).build());
              }
              transaction.putLong(NUMBER, before + 100);
              return before;
            },
            options(Priority.NORMAL).withMaxAttempts(attempts)));
  }

  private void scans() {
    OneShot.Builder jobs = OneShot.builder();
    for (int i = 1; i <= 4; i++) {
      jobs.put(Key.of("jobs", i), new byte[] {(byte) i});
    }
    jobs.put(Key.of("jobs", "x"), VALUE).put(Key.of("jobs", new byte[] {9}), VALUE);
    keep(client.submit(jobs.build()));
    keep(logic(transaction -> transaction.scan(Key.of("jobs", 2), null, 10)));
    keep(logic(transaction -> transaction.scan(Key.of("jobs", 1), Key.of("jobs", 4), 2)));
    keep(logic(transaction -> transaction.scanBackward(Key.of("jobs", 1), Key.of("jobs", 4), 10)));
    keep(logic(transaction -> transaction.scan(large(0), null, 10).size()));
  }

  private <R> Outcome<R> logic(TransactionLogic<R> logic) {
    return client.execute(logic, options(Priority.NORMAL));
  }

  private static TransactionOptions options(Priority priority) {
    return TransactionOptions.defaults()
        .withTimeout(Duration.ofSeconds(DEADLINE_S))
        .withPriority(priority);
  }

  private static TransactionId id(int number) {
    return new TransactionId(NOW_MS, number, -number);
  }

  private void keep(CompletionStage<? extends Outcome<?>> stage) {
    keep(stage.toCompletableFuture().orTimeout(DEADLINE_S, TimeUnit.SECONDS).join());
  }

  private void keep(Outcome<?> outcome) {
    outcomes.add(text(outcome));
  }

  /** Returns an outcome as a line. */
  private static String text(Outcome<?> outcome) {
    if (outcome instanceof Outcome.Committed<?> committed) {
      return "committed %s transaction=%d version=%d restarts=%d conflict=%s"
          .formatted(
              text(committed.value()),
              committed.transactionId(),
              committed.commitVersion(),
              committed.restarts(),
              text(committed.lastConflict()));
    } else if (outcome instanceof Outcome.Aborted<?> aborted) {
      return "aborted %s %s restarts=%d conflict=%s"
          .formatted(
              aborted.cause(), aborted.reason(), aborted.restarts(), text(aborted.lastConflict()));
    }
    YardmasterException error = outcome.error();
    // The text is for human readers, and may differ between releases.
    return "%s %s %s details=%s"
        .formatted(
            outcome instanceof Outcome.Unknown<?> ? "unknown" : "rejected",
            error.code(),
            error.text().isEmpty() ? "without a text" : "with a text",
            error.details());
  }

  private static String text(ConflictReport conflict) {
    return conflict == null
        ? "none"
        : "%s %s read=%d found=%d other=%d"
            .formatted(
                conflict.key(),
                conflict.cause(),
                conflict.versionRead(),
                conflict.versionFound(),
                conflict.otherTransaction());
  }

  private static String text(Object value) {
    if (value instanceof byte[] bytes) {
      return HexFormat.of().formatHex(bytes);
    } else if (value instanceof OneShot.Result result) {
      return IntStream.range(0, result.size())
          .mapToObj(i -> text(result.valueAt(i)))
          .collect(Collectors.joining(",", "[", "]"));
    } else if (value instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .map(entry -> entry.getKey() + "=" + text(entry.getValue()))
          .collect(Collectors.joining(",", "{", "}"));
    } else if (value instanceof TransactionStatus status) {
      return "status " + status.id() + " " + text(status.outcome());
    }
    return String.valueOf(value);
  }
}
