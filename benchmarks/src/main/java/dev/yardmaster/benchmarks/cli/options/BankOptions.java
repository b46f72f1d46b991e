package dev.yardmaster.benchmarks.cli.options;

import dev.yardmaster.benchmarks.cli.values.DecimalNumber;
import dev.yardmaster.benchmarks.cli.values.WholeNumber;
import dev.yardmaster.benchmarks.workload.smallbank.SmallBank;
import java.util.Map;
import picocli.CommandLine.Option;

/** The size of the bank and the skew with which customers are drawn. */
public final class BankOptions {

  @Option(
      names = "--skew",
      paramLabel = "<theta>",
      converter = DecimalNumber.Skew.class,
      defaultValue = "0.9",
      description = "Skew with which customers are drawn: theta of Zipf's law, 0 (uniform) to 5.")
  private double skew;

  @Option(
      names = "--customers",
      paramLabel = "<n>",
      converter = WholeNumber.Customers.class,
      defaultValue = "100000",
      description = "Number of customers, each with two accounts; ${RANGE}.")
  private int customers;

  public SmallBank draw(long seed) {
    return new SmallBank(customers, skew, seed);
  }

  public void put(Map<String, Object> settings) {
    settings.put("customers", customers);
    settings.put("skew", skew);
  }
}
