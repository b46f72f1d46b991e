package dev.yardmaster.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.client.testing.FakeTransactionService;
import dev.yardmaster.engine.service.Engine;
import dev.yardmaster.engine.service.EngineService;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.PipelineMode;
import dev.yardmaster.spring.autoconfigure.YardmasterAutoConfiguration;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Tests the choice, the settings and the lifecycle of the service. */
@Timeout(60)
class ServiceTest {

  private static final OneShot READ = OneShot.builder().read(Deposit.BALANCE).build();

  private final ApplicationContextRunner application =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(YardmasterAutoConfiguration.class));

  @Configuration(proxyBeanMethods = false)
  static class WithProcedure {
    @Bean
    Deposit deposit() {
      return new Deposit();
    }

    /** Uses the service as early as a bean can. */
    @Bean
    InitializingBean opening(TransactionService service, Deposit deposit) {
      return () -> service.call(deposit, 5L);
    }
  }

  @Test
  void thePipelineIsTheDefault() {
    application
        .withUserConfiguration(WithProcedure.class)
        .run(
            context -> {
              TransactionService service = context.getBean(TransactionService.class);
              assertInstanceOf(Pipeline.class, service);
              assertEquals(12, service.call(context.getBean(Deposit.class), 7L));
            });
  }

  @Test
  void thePropertySelectsTheEngine() {
    application
        .withUserConfiguration(WithProcedure.class)
        .withPropertyValues("yardmaster.mode=engine", "yardmaster.engine.protocol=ssn")
        .run(
            context ->
                assertEquals(
                    12,
                    context.getBean(EngineService.class).call(context.getBean(Deposit.class), 7L)));
  }

  @Test
  void withoutThePipelineTheEngineIsTheDefault() {
    application
        .withClassLoader(new FilteredClassLoader(Pipeline.class))
        .run(
            context -> assertInstanceOf(EngineService.class, context.getBean("yardmasterService")));
  }

  @Test
  void withoutABackEndThereIsNoService() {
    application
        .withClassLoader(
            new FilteredClassLoader(
                "dev.yardmaster.processor", "dev.yardmaster.engine", "dev.yardmaster.client"))
        .run(
            context -> {
              assertTrue(context.isRunning(), "failed: " + context.getStartupFailure());
              assertTrue(context.getBeansOfType(TransactionService.class).isEmpty());
            });
  }

  @Test
  void aSelectedBackEndMustBeOnTheClassPath() {
    application
        .withClassLoader(new FilteredClassLoader(Engine.class))
        .withPropertyValues("yardmaster.mode=engine")
        .run(
            context -> {
              String failure = Failures.text(context.getStartupFailure());
              assertTrue(failure.contains("yardmaster.mode"), failure);
              assertTrue(
                  failure.contains("add the dependency dev.yardmaster:yardmaster-engine"), failure);
            });
  }

  @Test
  void anUnknownModeNamesTheModes() {
    application
        .withPropertyValues("yardmaster.mode=cluster")
        .run(
            context -> {
              String failure = Failures.text(context.getStartupFailure());
              assertTrue(failure.contains("yardmaster.mode"), failure);
              assertTrue(failure.contains("cluster"), failure);
            });
  }

  @Test
  void theApplicationsOwnServiceIsKeptAndGetsTheProcedures() {
    FakeTransactionService own = new FakeTransactionService();
    application
        .withUserConfiguration(WithProcedure.class)
        .withBean(TransactionService.class, () -> own)
        .run(
            context -> {
              assertSame(own, context.getBean(TransactionService.class));
              assertEquals(1, own.submitted().size(), "the opening deposit");
              assertEquals(5, own.call(READ).getLong(Deposit.BALANCE));
            });
  }

  /**
   * When a registration fails, Spring does not know the service yet, so Spring would not close the
   * service.
   */
  @Test
  void aServiceThatRefusesAProcedureIsClosed() {
    Pipeline own = Pipeline.start(PipelineConfig.builder().build());
    application
        .withBean(Deposit.class)
        .withBean("another", Deposit.class)
        .withBean(TransactionService.class, () -> own)
        .run(
            context -> {
              String failure = Failures.text(context.getStartupFailure());
              assertTrue(failure.contains("BAD_PROCEDURE"), failure);
              assertEquals(ErrorCode.CLOSED, own.refusal().orElseThrow().code());
            });
  }

  static Stream<String> valuesOutOfRange() {
    return Stream.of("pipeline.concurrency=0", "engine.workers=65");
  }

  @Test
  void aValueOutOfItsRangeIsNamedWithItsLimits() {
    for (String setting : valuesOutOfRange().toList()) {
      application
          .withPropertyValues(
              "yardmaster." + setting, "yardmaster.mode=" + setting.replaceAll("\\..*", ""))
          .run(
              context -> {
                String failure = Failures.text(context.getStartupFailure());
                String[] nameAndValue = setting.replaceAll(".*\\.", "").split("=", 2);
                assertTrue(failure.contains(nameAndValue[0]), failure);
                assertTrue(failure.contains(nameAndValue[1]), failure);
                assertTrue(failure.matches("(?s).* 1 to .*"), failure);
              });
    }
  }

  @Test
  void settingsOfTheLogNeedADirectory() {
    application
        .withPropertyValues("yardmaster.pipeline.async-loss=50ms")
        .run(
            context -> {
              String failure = Failures.text(context.getStartupFailure());
              assertTrue(failure.contains("yardmaster.pipeline.directory=none"), failure);
            });
  }

  @Test
  void aDataDirectoryKeepsCommits(@TempDir Path directory) {
    for (String mode : List.of("pipeline", "engine")) {
      ApplicationContextRunner durable =
          application
              .withUserConfiguration(WithProcedure.class)
              .withPropertyValues(
                  "yardmaster.mode=" + mode,
                  "yardmaster." + mode + ".directory=" + directory.resolve(mode));
      for (long balance : List.of(5L, 10L)) {
        durable.run(
            context ->
                assertEquals(
                    balance,
                    context.getBean(TransactionService.class).call(READ).getLong(Deposit.BALANCE)));
      }
    }
  }

  @Test
  void customizersComeAfterTheProperties() {
    List<String> called = new ArrayList<>();
    application
        .withPropertyValues("yardmaster.pipeline.concurrency=0")
        .withBean(
            PipelineConfigCustomizer.class,
            () ->
                config -> {
                  called.add("pipeline");
                  config.concurrency(10).mode(PipelineMode.VC);
                })
        .run(
            context -> {
              assertTrue(context.isRunning(), "failed: " + context.getStartupFailure());
              assertEquals(List.of("pipeline"), called);
            });
  }

  /**
   * Commits a transaction when Spring stops the web server's phase, as the last requests of a web
   * server may do.
   */
  static final class LastRequest implements SmartLifecycle {
    private final TransactionService service;
    private final Deposit deposit;
    private boolean running;
    private long balance;

    LastRequest(TransactionService service, Deposit deposit) {
      this.service = service;
      this.deposit = deposit;
    }

    @Override
    public void start() {
      running = true;
    }

    @Override
    public void stop() {
      balance = service.call(deposit, 3L);
      running = false;
    }

    @Override
    public boolean isRunning() {
      return running;
    }

    /** The phase in which Spring Boot stops web servers, after their requests have ended. */
    @Override
    public int getPhase() {
      return SmartLifecycle.DEFAULT_PHASE - 2048;
    }
  }

  @Test
  void theServiceClosesAfterTheLastRequest() {
    AtomicReference<TransactionService> service = new AtomicReference<>();
    AtomicReference<LastRequest> last = new AtomicReference<>();
    application
        .withUserConfiguration(WithProcedure.class)
        .withBean(LastRequest.class)
        .run(
            context -> {
              service.set(context.getBean(TransactionService.class));
              last.set(context.getBean(LastRequest.class));
              assertTrue(service.get().refusal().isEmpty());
            });
    assertEquals(8, last.get().balance);
    assertFalse(last.get().isRunning());
    assertEquals(ErrorCode.CLOSED, service.get().refusal().orElseThrow().code());
  }
}
