package dev.yardmaster.server.cli;

import dev.yardmaster.api.setting.NumberSetting;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Locale;
import picocli.CommandLine.TypeConversionException;

/**
 * Takes whole numbers of a range; each option's range is a class of its own, which has it from
 * {@link Of} or from a setting.
 */
public abstract class WholeNumberRange implements RangeConverter<Integer> {

  /** The range of a class. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.TYPE)
  public @interface Of {

    /** What is counted; empty for numbers that count nothing. */
    String value() default "";

    /** The least that is taken. */
    int least();

    /** The most that is taken. */
    int most();
  }

  private final long least;
  private final long most;
  private final String unit;

  /** The range that {@link Of} says. */
  protected WholeNumberRange() {
    Of range = getClass().getAnnotation(Of.class);
    least = range.least();
    most = range.most();
    unit = range.value();
  }

  /** The range of a setting. */
  protected WholeNumberRange(NumberSetting setting) {
    least = setting.least();
    most = setting.most();
    unit = setting.unit();
  }

  @Override
  public String range() {
    return String.format(Locale.ROOT, "%,d to %,d", least, most);
  }

  @Override
  public Integer convert(String text) {
    try {
      int value = Integer.parseInt(text);
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException e) {
      // said below, like a number out of range
    }
    throw new TypeConversionException(
        String.format(
            Locale.ROOT,
            "'%s' is not a whole number%s from %,d to %,d",
            text,
            unit.isEmpty() ? "" : " of " + unit,
            least,
            most));
  }
}
