package dev.yardmaster.server.cli.values;

import dev.yardmaster.api.setting.NumberSetting;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import picocli.CommandLine.TypeConversionException;

/**
 * Accepts the integers of a range. Each option has its own subclass, which states its range by
 * {@link Of} or takes the range of a setting.
 */
public abstract class WholeNumberRange implements RangeConverter<Integer> {

  /** The range of a subclass. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.TYPE)
  public @interface Of {

    /** The unit of the numbers; empty if the numbers have no unit. */
    String value() default "";

    /** The minimum. */
    int least();

    /** The maximum. */
    int most();
  }

  private final NumberSetting setting;

  /** Creates a converter with the range of {@link Of}. */
  protected WholeNumberRange() {
    Of range = getClass().getAnnotation(Of.class);
    setting = NumberSetting.of("", range.value(), range.least(), range.most(), range.least());
  }

  /** Creates a converter with the range of a setting. */
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
      // The exception below also reports a text that is not a number.
    }
    String unit = setting.unit().isEmpty() ? "" : " of " + setting.unit();
    throw new TypeConversionException(
        "'" + text + "' is not a whole number" + unit + " from " + range());
  }
}
