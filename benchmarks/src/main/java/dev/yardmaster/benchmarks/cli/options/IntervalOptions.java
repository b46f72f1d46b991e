package dev.yardmaster.benchmarks.cli.options;

import dev.yardmaster.benchmarks.cli.values.DecimalNumber;
import dev.yardmaster.benchmarks.cli.values.WholeNumber;
import dev.yardmaster.benchmarks.measure.Plan;
import dev.yardmaster.server.cli.values.SeedOption;
import java.util.Map;
import picocli.CommandLine.Option;

/**
 * The options for the length and number of measured intervals. A subclass adds the option for the
 * length.
 */
abstract class IntervalOptions extends SeedOption {

  static final String SECONDS = "--seconds";
  static final String SECONDS_DESCRIPTION =
      "Length of each recorded interval, in seconds; ${RANGE}.";

  private static final double NS_PER_SECOND = 1e9;
  private static final double QUICK_SECONDS = 0.5;
  private static final double QUICK_WARM_UP_SECONDS = 0.3;
  private static final int QUICK_REPEATS = 3;

  @Option(
      names = "--warmup",
      paramLabel = "<s>",
      converter = DecimalNumber.WarmUpSeconds.class,
      defaultValue = "1",
      description =
          "Length of the warm-up before each recorded interval, in seconds; ${RANGE}. With 0 the"
              + " unmeasured first round is omitted, too.")
  private double warmup;

  @Option(
      names = "--repeats",
      paramLabel = "<n>",
      converter = WholeNumber.Repeats.class,
      defaultValue = "5",
      description =
          "Number of measurements of each side; sides run alternately, and figures are medians; ${RANGE}.")
  private int repeats;

  @Option(
      names = "--quick",
      description =
          "Use short intervals for rough figures: intervals of at most 0.5 s, warm-ups of at most"
              + " 0.3 s, and at most 3 repeats. Default: off.")
  private boolean quick;

  public final long recordedNs() {
    return Math.round(seconds() * NS_PER_SECOND);
  }

  public final long warmUpNs() {
    return Math.round(warmUpSeconds() * NS_PER_SECOND);
  }

  /** Returns whether {@code --quick} requests short intervals, which give only rough figures. */
  public final boolean isQuick() {
    return quick;
  }

  public final int repeats() {
    return quick ? Math.min(repeats, QUICK_REPEATS) : repeats;
  }

  /** Returns the length of an interval, in s, as the command line states it. */
  abstract double statedSeconds();

  private double seconds() {
    return quick ? Math.min(statedSeconds(), QUICK_SECONDS) : statedSeconds();
  }

  private double warmUpSeconds() {
    return quick ? Math.min(warmup, QUICK_WARM_UP_SECONDS) : warmup;
  }

  /** Returns the plan of the rounds. */
  public final Plan plan() {
    return Plan.of(warmUpNs(), recordedNs(), repeats());
  }

  /** Adds the values of these options, except the seed, to the settings of a report. */
  public final void put(Map<String, Object> settings) {
    settings.put("warmupSeconds", warmUpSeconds());
    settings.put("seconds", seconds());
    settings.put("repeats", repeats());
  }
}
