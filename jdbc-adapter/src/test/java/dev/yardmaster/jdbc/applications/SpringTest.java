package dev.yardmaster.jdbc.applications;

import dev.yardmaster.jdbc.failure.FailureClassifier;
import dev.yardmaster.jdbc.failure.FailureKind;
import java.time.Duration;
import javax.sql.DataSource;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.retry.RetryPolicy;
import org.springframework.core.retry.RetryTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Transactional;

/**
 * Tests Spring's JdbcTransactionManager with @Transactional. Spring's own retry surrounds the
 * proxy, so that each attempt is a separate transaction.
 */
class SpringTest extends BankApplicationTest {

  /** The application's interface. Each call is a transaction. */
  interface Transfers {
    void transfer(int payer, int payee, long amount);
  }

  /** The logic, without transactions and retries. */
  static class JdbcTransfers implements Transfers {
    private final JdbcClient jdbc;

    JdbcTransfers(JdbcClient jdbc) {
      this.jdbc = jdbc;
    }

    @Override
    @Transactional(isolation = Isolation.SERIALIZABLE)
    public void transfer(int payer, int payee, long amount) {
      long payerBalance = balance(payer);
      long payeeBalance = balance(payee);
      setBalance(payer, payerBalance - amount);
      setBalance(payee, payeeBalance + amount);
      jdbc.sql("INSERT INTO transfers (payer, payee, amount) VALUES (:payer, :payee, :amount)")
          .param("payer", payer)
          .param("payee", payee)
          .param("amount", amount)
          .update();
    }

    private long balance(int account) {
      return jdbc.sql("SELECT balance FROM accounts WHERE id = :id")
          .param("id", account)
          .query(Long.class)
          .single();
    }

    private void setBalance(int account, long balance) {
      jdbc.sql("UPDATE accounts SET balance = :balance WHERE id = :id")
          .param("balance", balance)
          .param("id", account)
          .update();
    }
  }

  @Configuration
  @EnableTransactionManagement
  static class Application {
    @Bean
    JdbcTransactionManager transactionManager(DataSource pool) {
      return new JdbcTransactionManager(pool);
    }

    @Bean
    Transfers transfers(DataSource pool) {
      return new JdbcTransfers(JdbcClient.create(pool));
    }

    @Bean
    RetryTemplate retry() {
      FailureClassifier failures = FailureClassifier.standard();
      return new RetryTemplate(
          RetryPolicy.builder()
              .predicate(failure -> failures.classify(failure, true) == FailureKind.RETRY)
              .maxRetries(1_000)
              .delay(Duration.ofMillis(1))
              .jitter(Duration.ofMillis(1))
              .build());
    }
  }

  @Override
  Bank open(BankDatabase database) {
    AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
    context.registerBean(DataSource.class, () -> database.yardmaster(connections()));
    context.register(Application.class);
    context.refresh();
    Transfers transfers = context.getBean(Transfers.class);
    RetryTemplate retry = context.getBean(RetryTemplate.class);
    return new Bank() {
      @Override
      public void transfer(int payer, int payee, long amount) throws Exception {
        retry.execute(
            () -> {
              transfers.transfer(payer, payee, amount);
              return null;
            });
      }

      @Override
      public void close() {
        context.close();
      }
    };
  }

  /** Calls the transfer once, because Spring retries it. */
  @Override
  void transfer(Bank bank, int payer, int payee, long amount) throws Exception {
    bank.transfer(payer, payee, amount);
  }
}
