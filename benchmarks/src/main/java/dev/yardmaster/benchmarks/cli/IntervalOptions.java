package dev.yardmaster.benchmarks.cli;

import dev.yardmaster.benchmarks.measure.Plan;
import dev.yardmaster.server.cli.SeedNumber;
import java.util.Map;
import picocli.CommandLine.Option;

/** The length and number of measured intervals. */
class IntervalOptions {

  private static final double NS_PER_SECOND = 1e9;

  @Option(
      names = "--seconds",
      paramLabel = "<s>",
      converter = DecimalNumber.RecordedSeconds.class,
      defaultValue = "3",
      description = "Length of each recorded interval, in seconds; ${RANGE}.")
  private double seconds;

  @Option(
      names = "--warmup",
      paramLabel = "<s>",
      converter = DecimalNumber.WarmUpSeconds.class,
      defaultValue = "1",
      description =
          "Length of the warm-up before each recorded interval, in seconds; ${RANGE}. With 0 the"
              + " unmeasured first round is left out, too.")
  private double warmup;

  @Option(
      names = "--repeats",
      paramLabel = "<n>",
      converter = WholeNumber.Repeats.class,
      defaultValue = "5",
      description =
          "Measurements of each side; sides alternate, and figures are medians; ${RANGE}.")
  private int repeats;

  @Option(
      names = "--seed",
      paramLabel = "<n>",
      converter = SeedNumber.class,
      defaultValue = "42",
      description = "Seed of every random choice; any 64-bit integer.")
  private long seed;

  final long recordedNs() {
    return Math.round(seconds * NS_PER_SECOND);
  }

  final long warmUpNs() {
    return Math.round(warmup * NS_PER_SECOND);
  }

  final int repeats() {
    return repeats;
  }

  final long seed() {
    return seed;
  }

  /** Returns the plan of the rounds. */
  final Plan plan() {
    return Plan.of(warmUpNs(), recordedNs(), repeats);
  }

  /** Adds these settings, except the seed. */
  final void put(Map<String, Object> settings) {
    settings.put("warmupSeconds", warmup);
    settings.put("seconds", seconds);
    settings.put("repeats", repeats);
  }
}
