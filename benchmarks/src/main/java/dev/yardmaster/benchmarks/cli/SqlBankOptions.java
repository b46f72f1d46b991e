package dev.yardmaster.benchmarks.cli;

import dev.yardmaster.benchmarks.jdbc.bank.LockOrder;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** The bank in a database. */
final class SqlBankOptions {

  @Option(
      names = "--skew",
      paramLabel = "<list>",
      converter = DistinctList.Skews.class,
      defaultValue = "0.9",
      description =
          "How uneven customers are drawn: theta of Zipf's law, 0 (uniform) to 5; one or several,"
              + " comma-separated.")
  private DistinctList<Double> skews;

  @Option(
      names = "--customers",
      paramLabel = "<n>",
      converter = WholeNumber.Customers.class,
      defaultValue = "100000",
      description = "Customers with two accounts each; ${RANGE}.")
  private int customers;

  @Option(
      names = "--lock-order",
      paramLabel = "<order>",
      converter = Choice.BankLockOrder.class,
      defaultValue = "payer-first",
      description =
          "How payments write two accounts: payer-first, as SmallBank has it, where opposite"
              + " payments may deadlock, or sorted by customer, where they cannot.")
  private LockOrder lockOrder;

  List<Double> skews() {
    return skews.values();
  }

  LockOrder lockOrder() {
    return lockOrder;
  }

  int customers() {
    return customers;
  }

  String description() {
    return String.format(
        Locale.ROOT,
        "%,d customers with a checking and a savings account; 25 %% SendPayment, 15 %% each of"
            + " Balance, DepositChecking, TransactSavings, Amalgamate, WriteCheck; Zipf %s",
        customers,
        skews.values().stream().map(String::valueOf).collect(Collectors.joining(", ")));
  }
}
