package dev.yardmaster.benchmarks.cli;

import picocli.CommandLine.Option;

/** Intervals of 3 s, for sides whose state does not grow within an interval. */
class ShortIntervals extends IntervalOptions {

  @Option(
      names = SECONDS,
      paramLabel = "<s>",
      converter = DecimalNumber.RecordedSeconds.class,
      defaultValue = "3",
      description = SECONDS_DESCRIPTION)
  private double seconds;

  @Override
  final double statedSeconds() {
    return seconds;
  }
}
