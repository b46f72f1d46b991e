package dev.yardmaster.server.cli;

import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Takes whole numbers of a range; each option's range is a class of its own. */
public abstract class WholeNumberRange implements ITypeConverter<Integer> {

  private final int min;
  private final int max;
  private final String unit;

  /** A range with both its ends. */
  protected WholeNumberRange(int min, int max, String unit) {
    this.min = min;
    this.max = max;
    this.unit = unit;
  }

  @Override
  public Integer convert(String text) {
    try {
      int value = Integer.parseInt(text);
      if (value >= min && value <= max) {
        return value;
      }
    } catch (NumberFormatException e) {
      // said below, like a number out of range
    }
    throw new TypeConversionException(
        String.format(
            Locale.ROOT, "'%s' is not a whole number of %s from %,d to %,d", text, unit, min, max));
  }
}
