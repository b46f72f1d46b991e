package dev.yardmaster.benchmarks.jdbc.keyvalue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.TransactionLogic;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.benchmarks.postgres.PostgresServer;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class KeyValueServiceTest {

  private static final int ADDITIONS = 40;

  private static PostgresServer server;
  private static TransactionService service;

  @BeforeAll
  static void start() throws SQLException {
    server = PostgresServer.embedded(false);
    service = KeyValueService.open(server, ADDITIONS);
  }

  @AfterAll
  static void stop() {
    service.close();
    server.close();
  }

  private static Key randomKey(SplittableRandom random) {
    byte[] bytes = new byte[1 + random.nextInt(3)];
    random.nextBytes(bytes);
    return switch (random.nextInt(3)) {
      case 0 -> Key.of("t", random.nextLong(-3, 3) * (1L << random.nextInt(62)));
      case 1 -> Key.of("t", "x" + random.nextInt(50));
      default -> Key.of("t", bytes);
    };
  }

  @Test
  void idsHaveTheOrderOfKeysAndAreDecoded() {
    SplittableRandom random = new SplittableRandom(3);
    List<Key> keys = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      keys.add(randomKey(random));
    }
    List<Key> byId = new ArrayList<>(keys);
    byId.sort(Comparator.comparing(SqlId::of, Arrays::compareUnsigned));
    keys.sort(null);
    assertEquals(keys, byId);
    for (Key key : keys) {
      assertEquals(key, SqlId.keyOf("t", SqlId.of(key)));
    }
  }

  @Test
  void aTransactionSeesItsWritesAndCommitsThem() {
    Key first = Key.of("a \"table\"", 1);
    Key second = Key.of("a \"table\"", 2);
    service.execute(
        transaction -> {
          transaction.putLong(first, 1);
          transaction.putLong(second, 2);
          assertEquals(1, transaction.getLong(first));
          transaction.delete(first);
          assertNull(transaction.get(first));
          return null;
        });
    List<Key> found =
        service.execute(
            transaction -> List.copyOf(transaction.scan(Scan.backward(first, null, 9)).keySet()));
    assertEquals(List.of(second), found);
  }

  @Test
  void anAbortByTheLogicLeavesNothing() {
    Key key = Key.of("aborted", 1);
    Outcome<Object> outcome =
        service.execute(
            transaction -> {
              transaction.putLong(key, 1);
              throw transaction.abort("no money");
            },
            TransactionOptions.defaults());
    assertEquals(AbortCause.USER, assertInstanceOf(Outcome.Aborted.class, outcome).cause());
    assertEquals(0, service.call(OneShot.builder().read(key).build()).getLong(key));
  }

  @Test
  void anExceptionOfTheLogicIsRejected() {
    TransactionLogic<Object> logic =
        transaction -> {
          throw new IllegalStateException("a bug");
        };
    Outcome<Object> outcome = service.execute(logic, TransactionOptions.defaults());
    assertEquals(
        ErrorCode.LOGIC_FAILED, assertInstanceOf(Outcome.Rejected.class, outcome).error().code());
  }

  @Test
  void conflictingAdditionsAreAllCounted() {
    Key key = Key.of("counter", 1);
    OneShot addition = OneShot.builder().add(key, 1).build();
    List<CompletableFuture<Outcome<OneShot.Result>>> outcomes = new ArrayList<>();
    for (int i = 0; i < ADDITIONS; i++) {
      outcomes.add(service.submit(addition).toCompletableFuture());
    }
    outcomes.forEach(outcome -> outcome.join().valueOrThrow());
    assertEquals(ADDITIONS, service.call(OneShot.builder().read(key).build()).getLong(key));
  }
}
