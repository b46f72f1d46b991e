package dev.yardmaster.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.client.ClientConfig;
import dev.yardmaster.client.YardmasterClient;
import dev.yardmaster.processor.PipelineParts;
import dev.yardmaster.server.config.ServerConfig;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.EpochClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that a jump of the wall clock affects only the age of transaction ids. */
@Timeout(60)
class ClockJumpTest {

  private static final long NOON_MS = 1_700_000_000_000L;
  private static final long MINUTE_MS = Duration.ofMinutes(1).toMillis();
  private static final long DAY_MS = Duration.ofDays(1).toMillis();
  private static final OneShot ADD = OneShot.builder().add(Key.of("accounts", 1), 1).build();
  private static final OneShot READ = OneShot.builder().read(Key.of("accounts", 1)).build();

  private final AtomicLong wallMs = new AtomicLong(NOON_MS);
  private YardmasterServer server;
  private YardmasterClient client;

  @BeforeEach
  void start() {
    server =
        YardmasterServer.start(
            ServerConfig.builder().set("listen", "127.0.0.1:0").set("admin.listen", "none").build(),
            List.of(),
            new PipelineParts() {
              @Override
              public EpochClock epochClock() {
                return wallMs::get;
              }
            });
    client = YardmasterClient.connect(ClientConfig.of("127.0.0.1:" + server.address().getPort()));
  }

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  private Outcome<OneShot.Result> add(TransactionId id) {
    return client
        .submit(ADD, TransactionOptions.defaults().withId(id))
        .toCompletableFuture()
        .join();
  }

  private long balance() {
    return client
        .submit(READ)
        .toCompletableFuture()
        .join()
        .valueOrThrow()
        .getLong(Key.of("accounts", 1));
  }

  private static TransactionId madeAt(long createdMs) {
    return new TransactionId(createdMs, 0, createdMs);
  }

  private static void assertRejected(ErrorCode code, Outcome<?> outcome) {
    assertEquals(code, assertInstanceOf(Outcome.Rejected.class, outcome).error().code());
  }

  @Test
  void afterAJumpBackIdsAreOfTheFutureAndTheirOutcomesStay() {
    TransactionId id = madeAt(NOON_MS);
    assertInstanceOf(Outcome.Committed.class, add(id));
    wallMs.set(NOON_MS - 5 * MINUTE_MS);
    assertRejected(ErrorCode.BAD_ID, add(madeAt(NOON_MS + 1)));
    assertInstanceOf(Outcome.Committed.class, add(madeAt(NOON_MS - 5 * MINUTE_MS)));
    wallMs.set(NOON_MS);
    assertInstanceOf(Outcome.Committed.class, add(id));
    assertEquals(2, balance(), "a transaction with one id committed twice");
  }

  /**
   * After a jump the service may have dropped the outcome of an id. The service must never accept
   * such an id as new.
   */
  @Test
  void afterAJumpForwardAndBackNothingTakesPlaceTwice() {
    TransactionId id = madeAt(NOON_MS);
    assertInstanceOf(Outcome.Committed.class, add(id));
    wallMs.set(NOON_MS + DAY_MS);
    assertInstanceOf(Outcome.Committed.class, add(madeAt(NOON_MS + DAY_MS)));
    wallMs.set(NOON_MS);
    assertRejected(ErrorCode.EXPIRED_ID, add(id));
    assertEquals(2, balance(), "a transaction with one id committed twice");
  }

  @Test
  void afterAJumpForwardOldIdsHaveExpiredAndNothingOfThemTakesPlace() {
    TransactionId id = madeAt(NOON_MS);
    assertInstanceOf(Outcome.Committed.class, add(id));
    wallMs.set(NOON_MS + DAY_MS);
    assertRejected(ErrorCode.EXPIRED_ID, add(id));
    assertRejected(ErrorCode.EXPIRED_ID, add(madeAt(NOON_MS + 1)));
    assertRejected(ErrorCode.EXPIRED_ID, client.status(id).toCompletableFuture().join());
    assertInstanceOf(Outcome.Committed.class, add(madeAt(NOON_MS + DAY_MS)));
    assertEquals(2, balance());
  }

  @Test
  void timeoutsAndConnectionsGoByAnotherClock() {
    for (long jumpMs : new long[] {DAY_MS, -DAY_MS, 365 * DAY_MS, -365 * DAY_MS}) {
      Outcome<Long> outcome =
          client.execute(
              transaction -> {
                long before = transaction.getLong(Key.of("accounts", 2));
                wallMs.addAndGet(jumpMs);
                transaction.putLong(Key.of("accounts", 2), before + 1);
                return before;
              },
              TransactionOptions.defaults().withTimeout(Duration.ofSeconds(20)));
      assertInstanceOf(Outcome.Committed.class, outcome);
    }
    assertEquals(1, client.connections());
  }
}
