package dev.yardmaster.jdbc.driver;

import java.sql.DriverPropertyInfo;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;

/** A setting of the drop-in driver and DataSource. */
@SuppressWarnings("ImmutableEnumChecker") // the lists are List.of
public enum Setting {
  /** Whether transactions wait for their turn. */
  SCHEDULING(
      "scheduling",
      "on",
      "Whether transactions wait for their turn; off hands out the vendor's own connections.",
      "on",
      "off");

  /** What the name of every setting begins with, and no setting of a vendor's. */
  public static final String PREFIX = "yardmaster.";

  private final String propertyName;
  private final String byDefault;
  private final String description;
  private final List<String> choices;

  /**
   * A setting.
   *
   * @param choices the values that it may have; none when its reader is the one to check it
   */
  Setting(String name, String byDefault, String description, String... choices) {
    this.propertyName = PREFIX + name;
    this.byDefault = byDefault;
    this.description = description;
    this.choices = List.of(choices);
  }

  /** The name, with its prefix. */
  public String propertyName() {
    return propertyName;
  }

  /** The value in settings that were checked. */
  public String in(Properties settings) {
    return settings.getProperty(propertyName, byDefault);
  }

  /**
   * Checks settings; those whose names do not begin with the prefix are refused like unknown ones.
   *
   * @throws IllegalArgumentException when a name is unknown, or a value is not among its choices
   */
  public static void check(Properties settings) {
    for (String name : settings.stringPropertyNames()) {
      Setting setting =
          Stream.of(values())
              .filter(known -> known.propertyName.equals(name))
              .findAny()
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "unknown setting: name="
                              + name
                              + " known="
                              + Stream.of(values()).map(Setting::propertyName).toList()));
      String value = settings.getProperty(name);
      if (!setting.choices.isEmpty() && !setting.choices.contains(value)) {
        throw new IllegalArgumentException(
            "bad value of a setting: name="
                + name
                + " value="
                + value
                + " allowed="
                + setting.choices);
      }
    }
  }

  /** What a tool may show to somebody who fills in settings. */
  public static DriverPropertyInfo[] describe(Properties settings) {
    return Arrays.stream(values())
        .map(
            setting -> {
              DriverPropertyInfo info =
                  new DriverPropertyInfo(setting.propertyName, setting.in(settings));
              info.description = setting.description;
              info.choices =
                  setting.choices.isEmpty() ? null : setting.choices.toArray(String[]::new);
              return info;
            })
        .toArray(DriverPropertyInfo[]::new);
  }
}
