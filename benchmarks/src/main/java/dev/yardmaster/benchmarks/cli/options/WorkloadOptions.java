package dev.yardmaster.benchmarks.cli.options;

import dev.yardmaster.benchmarks.cli.values.Choice;
import dev.yardmaster.benchmarks.cli.values.DecimalNumber;
import dev.yardmaster.benchmarks.cli.values.WholeNumber;
import dev.yardmaster.benchmarks.cli.values.WorkloadKind;
import dev.yardmaster.benchmarks.run.Logic;
import dev.yardmaster.benchmarks.workload.Workload;
import dev.yardmaster.benchmarks.workload.micro.Micro;
import dev.yardmaster.benchmarks.workload.smallbank.SmallBank;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options for the workload and its size. */
public final class WorkloadOptions {

  private static final int DEFAULT_CUSTOMERS = 100_000;
  private static final int DEFAULT_OBJECTS = 100_000;

  @Option(
      names = "--workload",
      paramLabel = "<name>",
      converter = Choice.WorkloadName.class,
      description =
          "The same as WORKLOAD: smallbank, or micro. smallbank: a bank, 25 %% SendPayment and"
              + " 15 %% each of Balance, DepositChecking, TransactSavings, Amalgamate and"
              + " WriteCheck. micro: 5 reads and 5 writes of 8-byte objects, one object in both."
              + " Default: smallbank.")
  private WorkloadKind kind;

  @Option(
      names = "--skew",
      paramLabel = "<theta>",
      converter = DecimalNumber.Skew.class,
      defaultValue = "0.9",
      description = "Skew with which keys are drawn: theta of Zipf's law, 0 (uniform) to 5.")
  private double skew;

  @Option(
      names = "--customers",
      paramLabel = "<n>",
      converter = WholeNumber.Customers.class,
      description = "Customers of smallbank, each with two accounts; ${RANGE}. Default: 100000.")
  private Integer customers;

  @Option(
      names = "--objects",
      paramLabel = "<n>",
      converter = WholeNumber.Objects.class,
      description = "Objects of micro; ${RANGE}. Default: 100000.")
  private Integer objects;

  @Option(
      names = "--logic",
      paramLabel = "<kind>",
      converter = Choice.LogicName.class,
      defaultValue = "procedure",
      description =
          "How transactions run: procedure (with declared keys, on the pipeline's threads) or"
              + " interactive (the same bodies as lambdas, each on its own thread; --concurrency"
              + " is then at most 2,000).")
  private Logic logic;

  public double skew() {
    return skew;
  }

  /** Returns the workload: the positional argument, the option, or the default. */
  public WorkloadKind kind(WorkloadKind positional, CommandLine command) {
    if (positional != null && kind != null && positional != kind) {
      throw new ParameterException(
          command, "two workloads are named: " + optionName(positional) + ", " + optionName(kind));
    }
    WorkloadKind named = positional != null ? positional : kind;
    return named == null ? WorkloadKind.SMALLBANK : named;
  }

  private static String optionName(WorkloadKind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  public Logic logic() {
    return logic;
  }

  /**
   * Checks that no option of another workload is given, and that interactive logic does not need
   * too many threads.
   */
  public void check(WorkloadKind kind, int concurrency, CommandLine command) {
    if (logic == Logic.INTERACTIVE && concurrency > Logic.MAX_INTERACTIVE) {
      throw new ParameterException(
          command,
          String.format(
              Locale.ROOT,
              "--logic=interactive needs a thread for each transaction, so at most"
                  + " --concurrency=%d, not --concurrency=%d",
              Logic.MAX_INTERACTIVE,
              concurrency));
    }
    if (kind == WorkloadKind.MICRO && customers != null) {
      throw new ParameterException(
          command, "--customers=" + customers + " is for smallbank; micro takes --objects");
    }
    if (kind == WorkloadKind.SMALLBANK && objects != null) {
      throw new ParameterException(
          command, "--objects=" + objects + " is for micro; smallbank takes --customers");
    }
  }

  /** Draws the transactions of the workload. */
  public Workload draw(WorkloadKind kind, long seed) {
    return switch (kind) {
      case MICRO -> new Micro(objects == null ? DEFAULT_OBJECTS : objects, skew, seed);
      case SMALLBANK ->
          new SmallBank(customers == null ? DEFAULT_CUSTOMERS : customers, skew, seed);
    };
  }
}
