package dev.yardmaster.server.cli.values;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The option for a command's seed. Groups of options with a seed extend this class. */
public class SeedOption {

  @Option(
      names = "--seed",
      paramLabel = "<n>",
      converter = Seed.class,
      defaultValue = "42",
      description = "The seed of all random choices; any 64-bit integer.")
  private long seed;

  /** Returns the seed. */
  public final long seed() {
    return seed;
  }

  /** Accepts any 64-bit integer. */
  static final class Seed implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
      try {
        return Long.parseLong(text);
      } catch (NumberFormatException e) {
        throw new TypeConversionException(
            "'"
                + text
                + "' is not a whole number from "
                + Long.MIN_VALUE
                + " to "
                + Long.MAX_VALUE);
      }
    }
  }
}
