package dev.yardmaster.benchmarks.cli.options;

import dev.yardmaster.benchmarks.cli.values.Choice;
import dev.yardmaster.benchmarks.cli.values.DecimalNumber;
import dev.yardmaster.benchmarks.cli.values.WholeNumber;
import dev.yardmaster.benchmarks.load.OpenLoad;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options of an open loop: the rate and the arrivals of its transactions. */
public final class OpenLoadOptions {

  private static final int DEFAULT_MAX_OUTSTANDING = 100_000;

  @Option(
      names = "--rate",
      paramLabel = "<n>",
      converter = DecimalNumber.ArrivalRate.class,
      description =
          "Open loop: the number of transactions that arrive per second, independent of the number"
              + " outstanding; ${RANGE}. Latency counts from a transaction's arrival time. A"
              + " transaction that the service refuses is counted and not tried again. Default:"
              + " closed loop.")
  private Double rate;

  @Option(
      names = "--arrivals",
      paramLabel = "<kind>",
      converter = Choice.ArrivalsName.class,
      description =
          "How transactions arrive with --rate: poisson (independently of one another) or constant"
              + " (in equal gaps). Default: poisson.")
  private OpenLoad.Arrivals arrivals;

  @Option(
      names = "--max-outstanding",
      paramLabel = "<n>",
      converter = WholeNumber.Outstanding.class,
      description =
          "Upper bound of outstanding transactions with --rate; ${RANGE}. At this bound, an"
              + " arriving transaction is dropped and counted. Default: 100000.")
  private Integer maxOutstanding;

  /** Returns the rate and the arrivals of an open loop; empty for a closed loop. */
  public Optional<OpenLoad> load(long seed, CommandLine command) {
    if (rate == null) {
      refuseWithoutRate("--arrivals", arrivals == null ? null : arrivals.label(), command);
      refuseWithoutRate("--max-outstanding", maxOutstanding, command);
      return Optional.empty();
    }
    return Optional.of(
        new OpenLoad(
            rate,
            arrivals == null ? OpenLoad.Arrivals.POISSON : arrivals,
            maxOutstanding == null ? DEFAULT_MAX_OUTSTANDING : maxOutstanding,
            seed));
  }

  private static void refuseWithoutRate(String option, Object value, CommandLine command) {
    if (value != null) {
      throw new ParameterException(command, option + "=" + value + " needs --rate");
    }
  }
}
