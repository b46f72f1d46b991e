package dev.yardmaster.benchmarks.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.benchmarks.load.LoadRun;
import dev.yardmaster.benchmarks.load.MeasuredService;
import dev.yardmaster.benchmarks.load.RecordedInterval;
import dev.yardmaster.benchmarks.workload.CallWindow;
import dev.yardmaster.benchmarks.workload.smallbank.SmallBank;
import dev.yardmaster.workloads.ProcedureInvocation;
import dev.yardmaster.workloads.WorkloadRun;
import dev.yardmaster.workloads.smallbank.Amalgamate;
import dev.yardmaster.workloads.smallbank.Balance;
import dev.yardmaster.workloads.smallbank.DepositChecking;
import dev.yardmaster.workloads.smallbank.Receipt;
import dev.yardmaster.workloads.smallbank.SendPayment;
import dev.yardmaster.workloads.smallbank.TransactSavings;
import dev.yardmaster.workloads.smallbank.WriteCheck;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that {@link LuaService} and {@link WatchService} return the results that the bank's
 * procedures must return, and lose no money.
 */
@Timeout(60)
class RedisServiceTest {

  private static final SmallBank BANK = new SmallBank(50, 0.9, 7);
  private static final long INITIAL_CENTS = 1_000_000;

  private RedisProcess redis;

  @BeforeEach
  void startRedis() throws InterruptedException {
    RequiresRedis.check();
    redis = RedisProcess.start();
  }

  @AfterEach
  void endRedis() {
    if (redis != null) {
      redis.close();
      assertFalse(redis.isAlive());
    }
  }

  private TransactionService connect(String way, int connections) throws InterruptedException {
    TransactionService service =
        way.equals("lua")
            ? new LuaService(redis.address(), connections)
            : new WatchService(redis.address(), connections);
    new CallWindow(service, 4).run(BANK.load(), loaded -> {});
    return service;
  }

  private static <A> Outcome<Receipt> run(
      TransactionService service, ProcedureInvocation<A, Receipt> call) throws Exception {
    CompletableFuture<Outcome<Receipt>> outcome =
        service.submit(call.procedure(), call.argument()).toCompletableFuture();
    return outcome.get(10, TimeUnit.SECONDS);
  }

  @ParameterizedTest
  @ValueSource(strings = {"lua", "watch"})
  void everyProcedureDoesWhatItSays(String way) throws Exception {
    try (TransactionService service = connect(way, 1)) {
      assertEquals(
          new Receipt(0, 2 * INITIAL_CENTS),
          run(service, new ProcedureInvocation<>(Balance.PROCEDURE, new Balance.Argument(1)))
              .valueOrThrow());
      assertEquals(
          new Receipt(70, INITIAL_CENTS + 70),
          run(
                  service,
                  new ProcedureInvocation<>(
                      DepositChecking.PROCEDURE, new DepositChecking.Argument(1, 70)))
              .valueOrThrow());
      assertEquals(
          new Receipt(-30, INITIAL_CENTS - 30),
          run(
                  service,
                  new ProcedureInvocation<>(
                      TransactSavings.PROCEDURE, new TransactSavings.Argument(1, -30)))
              .valueOrThrow());
      assertEquals(
          new Receipt(0, INITIAL_CENTS + 50),
          run(
                  service,
                  new ProcedureInvocation<>(
                      SendPayment.PROCEDURE, new SendPayment.Argument(1, 2, 20)))
              .valueOrThrow());
      assertEquals(
          new Receipt(0, 3 * INITIAL_CENTS + 40),
          run(
                  service,
                  new ProcedureInvocation<>(Amalgamate.PROCEDURE, new Amalgamate.Argument(1, 2)))
              .valueOrThrow());
      assertEquals(
          new Receipt(-110, -110),
          run(
                  service,
                  new ProcedureInvocation<>(WriteCheck.PROCEDURE, new WriteCheck.Argument(1, 10)))
              .valueOrThrow());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"lua", "watch"})
  void tooLittleMoneyIsAnOutcome(String way) throws Exception {
    try (TransactionService service = connect(way, 1)) {
      Outcome<Receipt> payment =
          run(
              service,
              new ProcedureInvocation<>(
                  SendPayment.PROCEDURE, new SendPayment.Argument(1, 2, INITIAL_CENTS + 1)));
      assertEquals(AbortCause.USER, ((Outcome.Aborted<Receipt>) payment).cause());
      Outcome<Receipt> savings =
          run(
              service,
              new ProcedureInvocation<>(
                  TransactSavings.PROCEDURE, new TransactSavings.Argument(1, -INITIAL_CENTS - 1)));
      assertEquals(AbortCause.USER, ((Outcome.Aborted<Receipt>) savings).cause());
      assertEquals(
          2 * INITIAL_CENTS,
          run(service, new ProcedureInvocation<>(Balance.PROCEDURE, new Balance.Argument(1)))
              .valueOrThrow()
              .balanceCents());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"lua", "watch"})
  void noMoneyIsLostUnderLoad(String way) throws Exception {
    try (TransactionService service = connect(way, 8)) {
      WorkloadRun run = BANK.begin(1);
      RecordedInterval recording =
          LoadRun.closed(MeasuredService.remote(service), run, 64, 1, SystemNanoClock.INSTANCE)
              .run(0, 1_000_000_000, (stage, rate) -> {});
      assertEquals(Optional.empty(), run.brokenInvariant(service));
      assertTrue(recording.counts().committed() > 0);
      assertEquals(way.equals("watch"), recording.counts().restarts() > 0, "restarts");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"lua", "watch"})
  void whatIsOutstandingBreaksWithTheServer(String way) throws Exception {
    try (TransactionService service = connect(way, 2)) {
      redis.close();
      CompletableFuture<Outcome<Receipt>> outcome =
          service.submit(Balance.PROCEDURE, new Balance.Argument(1)).toCompletableFuture();
      ExecutionException broken =
          assertThrows(ExecutionException.class, () -> outcome.get(10, TimeUnit.SECONDS));
      assertTrue(broken.getMessage().contains("redis"), broken.getMessage());
    }
  }
}
