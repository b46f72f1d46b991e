package dev.yardmaster.server.config;

import java.util.List;

/**
 * The text of an option's value before it is parsed.
 *
 * @param name the option's dotted name, as the user wrote it
 * @param texts the value, or the items of a list
 * @param list whether the value was written as a list
 * @param origin the source of the setting, for example {@code yardmaster.yaml, line 7}
 */
record ConfigSetting(String name, List<String> texts, boolean list, String origin) {

  static ConfigSetting of(String name, String text, String origin) {
    return new ConfigSetting(name, List.of(text), false, origin);
  }

  String text() {
    return list ? texts.toString() : texts.get(0);
  }
}
