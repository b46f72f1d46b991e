package dev.yardmaster.proof.torture;

import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionIds;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.client.YardmasterClient;
import dev.yardmaster.workloads.smallbank.Account;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The accounts of a bank at a service. Only one thread may use the object. */
public final class BankAccounts {

  private static final long ANSWER_TIMEOUT_S = 60;
  private static final int ACCOUNTS_AT_ONCE = 50;

  /** Receives the balances of a customer. */
  @FunctionalInterface
  interface Balances {
    void take(int customer, long checking, long savings);
  }

  private final YardmasterClient client;
  private final int customers;

  BankAccounts(YardmasterClient client, int customers) {
    this.client = client;
    this.customers = customers;
  }

  /** Opens all accounts. */
  void open(TransactionIds ids) throws InterruptedException {
    List<CompletionStage<Outcome<OneShot.Result>>> openings = new ArrayList<>();
    for (int first = 0; first < customers; first += ACCOUNTS_AT_ONCE) {
      OneShot.Builder opening = OneShot.builder();
      for (int customer = first;
          customer < Math.min(customers, first + ACCOUNTS_AT_ONCE);
          customer++) {
        opening
            .putLong(Account.checking(customer), Torture.OPENING_CENTS)
            .putLong(Account.savings(customer), Torture.OPENING_CENTS);
      }
      openings.add(
          client.submit(opening.build(), TransactionOptions.defaults().withId(ids.next())));
    }
    for (CompletionStage<Outcome<OneShot.Result>> opening : openings) {
      var unused = answer(opening, "open accounts");
    }
  }

  /** Reads all accounts. */
  void forEach(Balances balances) throws InterruptedException {
    for (int first = 0; first < customers; first += ACCOUNTS_AT_ONCE) {
      int end = Math.min(customers, first + ACCOUNTS_AT_ONCE);
      OneShot.Result found = answer(client.submit(reads(first, end)), "report its balances");
      for (int customer = first; customer < end; customer++) {
        balances.take(
            customer,
            found.getLong(Account.checking(customer)),
            found.getLong(Account.savings(customer)));
      }
    }
  }

  private static OneShot reads(int first, int end) {
    OneShot.Builder reads = OneShot.builder();
    for (int customer = first; customer < end; customer++) {
      reads.read(Account.checking(customer)).read(Account.savings(customer));
    }
    return reads.build();
  }

  /**
   * Waits for an answer of the service.
   *
   * @param what what the service should have done, for the error's text; for example {@code open
   *     the accounts}
   * @throws TortureFailure if the service does not answer in time, or the transaction fails
   */
  public static <R> R answer(CompletionStage<Outcome<R>> stage, String what)
      throws InterruptedException {
    try {
      return stage.toCompletableFuture().get(ANSWER_TIMEOUT_S, TimeUnit.SECONDS).valueOrThrow();
    } catch (ExecutionException | TimeoutException | YardmasterException e) {
      throw new TortureFailure("the server did not " + what + ": " + e);
    }
  }
}
