package dev.yardmaster.proof.torture;

import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.workloads.smallbank.Amalgamate;
import dev.yardmaster.workloads.smallbank.Balance;
import dev.yardmaster.workloads.smallbank.DepositChecking;
import dev.yardmaster.workloads.smallbank.Receipt;
import dev.yardmaster.workloads.smallbank.SendPayment;
import dev.yardmaster.workloads.smallbank.TransactSavings;
import dev.yardmaster.workloads.smallbank.WriteCheck;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionStage;

/**
 * A transaction of the bank, with an id, in a form that can be sent through a pipe.
 *
 * @param first the customer, or the payer
 * @param second the payee; ignored if the transaction has only one customer
 * @param cents the amount; ignored if the transaction moves the whole balance or no money
 */
public record BankRequest(TransactionId id, Kind kind, int first, int second, long cents) {

  /** The kind of transaction. */
  public enum Kind {
    BALANCE,
    DEPOSIT_CHECKING,
    TRANSACT_SAVINGS,
    AMALGAMATE,
    WRITE_CHECK,
    SEND_PAYMENT
  }

  private static final int MAX_CENTS = 400_000;
  private static final int WORDS = 6;
  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  /** The procedures of all kinds. */
  public static final List<Procedure<?, ?>> PROCEDURES =
      List.of(
          Balance.PROCEDURE,
          DepositChecking.PROCEDURE,
          TransactSavings.PROCEDURE,
          Amalgamate.PROCEDURE,
          WriteCheck.PROCEDURE,
          SendPayment.PROCEDURE);

  /** Draws a random transaction of the bank, between two different customers. */
  public static BankRequest draw(TransactionId id, int customers, SplittableRandom random) {
    int first = random.nextInt(customers);
    int second = (first + 1 + random.nextInt(customers - 1)) % customers;
    Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
    long cents = 1L + random.nextInt(MAX_CENTS);
    boolean taken = kind == Kind.TRANSACT_SAVINGS && random.nextBoolean();
    return new BankRequest(id, kind, first, second, taken ? -cents : cents);
  }

  String line() {
    return Line.of(Line.SUBMIT, id, kind, first, second, cents);
  }

  static BankRequest parse(String[] words) {
    if (words.length != WORDS) {
      throw new IllegalArgumentException("a submission has " + WORDS + " words");
    }
    return new BankRequest(
        TransactionId.parse(words[1]),
        Kind.valueOf(words[2]),
        Integer.parseInt(words[3]),
        Integer.parseInt(words[4]),
        Long.parseLong(words[5]));
  }

  /** Submits the transaction to a service that has the {@link #PROCEDURES}. */
  public CompletionStage<Outcome<Receipt>> submit(TransactionService service) {
    TransactionOptions options = TransactionOptions.defaults().withTimeout(TIMEOUT).withId(id);
    return switch (kind) {
      case BALANCE -> service.submit(Balance.PROCEDURE, new Balance.Argument(first), options);
      case DEPOSIT_CHECKING ->
          service.submit(
              DepositChecking.PROCEDURE, new DepositChecking.Argument(first, cents), options);
      case TRANSACT_SAVINGS ->
          service.submit(
              TransactSavings.PROCEDURE, new TransactSavings.Argument(first, cents), options);
      case AMALGAMATE ->
          service.submit(Amalgamate.PROCEDURE, new Amalgamate.Argument(first, second), options);
      case WRITE_CHECK ->
          service.submit(WriteCheck.PROCEDURE, new WriteCheck.Argument(first, cents), options);
      case SEND_PAYMENT ->
          service.submit(
              SendPayment.PROCEDURE, new SendPayment.Argument(first, second, cents), options);
    };
  }
}
