package dev.yardmaster.benchmarks.cli;

import dev.yardmaster.benchmarks.load.OpenLoad;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Whether the load is an open loop, and how its transactions arrive. */
final class OpenLoadOptions {

  private static final int DEFAULT_MAX_OUTSTANDING = 100_000;

  @Option(
      names = "--rate",
      paramLabel = "<n>",
      converter = DecimalNumber.ArrivalRate.class,
      description =
          "Open loop: transactions per second that arrive, however many are outstanding; latency"
              + " runs from when each was due; ${RANGE}. A transaction that the service refuses is"
              + " counted and not tried again. Default: closed loop.")
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
          "Upper bound of outstanding transactions with --rate; a transaction that arrives at this"
              + " bound is dropped and counted; ${RANGE}. Default: 100000.")
  private Integer maxOutstanding;

  /** Returns the open load; empty for a closed loop. */
  Optional<OpenLoad> load(long seed, CommandLine command) {
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
