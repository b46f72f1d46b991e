package dev.yardmaster.benchmarks.experiment.scaling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.MetricValues;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;

/** Tests the rounds of callers and the check of their data. */
class LambdaRoundTest {

  private static final long WARM_UP_NS = TimeUnit.MILLISECONDS.toNanos(5);
  private static final long RECORDED_NS = TimeUnit.MILLISECONDS.toNanos(50);

  private final Accounts accounts = new Accounts(1_001);

  private LambdaRound round(TransactionService service) {
    return new LambdaRound(
        service, accounts, accounts.draw(100, 0.9, 42), 2, SystemNanoClock.INSTANCE);
  }

  @Test
  void transfersKeepTheSumAndALostBalanceIsFound() throws InterruptedException {
    try (TransactionService service = Pipeline.start(PipelineConfig.defaults())) {
      accounts.load(service);
      MetricValues values = round(service).run(WARM_UP_NS, RECORDED_NS, (stage, rate) -> {});
      assertTrue(values.get(Metric.COMMITTED) > 0, "committed");
      assertTrue(values.get(LambdaPoint.ATTEMPTS) >= 1, "attempts");
      assertEquals(Optional.empty(), accounts.brokenInvariant(service));

      Key last = accounts.key(1_000);
      long balance =
          service.execute(
              transaction -> {
                long found = transaction.getLong(last);
                transaction.putLong(last, found - 1);
                return found;
              });
      assertEquals(
          Optional.of("the sum of the balances is 1000999, loaded was 1001000"),
          accounts.brokenInvariant(service),
          "the last account lost 1 of " + balance);
    }
  }

  @Test
  void aRoundOfAClosedServiceFails() {
    TransactionService service = Pipeline.start(PipelineConfig.defaults());
    service.close();
    LambdaRound round = round(service);
    WorkloadFailure failure =
        assertThrows(
            WorkloadFailure.class,
            () -> round.run(TimeUnit.MINUTES.toNanos(1), RECORDED_NS, (stage, rate) -> {}));
    assertTrue(
        failure.getMessage().startsWith("a transfer did not commit: "), failure.getMessage());
  }
}
