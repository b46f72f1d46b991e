package dev.yardmaster.api.setting;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import java.util.Locale;

/**
 * A setting that is a whole number.
 *
 * @param name as its builder calls it
 * @param unit what it counts: {@code transactions}, {@code bytes}, {@code ns}
 * @param least the least that it takes
 * @param most the most that it takes
 * @param byDefault what it is if nobody sets it
 * @param description what it is for, in one sentence
 */
public record NumberSetting(
    String name, String unit, long least, long most, long byDefault, String description) {

  /** A setting that is not described yet. */
  public static NumberSetting of(String name, String unit, long least, long most, long byDefault) {
    return new NumberSetting(name, unit, least, most, byDefault, "");
  }

  /** The same with a description. */
  public NumberSetting describedAs(String sentence) {
    return new NumberSetting(name, unit, least, most, byDefault, sentence);
  }

  /** The same with another default. */
  public NumberSetting withDefault(long other) {
    return new NumberSetting(name, unit, least, most, other, description);
  }

  /** The default of a setting whose range is that of an int. */
  public int intDefault() {
    return Math.toIntExact(byDefault);
  }

  /** The range in words: {@code 1 to 4,096}. */
  public String range() {
    return String.format(Locale.ROOT, "%,d to %,d", least, most);
  }

  /** Whether the setting takes a value. */
  public boolean takes(long value) {
    return value >= least && value <= most;
  }

  /**
   * Checks a value.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_CONFIG}, naming setting, range and value
   */
  public void check(long value) {
    if (!takes(value)) {
      throw new YardmasterException(
          ErrorCode.BAD_CONFIG, name + " is " + least + " to " + most, name, value);
    }
  }
}
