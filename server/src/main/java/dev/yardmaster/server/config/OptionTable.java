package dev.yardmaster.server.config;

import dev.yardmaster.api.setting.NumberSetting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Defines options and lists them in the order of their definitions. A class initializer defines all
 * options of a table; afterwards the table does not change.
 */
final class OptionTable {

  private final List<ConfigOption<?>> options = new ArrayList<>();

  /** Returns the options that are defined so far. */
  List<ConfigOption<?>> all() {
    return Collections.unmodifiableList(options);
  }

  /** Adds all options of another table. */
  void addAll(OptionTable other) {
    options.addAll(other.options);
  }

  private <T> ConfigOption<T> add(ConfigOption<T> option) {
    options.add(option);
    return option;
  }

  <T> ConfigOption<T> option(
      String name, OptionType<T> type, String defaultText, String description) {
    return add(new ConfigOption<>(name, type, defaultText, description, false));
  }

  /** Defines an option whose value must not be printed. */
  <T> ConfigOption<T> secret(
      String name, OptionType<T> type, String defaultText, String description) {
    return add(new ConfigOption<>(name, type, defaultText, description, true));
  }

  ConfigOption<Integer> number(String section, NumberSetting setting) {
    return option(section, setting, OptionTypes.number(setting.least(), setting.most()));
  }

  ConfigOption<Integer> numberOrZero(String section, NumberSetting setting) {
    return option(section, setting, OptionTypes.numberOrZero(setting.least(), setting.most()));
  }

  ConfigOption<Integer> length(String section, NumberSetting setting) {
    return option(section, setting, OptionTypes.length(setting.least(), setting.most()));
  }

  ConfigOption<Long> size(String section, NumberSetting setting) {
    return option(section, setting, OptionTypes.size(setting.least(), setting.most()));
  }

  private <T> ConfigOption<T> option(String section, NumberSetting setting, OptionType<T> type) {
    return option(
        section + setting.name(), type, String.valueOf(setting.byDefault()), setting.description());
  }

  ConfigOption<Duration> duration(String name, NumberSetting setting) {
    String unit = setting.unit();
    return option(
        name,
        OptionTypes.duration(setting.least() + unit, setting.most() + unit),
        setting.byDefault() + unit,
        setting.description());
  }
}
