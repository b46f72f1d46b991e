package dev.yardmaster.benchmarks.cli.options;

import dev.yardmaster.benchmarks.cli.values.DecimalNumber;
import picocli.CommandLine.Option;

/** Intervals of 10 s, in which the state that attackers leave on a server builds up. */
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
