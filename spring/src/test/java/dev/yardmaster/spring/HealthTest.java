package dev.yardmaster.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionLogic;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.api.TransactionStatus;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.spring.autoconfigure.YardmasterAutoConfiguration;
import dev.yardmaster.spring.autoconfigure.YardmasterHealthAutoConfiguration;
import dev.yardmaster.spring.autoconfigure.YardmasterMetricsAutoConfiguration;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Tests the health and the meters of services. */
@Timeout(60)
class HealthTest {

  private final ApplicationContextRunner application =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  MetricsAutoConfiguration.class,
                  CompositeMeterRegistryAutoConfiguration.class,
                  SimpleMetricsExportAutoConfiguration.class,
                  YardmasterAutoConfiguration.class,
                  YardmasterHealthAutoConfiguration.class,
                  YardmasterMetricsAutoConfiguration.class));

  /** A service with a prescribed refusal and a prescribed warning. */
  private record Stub(Optional<YardmasterException> refusal, Optional<String> warning)
      implements TransactionService {

    @Override
    public <R> Outcome<R> execute(TransactionLogic<R> logic, TransactionOptions options) {
      throw new AssertionError("a health check must not cause a transaction");
    }

    @Override
    public void register(Procedure<?, ?> procedure) {}

    @Override
    public <A, R> CompletionStage<Outcome<R>> submit(
        Procedure<A, R> procedure, A argument, TransactionOptions options) {
      throw new AssertionError("a health check must not cause a transaction");
    }

    @Override
    public CompletionStage<Outcome<Object>> submit(
        String procedure, Object argument, TransactionOptions options) {
      throw new AssertionError("a health check must not cause a transaction");
    }

    @Override
    public CompletionStage<Outcome<TransactionStatus>> status(TransactionId id) {
      throw new AssertionError("a health check must not cause a transaction");
    }

    @Override
    public void close() {}
  }

  private Health health(YardmasterException refusal, String warning) {
    Health[] health = new Health[1];
    application
        .withBean(
            TransactionService.class,
            () -> new Stub(Optional.ofNullable(refusal), Optional.ofNullable(warning)))
        .run(
            context ->
                health[0] =
                    context.getBean("yardmasterHealthContributor", HealthIndicator.class).health());
    return health[0];
  }

  @Test
  void aServiceThatAcceptsTransactionsIsUp() {
    application.run(
        context -> {
          HealthIndicator indicator = context.getBean(HealthIndicator.class);
          Health health = indicator.health();
          assertEquals(Status.UP, health.getStatus());
          assertEquals("Pipeline", health.getDetails().get("service"));
          context.getBean(Pipeline.class).agentFailed(new IllegalStateException("broken"));
          Health failed = indicator.health();
          assertEquals(Status.DOWN, failed.getStatus());
          assertEquals("the service failed and is closed", failed.getDetails().get("reason"));
        });
  }

  @Test
  void aWarningIsADetail() {
    Health health = health(null, "the log grows");
    assertEquals(Status.UP, health.getStatus());
    assertEquals("the log grows", health.getDetails().get("warning"));
  }

  @Test
  void withFollowersOnlyTheServiceIsOutOfServiceAndTheLeaderIsNamed() {
    Health health =
        health(
            new YardmasterException(
                ErrorCode.NOT_LEADER,
                "the leader is not connected",
                new IOException("connection refused"),
                "leader",
                "db2:7400"),
            null);
    assertEquals(Status.OUT_OF_SERVICE, health.getStatus());
    assertEquals("the leader is not connected", health.getDetails().get("reason"));
    assertEquals("db2:7400", health.getDetails().get("leader"));
  }

  @Test
  void aClosedServiceIsOutOfServiceAndAnUnreachableServerIsDown() {
    assertEquals(
        Status.OUT_OF_SERVICE,
        health(new YardmasterException(ErrorCode.CLOSED, "the service is closed"), null)
            .getStatus());
    assertEquals(
        Status.DOWN,
        health(new YardmasterException(ErrorCode.UNAVAILABLE, "no server"), null).getStatus());
  }

  @Test
  void theIndicatorCanBeSwitchedOff() {
    application
        .withPropertyValues("management.health.yardmaster.enabled=false")
        .run(context -> assertFalse(context.containsBean("yardmasterHealthContributor")));
  }

  @Test
  void theServicesMetersAreInTheRegistry() {
    for (String mode : new String[] {"pipeline", "engine"}) {
      application
          .withPropertyValues("yardmaster.mode=" + mode)
          .run(
              context -> {
                context
                    .getBean(TransactionService.class)
                    .execute(
                        transaction -> {
                          transaction.putLong(Deposit.BALANCE, 1);
                          return null;
                        });
                assertEquals(
                    1.0,
                    context
                        .getBean(MeterRegistry.class)
                        .get("yardmaster.committed")
                        .functionCounter()
                        .count());
              });
    }
  }
}
