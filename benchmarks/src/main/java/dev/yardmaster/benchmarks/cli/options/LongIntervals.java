package dev.yardmaster.benchmarks.cli.options;

import dev.yardmaster.benchmarks.cli.values.DecimalNumber;
import picocli.CommandLine.Option;

/**
 * The option for the length of intervals; 10 s by default. In this time, the state that attackers
 * leave on a server can accumulate.
 */
public final class LongIntervals extends IntervalOptions {

  @Option(
      names = SECONDS,
      paramLabel = "<s>",
      converter = DecimalNumber.RecordedSeconds.class,
      defaultValue = "10",
      description = SECONDS_DESCRIPTION)
  private double seconds;

  @Override
  double statedSeconds() {
    return seconds;
  }
}
