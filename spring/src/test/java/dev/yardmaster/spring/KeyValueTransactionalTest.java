package dev.yardmaster.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.spring.autoconfigure.YardmasterAutoConfiguration;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Tests methods that are transactions over keys and values. */
@Timeout(60)
class KeyValueTransactionalTest {

  private static final Key ADA = Key.of("checking", "ada");
  private static final Key BOB = Key.of("checking", "bob");

  /** Accounts of an application. */
  static class Accounts {
    private final Transaction transaction;
    private final Audit audit;
    private final AtomicInteger runs;

    Accounts(Transaction transaction, Audit audit, AtomicInteger runs) {
      this.runs = runs;
      this.transaction = transaction;
      this.audit = audit;
    }

    @KeyValueTransactional
    public long transfer(Key from, Key to, long cents) {
      long left = transaction.getLong(from) - cents;
      transaction.putLong(from, left);
      transaction.putLong(to, transaction.getLong(to) + cents);
      audit.count();
      if (left < 0) {
        throw transaction.abort("too little money");
      }
      return left;
    }

    /**
     * In its first run, the method commits another write between its own read and its own commit.
     */
    @KeyValueTransactional
    public long raise(TransactionService others) {
      long balance = transaction.getLong(ADA);
      if (runs.incrementAndGet() == 1) {
        CompletableFuture.runAsync(
                () ->
                    others.execute(
                        other -> {
                          other.putLong(ADA, 100);
                          return null;
                        }))
            .join();
      }
      transaction.putLong(ADA, balance + 1);
      return balance + 1;
    }

    @KeyValueTransactional(maxAttempts = 1)
    public long raiseOnce(TransactionService others) {
      return raise(others);
    }

    @KeyValueTransactional
    public void fail(Exception exception) throws Exception {
      transaction.putLong(ADA, 1_000);
      throw exception;
    }

    @KeyValueTransactional
    public CompletionStage<Long> later() {
      return CompletableFuture.completedFuture(transaction.getLong(ADA));
    }

    @KeyValueTransactional
    public Object join(Accounts self) {
      return self.later();
    }

    @KeyValueTransactional(timeoutMs = 100_000_000)
    public long tooLong() {
      return transaction.getLong(ADA);
    }

    public String audited() {
      return audit + ", " + audit.isInTransaction();
    }

    public long outside() {
      return transaction.getLong(ADA);
    }
  }

  /** Another bean, whose methods join the caller's transaction. */
  @KeyValueTransactional
  static class Audit {
    private static final Key COUNT = Key.of("audit", "count");

    private final Transaction transaction;

    Audit(Transaction transaction) {
      this.transaction = transaction;
    }

    public void count() {
      transaction.putLong(COUNT, transaction.getLong(COUNT) + 1);
    }

    @Override
    public String toString() {
      return isInTransaction();
    }

    String isInTransaction() {
      try {
        return "inside, count=" + transaction.getLong(COUNT);
      } catch (RuntimeException none) {
        return "outside";
      }
    }
  }

  private interface Use {
    void run(Accounts accounts, TransactionService service, AtomicInteger runs) throws Exception;
  }

  private static void withApplication(Use test) {
    for (String mode : new String[] {"pipeline", "engine"}) {
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(YardmasterAutoConfiguration.class))
          .withPropertyValues("yardmaster.mode=" + mode)
          .withBean(Accounts.class)
          .withBean(Audit.class)
          .withBean(AtomicInteger.class)
          .run(
              context -> {
                TransactionService service = context.getBean(TransactionService.class);
                service.execute(
                    transaction -> {
                      transaction.putLong(ADA, 10);
                      return null;
                    });
                test.run(
                    context.getBean(Accounts.class), service, context.getBean(AtomicInteger.class));
              });
    }
  }

  private static long balance(TransactionService service, Key key) {
    return service.execute(transaction -> transaction.getLong(key));
  }

  @Test
  void aMethodIsATransaction() {
    withApplication(
        (accounts, service, runs) -> {
          assertEquals(7, accounts.transfer(ADA, BOB, 3));
          assertEquals(3, balance(service, BOB));
          assertEquals(1, balance(service, Audit.COUNT));
        });
  }

  @Test
  void anAbortUndoesWhatTheMethodAndTheJoinedMethodWrote() {
    withApplication(
        (accounts, service, runs) -> {
          YardmasterException thrown =
              assertThrows(YardmasterException.class, () -> accounts.transfer(ADA, BOB, 11));
          assertEquals(ErrorCode.ABORTED, thrown.code());
          assertEquals("too little money", thrown.text());
          assertEquals(10, balance(service, ADA));
          assertEquals(0, balance(service, Audit.COUNT));
        });
  }

  @Test
  void afterAConflictTheWholeMethodRunsAgain() {
    withApplication(
        (accounts, service, runs) -> {
          assertEquals(101, accounts.raise(service));
          assertEquals(2, runs.get());
          assertEquals(101, balance(service, ADA));
        });
  }

  @Test
  void theAnnotationLimitsTheAttempts() {
    withApplication(
        (accounts, service, runs) -> {
          YardmasterException thrown =
              assertThrows(YardmasterException.class, () -> accounts.raiseOnce(service));
          assertEquals(ErrorCode.ABORTED, thrown.code());
          assertEquals(1, runs.get());
        });
  }

  @Test
  void theCallerGetsTheMethodsOwnException() {
    withApplication(
        (accounts, service, runs) -> {
          for (Exception own : new Exception[] {new IOException("a"), new RuntimeException("b")}) {
            assertSame(own, assertThrows(Exception.class, () -> accounts.fail(own)));
            assertEquals(10, balance(service, ADA));
          }
        });
  }

  @Test
  void anAnnotatedClassHasOnlyItsPublicMethodsAsTransactions() {
    withApplication(
        (accounts, service, runs) -> assertEquals("outside, outside", accounts.audited()));
  }

  @Test
  void misuseIsRefused() {
    withApplication(
        (accounts, service, runs) -> {
          String later = assertThrows(IllegalStateException.class, accounts::later).getMessage();
          assertTrue(later.contains("after its work is done"), later);
          String joined =
              assertThrows(IllegalStateException.class, () -> accounts.join(accounts)).getMessage();
          assertTrue(joined.contains("after its work is done"), joined);
          String outside =
              assertThrows(IllegalStateException.class, accounts::outside).getMessage();
          assertTrue(outside.contains("@KeyValueTransactional"), outside);
          YardmasterException tooLong = assertThrows(YardmasterException.class, accounts::tooLong);
          assertTrue(tooLong.getMessage().contains("1 ms to 1 day"), tooLong.getMessage());
        });
  }
}
