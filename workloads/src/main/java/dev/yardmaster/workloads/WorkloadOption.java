package dev.yardmaster.workloads;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import java.math.BigDecimal;
import java.util.Locale;

/**
 * An option of a workload, which is a number. Help texts and error messages are derived from this
 * record.
 *
 * @param name the name on the command line
 * @param whole whether only whole numbers are allowed
 * @param least the smallest allowed value
 * @param most the greatest allowed value
 * @param byDefault the value if none is given
 * @param description the purpose, in a few words
 */
public record WorkloadOption(
    String name, boolean whole, double least, double most, double byDefault, String description) {

  /** Returns an option whose values are whole numbers. */
  public static WorkloadOption whole(
      String name, int least, int most, int byDefault, String description) {
    return new WorkloadOption(name, true, least, most, byDefault, description);
  }

  /** Returns an option whose values are decimal numbers. */
  public static WorkloadOption decimal(
      String name, double least, double most, double byDefault, String description) {
    return new WorkloadOption(name, false, least, most, byDefault, description);
  }

  /**
   * Returns the value that a text states.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_CONFIG}, with the option, the range and the
   *     text, if the text is not a number in the range
   */
  double parse(String text) {
    double value = Double.NaN;
    try {
      BigDecimal exact = new BigDecimal(text);
      value = whole ? exact.intValueExact() : exact.doubleValue();
    } catch (NumberFormatException | ArithmeticException notSuchANumber) {
      // The value remains NaN, which is not in the range.
    }
    if (value >= least && value <= most) {
      return value;
    }
    throw new YardmasterException(ErrorCode.BAD_CONFIG, name + " is " + range(), name, text);
  }

  /** Returns the range in words, for example {@code a whole number from 1 to 1,000}. */
  public String range() {
    return (whole ? "a whole number from " : "a number from ") + text(least) + " to " + text(most);
  }

  /** Returns the option with its range, its default and its purpose, for help texts. */
  public String help() {
    return name + ": " + description + "; " + range() + ", default " + text(byDefault);
  }

  /** Returns a value of the option as a text. */
  String text(double value) {
    return whole
        ? String.format(Locale.ROOT, "%,d", Math.round(value))
        : BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }
}
