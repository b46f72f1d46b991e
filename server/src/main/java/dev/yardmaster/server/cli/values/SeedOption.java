package dev.yardmaster.server.cli.values;

import picocli.CommandLine.Option;

/** The option for a command's seed. Groups of options with a seed extend it. */
public class SeedOption {

  @Option(
      names = "--seed",
      paramLabel = "<n>",
      converter = SeedNumber.class,
      defaultValue = "42",
      description = "The seed of all random choices; any 64-bit integer.")
  private long seed;

  /** Returns the seed. */
  public final long seed() {
    return seed;
  }
}
