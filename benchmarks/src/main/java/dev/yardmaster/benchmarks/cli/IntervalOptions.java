package dev.yardmaster.benchmarks.cli;

import dev.yardmaster.benchmarks.measure.Plan;
import dev.yardmaster.server.cli.SeedNumber;
import java.util.Map;
import picocli.CommandLine.Option;

/** How long and how often something is run. */
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
          "How long each interval is run before it is recorded, in seconds; ${RANGE}. With 0 there"
              + " is no unmeasured first round either.")
  private double warmup;

  @Option(
      names = "--repeats",
      paramLabel = "<n>",
      converter = WholeNumber.Repeats.class,
      defaultValue = "5",
      description =
          "How often each side is measured; sides alternate, and figures are medians; ${RANGE}.")
  private int repeats;

  @Option(
      names = "--seed",
      paramLabel = "<n>",
      converter = SeedNumber.class,
      defaultValue = "42",
      description = "Seed of every random choice; any whole number of 64 bits.")
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

  /** How long and how often sides run. */
  final Plan plan() {
    return Plan.of(warmUpNs(), recordedNs(), repeats);
  }

  /** Adds them but for the seed. */
  final void put(Map<String, Object> settings) {
    settings.put("warmupSeconds", warmup);
    settings.put("seconds", seconds);
    settings.put("repeats", repeats);
  }
}
