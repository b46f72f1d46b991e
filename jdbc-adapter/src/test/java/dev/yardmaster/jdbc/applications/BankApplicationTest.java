package dev.yardmaster.jdbc.applications;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.yardmaster.jdbc.failure.FailureClassifier;
import dev.yardmaster.jdbc.failure.FailureKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests the invariants of a bank with any framework. Under contention no money may be created or
 * lost, and each acknowledged transfer must have been executed exactly once.
 */
abstract class BankApplicationTest {
  private static final int THREADS = 5;
  private static final int TRANSFERS_EACH = 20;
  private static final int MAX_ATTEMPTS = 1_000;
  private static final long SEED = 41;

  private final FailureClassifier failures = FailureClassifier.standard();

  /** Opens the application on a database. */
  abstract Bank open(BankDatabase database) throws Exception;

  /** Returns the number of connections that the application needs for its threads. */
  static int connections() {
    return THREADS;
  }

  @Test
  @Timeout(120)
  final void moneyIsConservedUnderContention() throws Exception {
    try (BankDatabase database = new BankDatabase();
        Bank bank = open(database)) {
      ExecutorService threads = Executors.newFixedThreadPool(THREADS);
      AtomicLong moved = new AtomicLong();
      List<Future<?>> clients = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        Random random = new Random(SEED + i);
        clients.add(
            threads.submit(
                () -> {
                  for (int n = 0; n < TRANSFERS_EACH; n++) {
                    int payer = 1 + random.nextInt(BankDatabase.ACCOUNTS);
                    int payee =
                        1
                            + (payer + random.nextInt(BankDatabase.ACCOUNTS - 1))
                                % BankDatabase.ACCOUNTS;
                    long amount = 1L + random.nextInt(100);
                    transfer(bank, payer, payee, amount);
                    moved.addAndGet(amount);
                  }
                  return null;
                }));
      }
      threads.shutdown();
      for (Future<?> client : clients) {
        client.get(100, TimeUnit.SECONDS);
      }
      assertEquals(
          BankDatabase.ACCOUNTS * BankDatabase.BALANCE,
          database.query("SELECT sum(balance) FROM accounts"));
      assertEquals(THREADS * TRANSFERS_EACH, database.query("SELECT count(*) FROM transfers"));
      assertEquals(moved.get(), database.query("SELECT sum(amount) FROM transfers"));
      assertEquals(
          0,
          database.query(
              "SELECT count(*) FROM accounts a WHERE balance <> "
                  + BankDatabase.BALANCE
                  + " - (SELECT coalesce(sum(amount), 0) FROM transfers WHERE payer = a.id)"
                  + " + (SELECT coalesce(sum(amount), 0) FROM transfers WHERE payee = a.id)"));
    }
  }

  /**
   * Executes a transfer, and retries it until it commits or the classifier does not allow a retry.
   */
  void transfer(Bank bank, int payer, int payee, long amount) throws Exception {
    assertNotEquals(payer, payee);
    for (int attempt = 1; ; attempt++) {
      try {
        bank.transfer(payer, payee, amount);
        return;
      } catch (Exception e) {
        if (attempt == MAX_ATTEMPTS || failures.classify(e, true) != FailureKind.RETRY) {
          throw e;
        }
      }
    }
  }
}
