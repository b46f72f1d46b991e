package dev.yardmaster.benchmarks.cli.options;

import dev.yardmaster.benchmarks.cli.values.DecimalNumber;
import picocli.CommandLine.Option;

/**
 * The option for the length of intervals; 3 s by default. The option is for sides with state that
 * does not grow within an interval.
 */
public class ShortIntervals extends IntervalOptions {

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
