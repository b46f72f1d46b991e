package dev.yardmaster.server.cli.values;

import java.math.BigDecimal;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;
import picocli.CommandLine.TypeConversionException;

/**
 * Converts the text of a decimal number within a range. A subclass holds the range of one option.
 */
public abstract class DecimalRange implements RangeConverter<Double> {

  private final BigDecimal min;
  private final BigDecimal max;
  private final String kind;

  /**
   * Creates a converter.
   *
   * @param kind the name of the numbers in messages
   */
  protected DecimalRange(String min, String max, String kind) {
    this.min = new BigDecimal(min);
    this.max = new BigDecimal(max);
    this.kind = kind;
  }

  @Override
  public String range() {
    DecimalFormat form =
        new DecimalFormat("#,##0.####", DecimalFormatSymbols.getInstance(Locale.ROOT));
    return form.format(min) + " to " + form.format(max);
  }

  @Override
  public Double convert(String text) {
    try {
      BigDecimal value = new BigDecimal(text);
      if (value.compareTo(min) >= 0 && value.compareTo(max) <= 0) {
        return value.doubleValue();
      }
    } catch (NumberFormatException e) {
      // The exception below also reports a text that is not a number.
    }
    throw new TypeConversionException(
        "'" + text + "' is not a " + kind + " from " + min + " to " + max);
  }
}
