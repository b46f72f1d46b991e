package dev.yardmaster.benchmarks.workload.smallbank;

import dev.yardmaster.api.Procedure;
import dev.yardmaster.benchmarks.workload.DrawnCalls;
import dev.yardmaster.benchmarks.workload.ZipfIds;
import dev.yardmaster.workloads.ProcedureInvocation;
import dev.yardmaster.workloads.Span;
import dev.yardmaster.workloads.Workload;
import dev.yardmaster.workloads.WorkloadRun;
import dev.yardmaster.workloads.smallbank.Amalgamate;
import dev.yardmaster.workloads.smallbank.Balance;
import dev.yardmaster.workloads.smallbank.DepositChecking;
import dev.yardmaster.workloads.smallbank.LoadAccounts;
import dev.yardmaster.workloads.smallbank.Receipt;
import dev.yardmaster.workloads.smallbank.SendPayment;
import dev.yardmaster.workloads.smallbank.SumAccounts;
import dev.yardmaster.workloads.smallbank.TransactSavings;
import dev.yardmaster.workloads.smallbank.WriteCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.commons.rng.simple.RandomSource;

/**
 * The SmallBank benchmark (Alomari, Cahill, Fekete and Röhm, ICDE 2008). Each customer has a
 * checking and a savings account. Of all transactions, 25 % are SendPayment, and 15 % are of each
 * of the other five types. Money is in cents. If an account's balance is too low, the transaction
 * is refused. This is a valid outcome: it counts under the cause USER and is not retried.
 */
public final class SmallBank implements Workload {

  static final String NAME = "smallbank";

  static final List<Procedure<?, ?>> PROCEDURES =
      List.of(
          Balance.PROCEDURE,
          DepositChecking.PROCEDURE,
          TransactSavings.PROCEDURE,
          Amalgamate.PROCEDURE,
          WriteCheck.PROCEDURE,
          SendPayment.PROCEDURE,
          LoadAccounts.PROCEDURE,
          SumAccounts.PROCEDURE);

  /** The least number of customers, because a payment needs two customers. */
  public static final int MIN_CUSTOMERS = 2;

  private static final int CUSTOMERS_PER_LOAD = 50;

  private final int customers;
  private final double theta;
  private final DrawnCalls<ProcedureInvocation<?, Receipt>> drawn;

  /**
   * Draws the transactions.
   *
   * @param customers number of customers; {@link #MIN_CUSTOMERS} or more
   * @param theta Zipf's exponent; 0 is uniform
   * @param seed seed of the draw
   */
  public SmallBank(int customers, double theta, long seed) {
    this(customers, theta, seed, DrawnCalls.poolSize(customers, 1));
  }

  SmallBank(int customers, double theta, long seed, int poolSize) {
    this.customers = customers;
    this.theta = theta;
    var random = RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
    SmallBankInputs inputs = new SmallBankInputs(random, new ZipfIds(random, customers, theta));
    this.drawn = DrawnCalls.draw(poolSize, inputs::draw);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return String.format(
        Locale.ROOT,
        "%,d customers with a checking and a savings account; 25 %% SendPayment, 15 %% each of"
            + " Balance, DepositChecking, TransactSavings, Amalgamate, WriteCheck; Zipf %s",
        customers,
        theta);
  }

  @Override
  public List<Procedure<?, ?>> procedures() {
    return PROCEDURES;
  }

  @Override
  public List<ProcedureInvocation<?, ?>> load() {
    List<ProcedureInvocation<?, ?>> calls = new ArrayList<>();
    for (Span span : Span.cover(customers, CUSTOMERS_PER_LOAD)) {
      calls.add(new ProcedureInvocation<>(LoadAccounts.PROCEDURE, span));
    }
    return calls;
  }

  @Override
  public WorkloadRun begin(int clients) {
    return new SmallBankRun(customers, drawn, clients);
  }
}
