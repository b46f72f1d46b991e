package dev.yardmaster.engine.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.engine.EngineConfig;
import dev.yardmaster.engine.EngineParts;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests interactive transactions that keep their locks while their logic runs. */
class LockingSessionTest {

  private static final Key KEY = Key.of("accounts", 1);
  private static final long LONG_NS = Duration.ofMinutes(1).toNanos();

  /**
   * Opens an engine in which the key has a value. The key needs a value because a missing key
   * cannot be locked.
   */
  private static TransactionService open(String protocol, long stepTimeoutNs) {
    TransactionService service =
        Engine.open(
            EngineConfig.builder()
                .protocol(protocol)
                .workers(2)
                .interactive(2)
                .stepTimeoutNs(stepTimeoutNs)
                .build());
    assertInstanceOf(Outcome.Committed.class, add(service).toCompletableFuture().join());
    return service;
  }

  private static CompletionStage<Outcome<OneShot.Result>> add(TransactionService service) {
    return service.submit(OneShot.builder().add(KEY, 1).build(), TransactionOptions.defaults());
  }

  /** Another transaction writes while the logic runs, and must wait until the logic has ended. */
  @ParameterizedTest
  @ValueSource(strings = {"plor", "plor-optimistic", "wound-wait"})
  void whatTheLogicHasReadDoesNotChange(String protocol) {
    try (TransactionService service = open(protocol, LONG_NS)) {
      CompletableFuture<?>[] later = new CompletableFuture<?>[1];
      Outcome<Long> outcome =
          service.execute(
              transaction -> {
                long balance = transaction.getLong(KEY);
                later[0] = add(service).toCompletableFuture();
                transaction.putLong(KEY, balance + 10);
                return balance;
              },
              TransactionOptions.defaults());
      Outcome.Committed<?> committed = assertInstanceOf(Outcome.Committed.class, outcome);
      assertEquals(0, committed.restarts());
      assertInstanceOf(Outcome.Committed.class, later[0].join());
      assertEquals(
          12, service.execute(t -> t.getLong(KEY), TransactionOptions.defaults()).valueOrThrow());
    }
  }

  /**
   * The logic takes longer than the step timeout. Therefore a transaction that waits for the
   * logic's locks may take them, and commit first.
   */
  @ParameterizedTest
  @ValueSource(strings = {"plor", "wound-wait"})
  void logicThatWorksTooLongStartsAgain(String protocol) {
    try (TransactionService service = open(protocol, 1_000_000)) {
      int[] runs = {0};
      Outcome<Long> outcome =
          service.execute(
              transaction -> {
                long balance = transaction.getLong(KEY);
                if (++runs[0] == 1) {
                  assertInstanceOf(
                      Outcome.Committed.class, add(service).toCompletableFuture().join());
                }
                transaction.putLong(KEY, balance + 10);
                return balance;
              },
              TransactionOptions.defaults());
      Outcome.Committed<?> committed = assertInstanceOf(Outcome.Committed.class, outcome);
      assertEquals(1, committed.restarts());
      assertEquals(2L, committed.value());
      ConflictReport conflict = committed.lastConflict();
      assertEquals(KEY, conflict.key());
      assertEquals(1, conflict.versionRead());
    }
  }

  /** The step timeout does not end a transaction if no other transaction waits for its locks. */
  @Test
  void aSlowTransactionThatDisturbsNobodyCommits() {
    long[] nowNs = {0};
    try (TransactionService service =
        Engine.open(
            EngineConfig.builder().protocol("plor").workers(1).stepTimeoutNs(1_000_000).build(),
            new EngineParts() {
              @Override
              public LongSupplier clockNs() {
                return () -> nowNs[0];
              }
            })) {
      Outcome<Long> outcome =
          service.execute(
              transaction -> {
                long balance = transaction.getLong(KEY);
                nowNs[0] += 2_000_000;
                transaction.putLong(KEY, balance + 10);
                return balance;
              },
              TransactionOptions.defaults());
      assertEquals(0, assertInstanceOf(Outcome.Committed.class, outcome).restarts());
    }
  }

  @Test
  void eachOpenTransactionNeedsAWorker() {
    YardmasterException refused =
        assertThrows(
            YardmasterException.class,
            () -> EngineConfig.builder().protocol("plor").interactive(960).build());
    assertEquals("BAD_CONFIG: interactive is 0 to 959 (interactive=960)", refused.getMessage());
    assertEquals(960, EngineConfig.builder().interactive(960).build().interactive());
  }
}
