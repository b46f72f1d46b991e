package dev.yardmaster.processor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Reads;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.Snapshot;
import dev.yardmaster.api.SnapshotCursor;
import dev.yardmaster.api.SnapshotOptions;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.TransactionIds;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.api.TransactionStatus;
import dev.yardmaster.api.Values;
import dev.yardmaster.api.table.KeyTuple;
import dev.yardmaster.api.table.Table;
import dev.yardmaster.api.table.TableCursor;
import dev.yardmaster.api.table.TableEntry;
import dev.yardmaster.history.HistoryLog;
import dev.yardmaster.proof.checker.CheckResult;
import dev.yardmaster.proof.checker.SerializabilityChecker;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compiles and runs the code of the README and the guides, and checks that these pages show the
 * same code.
 */
class GuideTest {

  private static final List<Path> PAGES =
      List.of(
          Path.of("..", "README.md"),
          Path.of("..", "docs", "guide-embedding.md"),
          Path.of("..", "docs", "guide-durability.md"),
          Path.of("..", "docs", "guide-proof.md"));

  private static final Path THIS_FILE =
      Path.of("src/test/java/dev/yardmaster/processor/GuideTest.java");

  // snippet: procedure
  /** A transfer between two accounts. */
  record Transfer(long from, long to, long cents) {}

  static final Procedure<Transfer, Long> TRANSFER =
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
          long left = transaction.getLong(Key.of("checking", transfer.from())) - transfer.cents();
          if (left < 0) {
            throw transaction.abort("too little money");
          }
          Key to = Key.of("checking", transfer.to());
          transaction.putLong(Key.of("checking", transfer.from()), left);
          transaction.putLong(to, transaction.getLong(to) + transfer.cents());
          return left;
        }
      };

  // end

  // snippet: orders
  /** An order of a customer. */
  record Order(String article, long cents, Instant at) {}

  /** The orders by customer and number. */
  static final Table<Order> ORDERS = Table.of("orders", Order.class);

  // end

  // snippet: drain
  /** Deletes the oldest jobs, at most the given number of jobs. */
  static final Procedure<Long, Integer> DRAIN =
      new Procedure<>() {
        private Scan oldest(long count) {
          return Scan.forward(Key.of("jobs", 0), null, (int) count);
        }

        @Override
        public String name() {
          return "drain";
        }

        @Override
        public void declare(Long count, KeyDeclaration keys) {
          keys.scan(oldest(count));
        }

        @Override
        public void declareNext(Long count, Reads soFar, KeyDeclaration keys) {
          soFar.scan(oldest(count)).keySet().forEach(keys::write);
        }

        @Override
        public Integer execute(Long count, Transaction transaction) {
          Set<Key> jobs = transaction.scan(oldest(count)).keySet();
          jobs.forEach(transaction::delete);
          return jobs.size();
        }
      };

  // end

  @Test
  void scan() {
    try (TransactionService service = Pipeline.start(PipelineConfig.defaults())) {
      OneShot.Builder jobs = OneShot.builder();
      for (int i = 1; i <= 5; i++) {
        jobs.put(Key.of("jobs", i), ("job " + i).getBytes(StandardCharsets.UTF_8));
      }
      service.call(jobs.build());
      // snippet: scan
      String job =
          service.execute(
              transaction -> {
                Map<Key, byte[]> oldest = transaction.scan(Key.of("jobs", 0), null, 1);
                if (oldest.isEmpty()) {
                  return "nothing to do";
                }
                Key key = oldest.keySet().iterator().next();
                transaction.delete(key);
                return new String(oldest.get(key), StandardCharsets.UTF_8);
              });
      System.out.println(job);
      // end
      assertEquals("job 1", job);
      service.register(DRAIN);
      assertEquals(3, service.call(DRAIN, 3L));
      assertEquals(1, service.call(DRAIN, 3L));
    }
  }

  @Test
  void table() {
    try (TransactionService service = Pipeline.start(PipelineConfig.defaults())) {
      // snippet: table
      Instant now = Instant.now();
      List<TableEntry<Order>> orders =
          service.execute(
              transaction -> {
                ORDERS.put(transaction, KeyTuple.of("ada", 9), new Order("pen", 250, now));
                ORDERS.put(transaction, KeyTuple.of("ada", 10), new Order("book", 1_900, now));
                return ORDERS.scan(transaction, ORDERS.prefix(KeyTuple.of("ada"), 100));
              });
      for (TableEntry<Order> order : orders) {
        long number = KeyTuple.of(order.key()).part(1, Long.class);
        System.out.println("order " + number + ": " + order.value());
      }
      // end
      assertEquals(
          List.of("pen", "book"), orders.stream().map(order -> order.value().article()).toList());
      printArticles(service);
    }
  }

  private static void printArticles(TransactionService service) {
    // snippet: tableCursor
    try (Snapshot snapshot = service.readOnly()) {
      TableCursor<Order> cursor = ORDERS.cursor(snapshot, KeyTuple.of("ada"));
      while (cursor.next()) {
        System.out.println(cursor.entry().value().article());
      }
    }
    // end
  }

  @Test
  void first() {
    // snippet: first
    try (TransactionService service = Pipeline.start(PipelineConfig.defaults())) {
      long left =
          service.execute(
              transaction -> {
                long balance = transaction.getLong(Key.of("checking", 17));
                transaction.putLong(Key.of("checking", 17), balance - 5);
                return balance - 5;
              });
      System.out.println("left: " + left);
    }
    // end
  }

  @Test
  void history() throws IOException {
    // snippet: history
    HistoryLog history = HistoryLog.inMemory();
    try (TransactionService service = Pipeline.start(PipelineConfig.defaults(), history)) {
      service.execute(
          transaction -> {
            transaction.putLong(Key.of("checking", 17), 100);
            return null;
          });
    }
    history.close();
    CheckResult result = SerializabilityChecker.check(history.bytes());
    System.out.println(result.isSerializable() ? "serializable" : result.anomalies());
    // end
    assertEquals(1, result.transactions());
  }

  private static Long increment(Transaction transaction, Key key) {
    long sum = transaction.getLong(key) + 1;
    transaction.putLong(key, sum);
    return sum;
  }

  @Test
  void durable(@TempDir Path directory) {
    // snippet: durable
    PipelineConfig config = PipelineConfig.builder().durability(Durability.in(directory)).build();
    try (Pipeline pipeline = Pipeline.start(config)) {
      pipeline.execute(transaction -> increment(transaction, Key.of("visits", "all")));
    }
    try (Pipeline pipeline = Pipeline.start(config)) {
      long visits = pipeline.execute(transaction -> transaction.getLong(Key.of("visits", "all")));
      System.out.println("visits: " + visits);
    }
    // end
    try (Pipeline pipeline = Pipeline.start(config)) {
      Long visits = pipeline.execute(transaction -> transaction.getLong(Key.of("visits", "all")));
      assertEquals(1L, visits);
    }
  }

  @Test
  void outcome() {
    try (TransactionService service = Pipeline.start(PipelineConfig.defaults())) {
      // snippet: outcome
      Outcome<Long> outcome =
          service.execute(
              transaction -> {
                long balance = transaction.getLong(Key.of("checking", 17));
                if (balance < 100) {
                  throw transaction.abort("too little money");
                }
                transaction.putLong(Key.of("checking", 17), balance - 100);
                return balance - 100;
              },
              TransactionOptions.defaults().withTimeout(Duration.ofSeconds(1)).withMaxAttempts(50));
      if (outcome instanceof Outcome.Committed<Long> committed) {
        System.out.println(
            "left: " + committed.value() + " after " + committed.restarts() + " restarts");
      } else if (outcome instanceof Outcome.Aborted<Long> aborted) {
        System.out.println(aborted.cause() + ": " + aborted.reason());
      } else {
        System.out.println("not done: " + outcome.error().getMessage());
      }
      // end
      assertEquals(AbortCause.USER, assertInstanceOf(Outcome.Aborted.class, outcome).cause());
    }
  }

  @Test
  void procedureAndMetrics() {
    try (Pipeline pipeline = Pipeline.start(PipelineConfig.defaults())) {
      TransactionService service = pipeline;
      service.execute(
          transaction -> {
            transaction.putLong(Key.of("checking", 1), 700);
            return null;
          });
      // snippet: submit
      service.register(TRANSFER);
      CompletionStage<Outcome<Long>> stage = service.submit(TRANSFER, new Transfer(1, 2, 500));
      stage.thenAccept(outcome -> System.out.println("left: " + outcome.valueOrThrow()));
      // end
      assertEquals(200L, stage.toCompletableFuture().join().valueOrThrow());
      long received = service.execute(transaction -> transaction.getLong(Key.of("checking", 2)));
      assertEquals(500, received);

      // snippet: metrics
      SimpleMeterRegistry registry = new SimpleMeterRegistry();
      pipeline.bindTo(registry);
      double committed = registry.get("yardmaster.committed").functionCounter().count();
      // end
      assertEquals(3, committed);
    }
  }

  private static <R> Outcome<R> join(CompletionStage<Outcome<R>> stage) {
    return stage.toCompletableFuture().join();
  }

  @Test
  void exactlyOnce() {
    try (TransactionService service = Pipeline.start(PipelineConfig.defaults())) {
      service.register(TRANSFER);
      service.execute(
          transaction -> {
            transaction.putLong(Key.of("checking", 1), 700);
            return null;
          });
      // snippet: exactlyOnce
      TransactionIds ids = TransactionIds.ofThisMachine();
      TransactionOptions options = TransactionOptions.defaults().withId(ids.next());
      Outcome<Long> first = join(service.submit(TRANSFER, new Transfer(1, 2, 100), options));
      Outcome<Long> again = join(service.submit(TRANSFER, new Transfer(1, 2, 100), options));
      System.out.println(first.equals(again) ? "moved once" : "a bug");

      TransactionStatus status = join(service.status(options.id())).valueOrThrow();
      System.out.println(status.isCommitted() ? "took place" : "never will");
      // end
      assertEquals(first, again);
      assertEquals(first.valueOrThrow(), status.outcome().valueOrThrow());
      long received = service.execute(transaction -> transaction.getLong(Key.of("checking", 2)));
      assertEquals(100, received);
    }
  }

  @Test
  void readOnlySnapshots() {
    try (TransactionService service = Pipeline.start(PipelineConfig.defaults())) {
      join(service.submit(
              OneShot.builder()
                  .putLong(Key.of("checking", 1), 700)
                  .putLong(Key.of("checking", 2), 300)
                  .build()))
          .valueOrThrow();
      // snippet: readOnly
      long sum = 0;
      try (Snapshot snapshot = service.readOnly()) {
        SnapshotCursor cursor = snapshot.cursor(Key.of("checking", 0), null);
        while (cursor.next()) {
          sum += Values.toLong(cursor.key(), cursor.value());
        }
      }
      // end
      assertEquals(1_000, sum);
      // snippet: readStale
      SnapshotOptions fast = SnapshotOptions.staleBy(Duration.ofSeconds(1));
      try (Snapshot snapshot = service.readOnly(fast.withTimeout(Duration.ofMinutes(10)))) {
        Map<Key, byte[]> found =
            snapshot.getAll(List.of(Key.of("checking", 1), Key.of("checking", 2)));
        System.out.println(found.size() + " keys as of version " + snapshot.version());
      }
      // end
    }
  }

  @Test
  void oneShot() {
    try (TransactionService service = Pipeline.start(PipelineConfig.defaults())) {
      service.execute(
          transaction -> {
            transaction.putLong(Key.of("checking", 1), 700);
            return null;
          });
      // snippet: oneShot
      OneShot transfer =
          OneShot.builder()
              .read(Key.of("checking", 1))
              .requireAtLeast(Key.of("checking", 1), 500)
              .add(Key.of("checking", 1), -500)
              .add(Key.of("checking", 2), 500)
              .build();
      CompletionStage<Outcome<OneShot.Result>> stage = service.submit(transfer);
      stage.thenAccept(
          outcome -> {
            if (outcome instanceof Outcome.Committed<OneShot.Result> committed) {
              System.out.println("before: " + committed.value().getLong(Key.of("checking", 1)));
            } else {
              System.out.println("not done: " + outcome.error().getMessage());
            }
          });
      // end
      OneShot.Result result = stage.toCompletableFuture().join().valueOrThrow();
      assertEquals(700, result.getLong(Key.of("checking", 1)));
      Outcome.Aborted<?> again =
          assertInstanceOf(
              Outcome.Aborted.class, service.submit(transfer).toCompletableFuture().join());
      assertEquals("checking/1: required at least 500, found 200", again.reason());
    }
  }

  @Test
  void thePagesShowThisCode() throws IOException {
    Map<String, String> snippets = new HashMap<>();
    Matcher here =
        Pattern.compile("// snippet: (\\w+)\n(.*?)// end", Pattern.DOTALL)
            .matcher(Files.readString(THIS_FILE));
    while (here.find()) {
      snippets.put(here.group(1), words(here.group(2)));
    }
    int shown = 0;
    for (Path page : PAGES) {
      String text = Files.readString(page);
      // The snippets of the engine's guide are skipped here, because the engine has its own test
      // for them.
      Matcher block =
          Pattern.compile(
                  "(?<!<!-- engine snippet: \\w{1,20} -->\n)"
                      + "(?:<!-- snippet: (\\w+) -->\n)?```java\n(.*?)```",
                  Pattern.DOTALL)
              .matcher(text);
      while (block.find()) {
        String name = block.group(1);
        assertNotNull(
            name,
            "every Java block must have a name; a block without a name is in "
                + page
                + ": "
                + block.group(2));
        assertEquals(snippets.get(name), words(block.group(2)), name + " in " + page);
        shown++;
      }
    }
    assertFalse(shown < snippets.size(), "the pages must show every snippet");
  }

  /**
   * Returns the code without white space, because the indentation in the pages differs from the
   * indentation in the test.
   */
  private static String words(String code) {
    return code.replaceAll("\\s+", "");
  }
}
