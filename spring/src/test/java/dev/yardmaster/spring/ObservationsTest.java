package dev.yardmaster.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.TransactionService;
import dev.yardmaster.client.testing.FakeTransactionService;
import dev.yardmaster.engine.service.EngineService;
import dev.yardmaster.observation.ObservedTransactionService;
import dev.yardmaster.observation.TransactionContext;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.spring.autoconfigure.YardmasterAutoConfiguration;
import dev.yardmaster.spring.autoconfigure.YardmasterHealthAutoConfiguration;
import dev.yardmaster.spring.autoconfigure.YardmasterMetricsAutoConfiguration;
import dev.yardmaster.spring.autoconfigure.YardmasterObservationAutoConfiguration;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;

/** Tests that the transactions of the application's service are observed. */
@Timeout(60)
class ObservationsTest {

  private final ConcurrentLinkedQueue<String> observed = new ConcurrentLinkedQueue<>();

  private final ApplicationContextRunner withoutRegistry =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  MetricsAutoConfiguration.class,
                  CompositeMeterRegistryAutoConfiguration.class,
                  SimpleMetricsExportAutoConfiguration.class,
                  YardmasterAutoConfiguration.class,
                  YardmasterObservationAutoConfiguration.class,
                  YardmasterHealthAutoConfiguration.class,
                  YardmasterMetricsAutoConfiguration.class))
          .withBean(Deposit.class);

  private final ApplicationContextRunner application =
      withoutRegistry
          .withConfiguration(AutoConfigurations.of(ObservationAutoConfiguration.class))
          .withBean("recorder", ObservationHandler.class, this::recorder);

  private ObservationHandler<Observation.Context> recorder() {
    return new ObservationHandler<>() {
      @Override
      public boolean supportsContext(Observation.Context context) {
        return context instanceof TransactionContext;
      }

      @Override
      public void onStop(Observation.Context context) {
        observed.add(
            context.getContextualName()
                + ": "
                + context.getLowCardinalityKeyValue("outcome").getValue());
      }
    };
  }

  /** A method that is a transaction. */
  static class Bonus {
    @KeyValueTransactional
    void pay() {}
  }

  @Test
  void transactionsAreObservedAndTheBackEndRemainsABean() {
    for (Class<?> backEnd : List.of(Pipeline.class, EngineService.class)) {
      observed.clear();
      application
          .withPropertyValues(
              "yardmaster.mode=" + (backEnd == Pipeline.class ? "pipeline" : "engine"))
          .withBean(Bonus.class)
          .run(
              context -> {
                TransactionService service = context.getBean(TransactionService.class);
                assertInstanceOf(ObservedTransactionService.class, service);
                assertEquals(5, service.call(context.getBean(Deposit.class), 5L));
                context.getBean(Bonus.class).pay();
                assertEquals(
                    List.of("call deposit: committed", "logic: committed"), List.copyOf(observed));
                Object real = context.getBean(backEnd);
                assertEquals(
                    real.getClass().getSimpleName(),
                    context
                        .getBean("yardmasterHealthContributor", HealthIndicator.class)
                        .health()
                        .getDetails()
                        .get("service"));
                assertTrue(
                    context
                            .getBean(MeterRegistry.class)
                            .get("yardmaster.committed")
                            .functionCounter()
                            .count()
                        > 0);
              });
    }
  }

  private void assertNotObserved(ApplicationContextRunner runner) {
    runner.run(
        context -> {
          assertNull(context.getStartupFailure());
          assertFalse(context.containsBean("yardmasterObservedService"));
          for (TransactionService service :
              context.getBeansOfType(TransactionService.class).values()) {
            service.call(context.getBean(Deposit.class), 5L);
          }
          assertTrue(observed.isEmpty(), "observed=" + observed);
        });
  }

  @Test
  void thePropertyTheRegistryAndTheModuleAreConditions() {
    assertNotObserved(application.withPropertyValues("yardmaster.observations.enabled=false"));
    assertNotObserved(withoutRegistry);
    assertNotObserved(
        application.withClassLoader(new FilteredClassLoader("dev.yardmaster.observation")));
  }

  @Configuration(proxyBeanMethods = false)
  static class TwoServices {
    @Bean
    FakeTransactionService first() {
      return new FakeTransactionService();
    }

    @Bean
    FakeTransactionService second() {
      return new FakeTransactionService();
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class OnePrimary {
    @Bean
    FakeTransactionService other() {
      return new FakeTransactionService();
    }

    @Bean
    @Primary
    FakeTransactionService main() {
      return new FakeTransactionService();
    }
  }

  @Test
  void ofSeveralServicesThePrimaryOneIsObserved() {
    application
        .withUserConfiguration(OnePrimary.class)
        .run(
            context -> {
              context.getBean(TransactionService.class).call(context.getBean(Deposit.class), 5L);
              assertEquals(List.of("call deposit: committed"), List.copyOf(observed));
              Map<String, FakeTransactionService> services =
                  context.getBeansOfType(FakeTransactionService.class);
              assertEquals(1, services.get("main").submitted().size());
              assertEquals(0, services.get("other").submitted().size());
            });
    observed.clear();
    assertNotObserved(application.withUserConfiguration(TwoServices.class));
  }

  /** A bean that commits a transaction when Spring destroys the bean. */
  record LastDeposit(TransactionService service, Deposit deposit) implements DisposableBean {
    @Override
    public void destroy() {
      service.call(deposit, 5L);
    }
  }

  @Test
  void theServiceClosesAfterTheBeansThatUseIt() {
    application.withBean(LastDeposit.class).run(context -> assertNull(context.getStartupFailure()));
    assertEquals(List.of("call deposit: committed"), List.copyOf(observed));
  }
}
