package dev.yardmaster.server.cli;

import picocli.CommandLine.Option;

/** The seed of a command. */
public final class SeedOption {

  @Option(
      names = "--seed",
      paramLabel = "<n>",
      converter = SeedNumber.class,
      defaultValue = "42",
      description = "Seed of every random choice; any whole number of 64 bits.")
  private long seed;

  /** The seed that is given, or the default. */
  public long seed() {
    return seed;
  }
}
