package dev.yardmaster.api.setting;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import java.util.Locale;

/**
 * A setting that is a whole number.
 *
 * @param name the name of the setting, which is also the name of the builder's method
 * @param unit the unit, for example {@code transactions}, {@code bytes} or {@code ns}
 * @param least the smallest allowed value
 * @param most the greatest allowed value
 * @param byDefault the default value
 * @param description the purpose of the setting, in one sentence
 */
public record NumberSetting(
    String name, String unit, long least, long most, long byDefault, String description) {

  /** Returns a setting without a description. */
  public static NumberSetting of(String name, String unit, long least, long most, long byDefault) {
    return new NumberSetting(name, unit, least, most, byDefault, "");
  }

  /** Returns the same setting with a description. */
  public NumberSetting describedAs(String sentence) {
    return new NumberSetting(name, unit, least, most, byDefault, sentence);
  }

  /** Returns the same setting with another default value. */
  public NumberSetting withDefault(long other) {
    return new NumberSetting(name, unit, least, most, other, description);
  }

  /**
   * Returns the default value as an int; the setting's range must be within the range of an int.
   */
  public int intDefault() {
    return Math.toIntExact(byDefault);
  }

  /** Returns the range in words, for example {@code 1 to 4,096}. */
  public String range() {
    return String.format(Locale.ROOT, "%,d to %,d", least, most);
  }

  /** Returns whether a value is in the range. */
  public boolean takes(long value) {
    return value >= least && value <= most;
  }

  /**
   * Checks a value.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_CONFIG}, with the setting, the range and the
   *     value, if the value is out of the range
   */
  public void check(long value) {
    if (!takes(value)) {
      throw new YardmasterException(
          ErrorCode.BAD_CONFIG, name + " is " + least + " to " + most, name, value);
    }
  }
}
