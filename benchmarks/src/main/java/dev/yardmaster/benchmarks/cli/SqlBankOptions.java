package dev.yardmaster.benchmarks.cli;

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
              + " comma-separated. Default: ${DEFAULT-VALUE}.")
  private DistinctList<Double> skews;

  @Option(
      names = "--customers",
      paramLabel = "<n>",
      converter = WholeNumber.Customers.class,
      defaultValue = "100000",
      description = "Customers with two accounts each; 2 to 10,000,000. Default: ${DEFAULT-VALUE}.")
  private int customers;

  List<Double> skews() {
    return skews.values();
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
