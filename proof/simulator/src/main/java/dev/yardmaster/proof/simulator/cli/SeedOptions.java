package dev.yardmaster.proof.simulator.cli;

import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options that select the seeds. */
final class SeedOptions {

  @Option(
      names = "--seeds",
      paramLabel = "<first..last>",
      converter = SeedRange.Parser.class,
      description = "The seeds to run, as in 1..10000. Default: 1..1000.")
  private SeedRange seeds;

  @Option(
      names = "--seed",
      paramLabel = "<n>",
      converter = SeedRange.Parser.class,
      description = "Run only this seed.")
  private SeedRange seed;

  SeedRange seeds(CommandLine command) {
    if (seed != null && seeds != null) {
      throw new ParameterException(command, "--seed and --seeds exclude each other");
    }
    if (seed != null && seed.size() > 1) {
      throw new ParameterException(command, "--seed takes one seed; --seeds takes a range");
    }
    if (seed != null) {
      return seed;
    }
    return seeds == null ? new SeedRange(1, 1_000) : seeds;
  }
}
