package dev.yardmaster.benchmarks.cli.options;

import dev.yardmaster.benchmarks.cli.values.Choice;
import dev.yardmaster.benchmarks.cli.values.DistinctList;
import dev.yardmaster.benchmarks.cli.values.WholeNumber;
import dev.yardmaster.benchmarks.jdbc.bank.LockOrder;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** The size of the bank in a database and the skew of its customers. */
public final class SqlBankOptions {

  @Option(
      names = "--skew",
      paramLabel = "<list>",
      converter = DistinctList.Skews.class,
      defaultValue = "0.9",
      description =
          "Skew with which customers are drawn: theta of Zipf's law, 0 (uniform) to 5; one or several,"
              + " comma-separated.")
  private DistinctList<Double> skews;

  @Option(
      names = "--customers",
      paramLabel = "<n>",
      converter = WholeNumber.Customers.class,
      defaultValue = "100000",
      description = "Customers, each with two accounts; ${RANGE}.")
  private int customers;

  @Option(
      names = "--lock-order",
      paramLabel = "<order>",
      converter = Choice.BankLockOrder.class,
      defaultValue = "payer-first",
      description =
          "The order in which payments write two accounts: payer-first (SmallBank's order, in"
              + " which opposite payments may deadlock), or sorted by customer (without"
              + " deadlocks).")
  private LockOrder lockOrder;

  public List<Double> skews() {
    return skews.values();
  }

  public LockOrder lockOrder() {
    return lockOrder;
  }

  public int customers() {
    return customers;
  }

  public String description() {
    return String.format(
        Locale.ROOT,
        "%,d customers with a checking and a savings account; 25 %% SendPayment, 15 %% each of"
            + " Balance, DepositChecking, TransactSavings, Amalgamate, WriteCheck; Zipf %s",
        customers,
        skews.values().stream().map(String::valueOf).collect(Collectors.joining(", ")));
  }
}
