package dev.yardmaster.benchmarks.cli;

import dev.yardmaster.benchmarks.load.OpenLoad;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Whether and how transactions come by a clock. */
final class OpenLoadOptions {

  private static final int DEFAULT_MAX_OUTSTANDING = 100_000;

  @Option(
      names = "--rate",
      paramLabel = "<n>",
      converter = DecimalNumber.ArrivalRate.class,
      description =
          "Open loop: so many transactions come per second, however many are outstanding, and"
              + " latency runs from when each was due; ${RANGE}. What the service has no room for"
              + " is counted and not tried again. Default: closed loop.")
  private Double rate;

  @Option(
      names = "--arrivals",
      paramLabel = "<kind>",
      converter = Choice.ArrivalsName.class,
      description =
          "How they come with --rate: poisson (independently of one another) or constant (in equal"
              + " gaps). Default: poisson.")
  private OpenLoad.Arrivals arrivals;

  @Option(
      names = "--max-outstanding",
      paramLabel = "<n>",
      converter = WholeNumber.Outstanding.class,
      description =
          "What comes with --rate while so many are outstanding is dropped, and counted; ${RANGE}."
              + " Default: 100000.")
  private Integer maxOutstanding;

  /** Empty for a closed loop. */
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
