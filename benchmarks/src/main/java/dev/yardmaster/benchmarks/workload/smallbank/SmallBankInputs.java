package dev.yardmaster.benchmarks.workload.smallbank;

import dev.yardmaster.benchmarks.workload.ZipfIds;
import dev.yardmaster.workloads.ProcedureInvocation;
import dev.yardmaster.workloads.smallbank.Amalgamate;
import dev.yardmaster.workloads.smallbank.Balance;
import dev.yardmaster.workloads.smallbank.DepositChecking;
import dev.yardmaster.workloads.smallbank.Receipt;
import dev.yardmaster.workloads.smallbank.SendPayment;
import dev.yardmaster.workloads.smallbank.TransactSavings;
import dev.yardmaster.workloads.smallbank.WriteCheck;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Draws the bank's transactions: 25 % {@link SendPayment}, and 15 % of each of the other five
 * transactions. Amounts are uniform from 1 cent to 100 dollars. Customers are drawn by Zipf's law.
 */
final class SmallBankInputs {

  private static final int MAX_CENTS = 10_000;

  private final UniformRandomProvider random;
  private final ZipfIds customers;
  private final int[] pair = new int[2];

  SmallBankInputs(UniformRandomProvider random, ZipfIds customers) {
    this.random = random;
    this.customers = customers;
  }

  ProcedureInvocation<?, Receipt> draw() {
    int percent = random.nextInt(100);
    if (percent < 25) {
      return sendPayment();
    } else if (percent < 40) {
      return new ProcedureInvocation<>(Balance.PROCEDURE, new Balance.Argument(customers.next()));
    } else if (percent < 55) {
      return new ProcedureInvocation<>(
          DepositChecking.PROCEDURE, new DepositChecking.Argument(customers.next(), someCents()));
    } else if (percent < 70) {
      return new ProcedureInvocation<>(
          TransactSavings.PROCEDURE,
          new TransactSavings.Argument(customers.next(), someCentsEitherWay()));
    } else if (percent < 85) {
      return amalgamate();
    }
    return new ProcedureInvocation<>(
        WriteCheck.PROCEDURE, new WriteCheck.Argument(customers.next(), someCents()));
  }

  private ProcedureInvocation<?, Receipt> sendPayment() {
    drawPair();
    return new ProcedureInvocation<>(
        SendPayment.PROCEDURE, new SendPayment.Argument(pair[0], pair[1], someCents()));
  }

  private ProcedureInvocation<?, Receipt> amalgamate() {
    drawPair();
    return new ProcedureInvocation<>(
        Amalgamate.PROCEDURE, new Amalgamate.Argument(pair[0], pair[1]));
  }

  /**
   * Draws two different customers in random order, so that each of the two has the same probability
   * of being the first.
   */
  private void drawPair() {
    customers.fillDistinct(pair);
    if (random.nextBoolean()) {
      int first = pair[0];
      pair[0] = pair[1];
      pair[1] = first;
    }
  }

  private long someCents() {
    return 1L + random.nextInt(MAX_CENTS);
  }

  private long someCentsEitherWay() {
    return random.nextBoolean() ? someCents() : -someCents();
  }
}
