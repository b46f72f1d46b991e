package dev.yardmaster.server.cli.values;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Accepts any 64-bit integer. */
public final class SeedNumber implements ITypeConverter<Long> {
  @Override
  public Long convert(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new TypeConversionException(
          "'" + text + "' is not a whole number from " + Long.MIN_VALUE + " to " + Long.MAX_VALUE);
    }
  }
}
