package dev.yardmaster.proof.torture;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A model of the bank: the state after all committed transactions have run one after the other. The
 * model is a separate implementation of the transactions, and shares no code with their procedures.
 */
public final class BankModel {

  private static final long PENALTY_CENTS = 100;

  private final long[] checking;
  private final long[] savings;
  private long totalCents;

  /** Creates a bank in which every account has the same balance. */
  public BankModel(int customers, long openingCents) {
    checking = new long[customers];
    savings = new long[customers];
    Arrays.fill(checking, openingCents);
    Arrays.fill(savings, openingCents);
    totalCents = 2L * customers * openingCents;
  }

  /**
   * Creates a bank from the balances that {@link #balances} returned.
   *
   * @throws IllegalArgumentException if a line is not a customer's balances
   */
  BankModel(List<String> balances) {
    checking = new long[balances.size()];
    savings = new long[balances.size()];
    for (int customer = 0; customer < balances.size(); customer++) {
      String[] pair = balances.get(customer).split(" ", -1);
      if (pair.length != 2) {
        throw new IllegalArgumentException("not two balances: '" + balances.get(customer) + "'");
      }
      checking[customer] = Long.parseLong(pair[0]);
      savings[customer] = Long.parseLong(pair[1]);
      totalCents += checking[customer] + savings[customer];
    }
  }

  private BankModel(BankModel other) {
    checking = other.checking.clone();
    savings = other.savings.clone();
    totalCents = other.totalCents;
  }

  /** Returns an independent copy of this bank. */
  public BankModel copy() {
    return new BankModel(this);
  }

  /**
   * Runs a committed transaction on the model. Returns a text that describes the error in the
   * transaction's receipt; empty if the receipt is correct.
   */
  public Optional<String> run(BankRequest call, long changeCents, long balanceCents) {
    long before = totalCents;
    long balance = balanceAfter(call);
    if (totalCents - before == changeCents && balance == balanceCents) {
      return Optional.empty();
    }
    return Optional.of(
        call
            + " changed the total by "
            + changeCents
            + " and reported "
            + balanceCents
            + ", where "
            + (totalCents - before)
            + " and "
            + balance
            + " follow from the transactions before");
  }

  private long balanceAfter(BankRequest call) {
    int first = call.first();
    int second = call.second();
    long cents = call.cents();
    switch (call.kind()) {
      case BALANCE -> {
        return checking[first] + savings[first];
      }
      case DEPOSIT_CHECKING -> {
        totalCents += cents;
        return checking[first] += cents;
      }
      case TRANSACT_SAVINGS -> {
        totalCents += cents;
        return savings[first] += cents;
      }
      case AMALGAMATE -> {
        checking[second] += checking[first] + savings[first];
        checking[first] = 0;
        savings[first] = 0;
        return checking[second];
      }
      case WRITE_CHECK -> {
        long taken = checking[first] + savings[first] < cents ? cents + PENALTY_CENTS : cents;
        totalCents -= taken;
        return checking[first] -= taken;
      }
      case SEND_PAYMENT -> {
        checking[second] += cents;
        return checking[first] -= cents;
      }
    }
    throw new AssertionError(call);
  }

  /**
   * Returns a text that describes the error in a customer's accounts; empty if the accounts are
   * correct.
   */
  public Optional<String> check(int customer, long inChecking, long inSavings) {
    if (inChecking == checking[customer] && inSavings == savings[customer]) {
      return Optional.empty();
    }
    return Optional.of(
        "customer "
            + customer
            + " has "
            + inChecking
            + " and "
            + inSavings
            + ", where "
            + checking[customer]
            + " and "
            + savings[customer]
            + " follow from the committed transactions");
  }

  /**
   * Returns a line for each customer, with the balances of the checking and the savings account.
   */
  List<String> balances() {
    return IntStream.range(0, checking.length)
        .mapToObj(customer -> checking[customer] + " " + savings[customer])
        .toList();
  }

  /** Returns the number of customers. */
  public int customers() {
    return checking.length;
  }

  /** Returns the sum of all accounts. */
  public long totalCents() {
    return totalCents;
  }
}
