package dev.yardmaster.server.cli;

import dev.yardmaster.api.setting.NumberSetting;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
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

  private final NumberSetting setting;

  /** The range that {@link Of} says. */
  protected WholeNumberRange() {
    Of range = getClass().getAnnotation(Of.class);
    setting = NumberSetting.of("", range.value(), range.least(), range.most(), range.least());
  }

  /** The range of a setting. */
  protected WholeNumberRange(NumberSetting setting) {
    this.setting = setting;
  }

  @Override
  public String range() {
    return setting.range();
  }

  @Override
  public Integer convert(String text) {
    try {
      int value = Integer.parseInt(text);
      if (setting.takes(value)) {
        return value;
      }
    } catch (NumberFormatException e) {
      // said below, like a number out of range
    }
    String unit = setting.unit().isEmpty() ? "" : " of " + setting.unit();
    throw new TypeConversionException(
        "'" + text + "' is not a whole number" + unit + " from " + range());
  }
}
