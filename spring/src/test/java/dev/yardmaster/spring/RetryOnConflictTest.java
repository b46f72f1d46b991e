package dev.yardmaster.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.jdbc.YardmasterDataSource;
import dev.yardmaster.spring.autoconfigure.YardmasterJdbcAutoConfiguration;
import dev.yardmaster.spring.autoconfigure.YardmasterMetricsAutoConfiguration;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;

/** Tests the retries of methods with a recorded transaction manager, without a database. */
@Timeout(60)
class RetryOnConflictTest {

  private final List<String> log = new ArrayList<>();
  private final Deque<RuntimeException> failures = new ArrayDeque<>();
  private final Deque<RuntimeException> commitFailures = new ArrayDeque<>();

  /** A transaction manager that writes to the log. */
  private final class RecordedTransactions extends AbstractPlatformTransactionManager {
    private static final long serialVersionUID = 1L;

    @Override
    protected Object doGetTransaction() {
      return new Object();
    }

    @Override
    protected void doBegin(Object transaction, TransactionDefinition definition) {
      log.add("begin");
    }

    @Override
    protected void doCommit(DefaultTransactionStatus status) {
      log.add("commit");
      if (!commitFailures.isEmpty()) {
        throw commitFailures.remove();
      }
    }

    @Override
    protected void doRollback(DefaultTransactionStatus status) {
      log.add("rollback");
    }
  }

  /** The bean of the tests; it is public for the proxies of a filtered class loader. */
  public static class Transfers {
    private final List<String> log;
    private final Deque<RuntimeException> failures;

    Transfers(List<String> log, Deque<RuntimeException> failures) {
      this.log = log;
      this.failures = failures;
    }

    @RetryOnConflict
    @Transactional
    public String transfer() {
      return run();
    }

    @RetryOnConflict(maxAttempts = 2)
    @Transactional
    public String transferTwice() {
      return run();
    }

    @RetryOnConflict
    public Future<String> later() {
      throw new AssertionError("the method must not run");
    }

    @Transactional
    public String within(Transfers others) {
      return others.transfer();
    }

    private String run() {
      log.add("run");
      if (!failures.isEmpty()) {
        throw failures.remove();
      }
      return "left";
    }
  }

  /** A method that two classes with different limits inherit. */
  public abstract static class Base {
    private final List<String> log = new ArrayList<>();

    /** Fails each time. */
    public void save() {
      log.add("run");
      throw aborted();
    }

    public int runs() {
      return log.size();
    }
  }

  /** Runs twice. */
  @RetryOnConflict(maxAttempts = 2)
  public static class Twice extends Base {}

  /** Runs three times. */
  @RetryOnConflict(maxAttempts = 3)
  public static class Thrice extends Base {}

  @Test
  void classesThatInheritAMethodHaveTheirOwnLimits() {
    application()
        .withBean(Twice.class)
        .withBean(Thrice.class)
        .run(
            context -> {
              for (Base bean :
                  List.of(context.getBean(Twice.class), context.getBean(Thrice.class))) {
                assertThrows(CannotAcquireLockException.class, bean::save);
              }
              assertEquals(2, context.getBean(Twice.class).runs());
              assertEquals(3, context.getBean(Thrice.class).runs());
              MeterRegistry meters = context.getBean(MeterRegistry.class);
              for (Class<?> bean : List.of(Twice.class, Thrice.class)) {
                assertEquals(
                    1,
                    meters
                        .get("yardmaster.jdbc.retry.exhausted")
                        .tag("retry", bean.getName() + ".save()")
                        .functionCounter()
                        .count());
              }
            });
  }

  private static RuntimeException aborted() {
    return new CannotAcquireLockException("wrapped", new SQLException("could not", "40001"));
  }

  private ApplicationContextRunner application() {
    return new ApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(
                TransactionAutoConfiguration.class,
                YardmasterJdbcAutoConfiguration.class,
                YardmasterMetricsAutoConfiguration.class))
        .withBean(RecordedTransactions.class, RecordedTransactions::new)
        .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
        .withBean(Transfers.class, () -> new Transfers(log, failures));
  }

  @Test
  void eachAttemptIsATransactionOfItsOwn() {
    failures.add(aborted());
    commitFailures.add(aborted());
    application()
        .run(
            context -> {
              assertEquals("left", context.getBean(Transfers.class).transfer());
              assertEquals(
                  List.of(
                      "begin",
                      "run",
                      "rollback",
                      "begin",
                      "run",
                      "commit",
                      "rollback",
                      "begin",
                      "run",
                      "commit"),
                  log);
              MeterRegistry registry = context.getBean(MeterRegistry.class);
              assertEquals(
                  2,
                  registry
                      .get("yardmaster.jdbc.retry.aborted")
                      .tag("retry", Transfers.class.getName() + ".transfer()")
                      .functionCounter()
                      .count());
            });
  }

  @Test
  void theAnnotationLimitsTheAttempts() {
    List<RuntimeException> both = List.of(aborted(), aborted());
    failures.addAll(both);
    application()
        .run(
            context -> {
              Transfers transfers = context.getBean(Transfers.class);
              assertSame(
                  both.get(1), assertThrows(RuntimeException.class, transfers::transferTwice));
              assertEquals(List.of("begin", "run", "rollback", "begin", "run", "rollback"), log);
            });
  }

  @Test
  void thePropertiesLimitTheAttempts() {
    failures.addAll(List.of(aborted(), aborted(), aborted(), aborted()));
    application()
        .withPropertyValues("yardmaster.jdbc.retry.max-attempts=3")
        .run(
            context -> {
              assertThrows(
                  RuntimeException.class, () -> context.getBean(Transfers.class).transfer());
              assertEquals(1, failures.size());
            });
  }

  @Test
  void aPropertyOutOfItsRangeIsNamed() {
    application()
        .withPropertyValues("yardmaster.jdbc.retry.max-attempts=0")
        .run(
            context -> {
              String failure = Failures.text(context.getStartupFailure());
              assertTrue(failure.contains("maxAttempts=0 must be from 1 to 10000"), failure);
            });
  }

  @Test
  void otherFailuresAreNotRepeated() {
    failures.add(new DataIntegrityViolationException("wrapped", new SQLException("key", "23505")));
    application()
        .run(
            context -> {
              assertThrows(
                  DataIntegrityViolationException.class,
                  () -> context.getBean(Transfers.class).transfer());
              assertEquals(List.of("begin", "run", "rollback"), log);
            });
  }

  @Test
  void aCallInsideATransactionIsRefused() {
    application()
        .run(
            context -> {
              Transfers transfers = context.getBean(Transfers.class);
              String refused =
                  assertThrows(
                          IllegalTransactionStateException.class, () -> transfers.within(transfers))
                      .getMessage();
              assertTrue(refused.contains("call the method outside of the transaction"), refused);
              assertTrue(refused.contains("Transfers.transfer()"), refused);
              assertTrue(refused.contains("Transfers.within"), refused);
              TransactionTemplate template =
                  new TransactionTemplate(context.getBean(RecordedTransactions.class));
              assertThrows(
                  IllegalTransactionStateException.class,
                  () -> template.execute(status -> transfers.transfer()));
              assertFalse(log.contains("run"), "log=" + log);
            });
  }

  @Test
  void aMethodThatReturnsBeforeItsEndIsRefused() {
    application()
        .run(
            context -> {
              Transfers transfers = context.getBean(Transfers.class);
              assertThrows(IllegalStateException.class, transfers::later);
            });
  }

  @Test
  void withoutTheAdapterNothingHappens() {
    failures.add(aborted());
    application()
        .withClassLoader(new FilteredClassLoader(YardmasterDataSource.class.getPackageName()))
        .withPropertyValues("yardmaster.jdbc.wrap=true")
        .run(
            context -> {
              assertThrows(
                  CannotAcquireLockException.class,
                  () -> context.getBean(Transfers.class).transfer());
              assertEquals(List.of("begin", "run", "rollback"), log);
            });
  }
}
